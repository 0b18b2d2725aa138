import { act, render, renderHook, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { CoreAdminContext, useGetList } from 'ra-core'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AccountProvider } from '../../../src/authProvider/AccountProvider'
import { createAccountClient } from '../../../src/authProvider/accountClient'
import { createSession, type Session } from '../../../src/authProvider/createSession'
import { type Me, meKey } from '../../../src/authProvider/me'
import { SessionProvider } from '../../../src/authProvider/SessionProvider'
import * as notifications from '../../../src/notifications/toast'
import { registry } from '../../../src/resources'
import type { Tenant } from '../../../src/tenant/Tenant'
import { TenantProvider, useTenant } from '../../../src/tenant/TenantProvider'
import { TenantScope, useScope } from '../../../src/tenant/TenantScope'
import { tenantChoiceKey } from '../../../src/tenant/tenantChoice'
import { authUrl, signIn, startNetwork } from '../support'

const server = startNetwork()
const tenants = [
  { id: 'aaaaaaaa-0000-7000-8000-000000000001', name: 'Harbor Spa', slug: 'harbor-spa' },
  { id: 'bbbbbbbb-0000-7000-8000-000000000002', name: 'City Courts', slug: 'city-courts' },
] as Tenant[]
const [spa, courts] = tenants.map(({ id }) => id) as [string, string]
const membership = (tenantId: string) => ({
  id: tenantId,
  tenantId,
  isActive: true,
  role: 'owner',
  tenantName: '',
  tenantSlug: '',
})
const me = {
  id: '1',
  userType: 'user',
  email: 'ada@example.test',
  memberships: [membership(spa), membership(courts)],
} as unknown as Me

let session: Session
let toasts: unknown[][]

beforeEach(async () => {
  toasts = []
  vi.spyOn(notifications, 'showToast').mockImplementation(async (...toast) => void toasts.push(toast))
  session = createSession({ config: { authUrl, authKey: '', mainDomain: null } })
  await signIn(session)
})
afterEach(async () => {
  await session.dispose()
  localStorage.clear()
  vi.restoreAllMocks()
})

const wrapWith =
  (fetchTenants: () => Promise<Tenant[]>) =>
  ({ children }: { children: ReactNode }) => (
    <SessionProvider session={session}>
      <AccountProvider client={createAccountClient()} fetchMe={async () => me}>
        <TenantProvider fetchTenants={fetchTenants}>{children}</TenantProvider>
      </AccountProvider>
    </SessionProvider>
  )

const words = {
  switching: (name: string) => `Switching to ${name}...`,
  switched: (name: string) => `Switched to ${name}`,
}

const renderTenant = (fetchTenants = async () => tenants, client = createAccountClient()) => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SessionProvider session={session}>
      <AccountProvider client={client} fetchMe={async () => me}>
        <TenantProvider fetchTenants={fetchTenants}>{children}</TenantProvider>
      </AccountProvider>
    </SessionProvider>
  )
  return renderHook(() => useTenant(), { wrapper })
}

describe('the current tenant', () => {
  it('is none until one is chosen, and is kept for the next time', async () => {
    const first = renderTenant()
    await waitFor(() => expect(first.result.current.tenants).toHaveLength(2))
    expect(first.result.current).toMatchObject({ mode: 'local', tenantId: null })

    act(() => first.result.current.switchTenant(spa, words))
    expect(first.result.current.tenant?.name).toBe('Harbor Spa')
    await waitFor(() =>
      expect(toasts).toEqual([
        ['info', 'Switching to Harbor Spa...'],
        ['success', 'Switched to Harbor Spa'],
      ]),
    )
    first.unmount()
    const second = renderTenant()
    await waitFor(() => expect(second.result.current.tenantId).toBe(spa))

    act(() => second.result.current.leaveTenant({ leaving: '', left: '' }))
    expect(second.result.current.tenantId).toBeNull()
    expect(localStorage.getItem(tenantChoiceKey)).toBeNull()
  })

  it('is the only one of somebody who works in no other, until they leave it', async () => {
    const { result } = renderTenant(async () => tenants.slice(0, 1))
    await waitFor(() => expect(result.current.tenantId).toBe(spa))
    expect(localStorage.getItem(tenantChoiceKey)).toContain(spa)
    act(() => result.current.leaveTenant({ leaving: '', left: '' }))
    expect(result.current.tenantId).toBeNull()
  })

  it('is not one that the person does not work in any more', async () => {
    localStorage.setItem(
      tenantChoiceKey,
      JSON.stringify({ userId: session.getState().user?.id, tenantId: 'cccccccc-0000-7000-8000-000000000003' }),
    )
    const { result } = renderTenant()
    await waitFor(() => expect(result.current.tenants).toHaveLength(2))
    expect(result.current.tenantId).toBeNull()
  })

  it('of a superuser stands while the tenants load, and their memberships do not tell', async () => {
    localStorage.setItem(tenantChoiceKey, JSON.stringify({ userId: session.getState().user?.id, tenantId: spa }))
    let answer: (found: Tenant[]) => void = () => {}
    const found = new Promise<Tenant[]>(resolve => {
      answer = resolve
    })
    const client = createAccountClient()
    client.setQueryData(meKey, { ...me, userType: 'superuser', memberships: [] })
    const { result } = renderTenant(() => found, client)
    expect(result.current).toMatchObject({ tenantId: spa, isLoading: true })
    answer(tenants.filter(({ id }) => id !== spa))
    await waitFor(() => expect(result.current.tenantId).toBeNull())
  })

  it('has something to be called, whatever is known of it', async () => {
    const { result } = renderTenant()
    await waitFor(() => expect(result.current.tenants).toHaveLength(2))
    expect(result.current.tenantName(spa)).toBe('Harbor Spa')
    expect(result.current.tenantName(null)).toBe('Unknown Tenant')
    expect(result.current.tenantName('12345678-9abc')).toBe('Tenant 12345678')
    const failed = renderTenant(async () => {
      throw new Error('down')
    })
    await waitFor(() => expect(failed.result.current.error).not.toBeNull())
    expect(failed.result.current.tenantName('12345678-9abc')).toBe('Error loading tenant')
  })
})

it('shows nothing of one tenant under another, also when an answer comes late', async () => {
  let answerSpa: () => void = () => {}
  const spaAnswers = new Promise<void>(resolve => {
    answerSpa = resolve
  })
  server.use(
    http.get('/api/channels', async ({ request }) => {
      const isSpa = request.headers.get('x-tenant-id') === spa
      if (isSpa) await spaAnswers
      return HttpResponse.json([{ id: '1', name: isSpa ? 'Spa website' : 'Courts website' }], {
        headers: { 'X-Total-Count': '1' },
      })
    }),
  )
  const Names = () => (
    <p>
      {useGetList('channels')
        .data?.map(({ name }) => name)
        .join() ?? 'loading'}
    </p>
  )
  const Inside = () => {
    const { dataProvider, authProvider, queryClient, store } = useScope()
    return (
      <CoreAdminContext {...{ dataProvider, authProvider, queryClient, store }}>
        <Names />
      </CoreAdminContext>
    )
  }
  const Switch = () => {
    const { switchTenant } = useTenant()
    return (
      <>
        <button type="button" onClick={() => switchTenant(spa, words)}>
          spa
        </button>
        <button type="button" onClick={() => switchTenant(courts, words)}>
          courts
        </button>
      </>
    )
  }
  const Wrapper = wrapWith(async () => tenants)
  render(
    <MemoryRouter>
      <Wrapper>
        <Switch />
        <TenantScope registry={registry}>
          <Inside />
        </TenantScope>
      </Wrapper>
    </MemoryRouter>,
  )
  act(() => screen.getByText('spa').click())
  act(() => screen.getByText('courts').click())
  await screen.findByText('Courts website')
  answerSpa()
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(screen.queryByText('Spa website')).toBeNull()
  expect(screen.getByText('Courts website')).toBeTruthy()
})

it('is called by its new name as soon as that is written', async () => {
  let name = 'Harbor Spa'
  server.use(
    http.patch(`/api/tenants/${spa}`, () => {
      name = 'Harbor Baths'
      return HttpResponse.json({ id: spa, name })
    }),
  )
  const Rename = () => {
    const { dataProvider } = useScope()
    const rename = () => dataProvider.update('tenants', { id: spa, data: { name: 'Harbor Baths' }, previousData: {} })
    return (
      <button type="button" onClick={() => void rename()}>
        {useTenant().tenantName(spa)}
      </button>
    )
  }
  const Wrapper = wrapWith(async () => [{ ...(tenants[0] as Tenant), name }])
  const view = render(<Rename />, {
    wrapper: ({ children }) => (
      <Wrapper>
        <TenantScope registry={registry}>{children}</TenantScope>
      </Wrapper>
    ),
  })
  act(() => screen.getByRole('button').click())
  await view.findByText('Harbor Baths')
})

it('cannot be asked for outside its provider', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(() => renderHook(() => useTenant())).toThrow('useTenant must be used within a TenantProvider')
  expect(() => renderHook(() => useScope())).toThrow('useScope must be used within a TenantScope')
})
