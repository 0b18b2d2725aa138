import { ThemeProvider } from '@mui/material/styles'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { CoreAdminContext, CoreAdminUI, CustomRoutes, type I18nProvider, Resource } from 'ra-core'
import { useState } from 'react'
import { createMemoryRouter, type InitialEntry, RouterProvider } from 'react-router'
import { Toaster } from 'sonner'
import { AccountProvider } from '../../../../src/authProvider/AccountProvider'
import { createAccountClient } from '../../../../src/authProvider/accountClient'
import type { Session } from '../../../../src/authProvider/createSession'
import type { Me } from '../../../../src/authProvider/me'
import { SessionProvider } from '../../../../src/authProvider/SessionProvider'
import { registerResource, resourceRoutes } from '../../../../src/crud'
import { type OwnScreens, RegistryProvider, type Views } from '../../../../src/crud/views'
import { type Catalogue, createI18nProvider } from '../../../../src/i18n/createI18nProvider'
import { NotificationBridge } from '../../../../src/layout/NotificationBridge'
import { createRouterProvider } from '../../../../src/routing/routerProvider'
import type { AnyResource, Effects, Registry, Role } from '../../../../src/schema'
import type { Tenant } from '../../../../src/tenant/Tenant'
import { TenantProvider } from '../../../../src/tenant/TenantProvider'
import { TenantScope, useScope } from '../../../../src/tenant/TenantScope'
import { writeChoice } from '../../../../src/tenant/tenantChoice'
import { themeOf } from '../../../../src/theme/theme'
import { user } from '../../support'

export const tenant = {
  id: '0197c0de-0000-7000-8000-0000000000e1',
  name: 'Harbor Spa',
  slug: 'harbor-spa',
  timeZone: 'Europe/Berlin',
  currency: 'EUR',
  timeFormat: 'h24',
} as Tenant

const theme = themeOf()

/** A session that is there and stays: signing in is tested elsewhere. */
const session = {
  getState: () => signedIn,
  subscribe: () => () => {},
  onEvent: () => () => {},
  auth: { getSession: async () => ({ data: { session: {} }, error: null }) },
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

type Own = Readonly<Record<string, OwnScreens>>

interface ScreensProps {
  registry: Registry
  views: Views
  loadChecks?: (() => Promise<unknown>) | undefined
  i18nProvider: I18nProvider
  resources: readonly AnyResource[]
  own: Own
}

const Screens = ({ registry, views, loadChecks, i18nProvider, resources, own }: ScreensProps) => {
  const scope = useScope()
  const [routerProvider] = useState(() => createRouterProvider(registry))
  return (
    <CoreAdminContext {...scope} i18nProvider={i18nProvider} routerProvider={routerProvider}>
      <RegistryProvider registry={registry} views={views} loadChecks={loadChecks}>
        <CoreAdminUI disableTelemetry loginPage={false} layout={({ children }) => <main>{children}</main>}>
          {resources.map(resource => (
            <Resource key={resource.name} {...registerResource(resource, own[resource.name])} />
          ))}
          <CustomRoutes>{resources.map(resource => resourceRoutes(resource, own[resource.name]))}</CustomRoutes>
        </CoreAdminUI>
        <NotificationBridge />
      </RegistryProvider>
    </CoreAdminContext>
  )
}

export interface Options {
  path: InitialEntry
  /** Those with screens. */
  resources: readonly AnyResource[]
  role?: Role
  own?: Own
}

/** What a product gives the machine's screens. */
export interface ShownProduct {
  registry: Registry
  views: Views
  catalogue: Catalogue
  effects?: Effects
  loadChecks?: () => Promise<unknown>
}

/** The generated screens of a product, in English, for somebody with this role in Harbor Spa. */
export const renderProduct = async ({ catalogue, ...product }: ShownProduct, options: Options) =>
  renderWith({ ...product, i18nProvider: await createI18nProvider('en', catalogue) }, options)

/** The same with texts that are there already. */
export const renderWith = (
  {
    registry,
    views,
    effects,
    loadChecks,
    i18nProvider,
  }: Omit<ShownProduct, 'catalogue'> & { i18nProvider: I18nProvider },
  { path, resources, role = 'admin', own = {} }: Options,
) => {
  writeChoice({ userId: user.id, tenantId: tenant.id })
  const element = (
    <SessionProvider session={session}>
      <AccountProvider client={createAccountClient()} fetchMe={async () => meAs(role)}>
        <TenantProvider fetchTenants={async () => [tenant]}>
          <ThemeProvider theme={theme}>
            <TenantScope registry={registry} {...(effects && { effects })}>
              <Screens {...{ registry, views, loadChecks, i18nProvider, resources, own }} />
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
