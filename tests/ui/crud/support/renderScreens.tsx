import { ThemeProvider } from '@mui/material/styles'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { CoreAdminContext, CoreAdminUI, CustomRoutes, Resource } from 'ra-core'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { Toaster } from 'sonner'
import { AccountProvider } from '../../../../src/authProvider/AccountProvider'
import { createAccountClient } from '../../../../src/authProvider/accountClient'
import type { Session } from '../../../../src/authProvider/createSession'
import type { Me } from '../../../../src/authProvider/me'
import { SessionProvider } from '../../../../src/authProvider/SessionProvider'
import { registerResource, resourceMessages, resourceRoutes } from '../../../../src/crud'
import { createI18nProvider } from '../../../../src/i18n/createI18nProvider'
import { NotificationBridge } from '../../../../src/layout/NotificationBridge'
import type { Tenant } from '../../../../src/resources/tenants'
import { routerProvider } from '../../../../src/routing/routerProvider'
import type { AnyResource, Role } from '../../../../src/schema'
import { TenantProvider } from '../../../../src/tenant/TenantProvider'
import { TenantScope, useScope } from '../../../../src/tenant/TenantScope'
import { writeChoice } from '../../../../src/tenant/tenantChoice'
import { theme } from '../../../../src/theme/theme'
import { user } from '../../support'

export const tenant = {
  id: '0197c0de-0000-7000-8000-0000000000e1',
  name: 'Harbor Spa',
  slug: 'harbor-spa',
  timeZone: 'Europe/Berlin',
  currency: 'EUR',
  timeFormat: 'h24',
} as Tenant

/** A session that is there and stays: signing in is tested elsewhere. */
const session = {
  getState: () => signedIn,
  subscribe: () => () => {},
  onEvent: () => () => {},
  accessToken: async () => 'token',
  expire: async () => {},
} as unknown as Session
const signedIn = { user, session: {}, loading: false, ended: null }

const meAs = (role: Role): Me =>
  ({
    id: user.id,
    email: user.email,
    userType: role === 'superuser' ? 'superuser' : 'user',
    memberships: role === 'superuser' ? [] : [{ id: 'm1', userId: user.id, tenantId: tenant.id, role, isActive: true }],
  }) as unknown as Me

const Screens = ({ resources, children }: { resources: readonly AnyResource[]; children?: ReactNode }) => {
  const scope = useScope()
  return (
    <CoreAdminContext {...scope} i18nProvider={i18nProvider} routerProvider={routerProvider}>
      <CoreAdminUI disableTelemetry loginPage={false} layout={({ children }) => <main>{children}</main>}>
        {resources.map(resource => (
          <Resource key={resource.name} {...registerResource(resource)} />
        ))}
        <CustomRoutes>
          {resources.map(resourceRoutes)}
          {children}
        </CustomRoutes>
      </CoreAdminUI>
      <NotificationBridge />
    </CoreAdminContext>
  )
}

const i18nProvider = await createI18nProvider('en', resourceMessages())

interface Options {
  path: string
  resources: readonly AnyResource[]
  role?: Role
}

/** The generated screens of these resources as the application shows them, for somebody with this role in Harbor Spa. */
export const renderScreens = ({ path, resources, role = 'admin' }: Options) => {
  writeChoice({ userId: user.id, tenantId: tenant.id })
  const element = (
    <SessionProvider session={session}>
      <AccountProvider client={createAccountClient()} fetchMe={async () => meAs(role)}>
        <TenantProvider fetchTenants={async () => [tenant]}>
          <ThemeProvider theme={theme}>
            <TenantScope>
              <Screens resources={resources} />
            </TenantScope>
            <Toaster />
          </ThemeProvider>
        </TenantProvider>
      </AccountProvider>
    </SessionProvider>
  )
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [path] })
  render(<RouterProvider router={router} useTransitions={false} />)
  return { router, user: userEvent.setup({ delay: null }) }
}
