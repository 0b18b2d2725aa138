import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import type { SetupServer } from 'msw/node'
import { lazy } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { onTestFinished } from 'vitest'
import { createRoutes, type Entry } from '../../../../src/application/routes'
import { createSession } from '../../../../src/authProvider/createSession'
import { SessionProvider } from '../../../../src/authProvider/SessionProvider'
import type { Product } from '../../../../src/layout/product'
import { writeChoice } from '../../../../src/tenant/tenantChoice'
import { apiUrl, authUrl, sessionBody, user } from '../../support'

const at = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z', version: 1 }

export const tenants = ['Harbor Spa', 'City Courts'].map((name, index) => ({
  id: `0197c0de-0000-7000-8000-0000000000e${index}`,
  name,
  slug: name.toLowerCase().replace(' ', '-'),
  timeZone: 'Europe/Berlin',
  currency: 'EUR',
  locale: 'en',
  weekStartsOn: 1,
  timeFormat: 'h24',
  holdMinutes: 10,
  isActive: true,
  ...at,
}))

type Role = 'owner' | 'admin' | 'staff' | 'viewer' | 'superuser'

export const meAs = (role: Role, theirs = tenants) => ({
  id: user.id,
  email: user.email,
  name: 'Ada Berg',
  userType: role === 'superuser' ? 'superuser' : 'user',
  isActive: true,
  phone: null,
  avatar: null,
  locale: null,
  timeZone: null,
  lastSignInAt: null,
  ...at,
  memberships:
    role === 'superuser'
      ? []
      : theirs.map(({ id, name, slug }) => ({
          id: `m-${slug}`,
          userId: user.id,
          tenantId: id,
          role,
          joinedAt: at.createdAt,
          isActive: true,
          tenantName: name,
          tenantSlug: slug,
        })),
})

/** An answer of one page of a list; `total` when there is more than these. */
export const listOf = (records: readonly object[], total = records.length) =>
  HttpResponse.json(records as object[], { headers: { 'X-Total-Count': String(total) } })

/** The code behind sign-in. @param own parts in place of the product's */
export const loadApplication = async (own: (product: Product) => Partial<Product> = () => ({})) => {
  const [{ createApp }, { default: product }] = await Promise.all([
    import('../../../../src/application/App'),
    import('../../../../src/product'),
  ])
  return { default: createApp({ ...product, ...own(product) }) }
}

const routesOf = (load: Entry['load']) =>
  createRoutes({ load, DemoAccounts: lazy(() => import('../../../../src/features/demo/DemoAccounts')) })

const routes = routesOf(() => loadApplication())

interface Setting {
  path: string
  /** Nobody is signed in without one. */
  role?: Role
  theirTenants?: typeof tenants
  /** The tenant chosen before. */
  tenant?: string | null
  /** Another product's application. */
  load?: Entry['load']
}

/** The real application at an address, with a network that answers as the product API does. */
export const renderApp = (
  server: SetupServer,
  { path, role, theirTenants = tenants, tenant = tenants[0]?.id ?? null, load }: Setting,
) => {
  server.use(
    http.get(`${apiUrl}/users/me`, () => HttpResponse.json(meAs(role ?? 'owner', theirTenants))),
    http.get(`${apiUrl}/tenants`, () => listOf(theirTenants)),
    http.get(`${apiUrl}/users/me/security-log`, () => listOf([])),
  )
  if (role) {
    const session = { ...sessionBody(), expires_at: Math.floor(Date.now() / 1000) + 3600 }
    localStorage.setItem('slotwise.auth', JSON.stringify(session))
    if (tenant) writeChoice({ userId: user.id, tenantId: tenant })
  }
  const session = createSession({ config: { authUrl, authKey: '', mainDomain: null } })
  onTestFinished(() => session.dispose())
  const router = createMemoryRouter(load ? routesOf(load) : routes, { initialEntries: [path] })
  const view = render(
    <SessionProvider session={session}>
      <RouterProvider router={router} useTransitions={false} />
    </SessionProvider>,
  )
  return { ...view, router, session, person: userEvent.setup() }
}
