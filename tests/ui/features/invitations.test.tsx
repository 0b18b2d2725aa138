import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { listOf, meAs, renderApp, tenants } from '../layout/support/renderApp'
import { apiUrl, startNetwork } from '../support'

const server = startNetwork()
const tenant = tenants[0]!
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

beforeEach(() => localStorage.clear())

describe('a tenant’s invitations', () => {
  const invitation = (values: object) => ({
    id: 'i1',
    tenantId: tenant.id,
    email: 'new@example.test',
    role: 'staff',
    resourceId: null,
    state: 'pending',
    invitedBy: 'u1',
    invitedByName: 'Ada Berg',
    expiresAt: '2099-12-06T12:00:00.000Z',
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    version: 1,
    ...values,
  })
  const url = `${apiUrl}/tenants/${tenant.id}/invitations`
  const row = (email: string) => within(screen.getByText(email).closest('li')!)

  it('are sent from a dialog, shown, sent again and withdrawn; admins see no members', async () => {
    let kept: ReturnType<typeof invitation>[] = []
    const requests: unknown[] = []
    server.use(
      http.get(url, () => listOf(kept)),
      http.get(`${apiUrl}/resources`, () => listOf([])),
      http.post(url, async ({ request }) => {
        const body = (await request.json()) as { email: string }
        requests.push(body)
        kept = [invitation(body)]
        return HttpResponse.json(kept[0], { status: 201 })
      }),
      http.post(`${url}/i1/resend`, () => {
        requests.push('resend')
        return HttpResponse.json(kept[0])
      }),
      http.delete(`${url}/i1`, () => {
        kept = []
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const { person } = renderApp(server, { path: '/settings/members', role: 'admin' })
    await heading('Members')
    await person.click(await screen.findByRole('link', { name: 'Invite somebody' }))
    const dialog = within(await screen.findByRole('dialog'))
    await person.type(await dialog.findByRole('textbox', { name: 'E-mail' }), 'new@example.test')
    await person.click(dialog.getByRole('button', { name: 'Send invitation' }))
    expect(await screen.findByText('Invitation sent')).toBeInTheDocument()
    expect(await screen.findByText('new@example.test')).toBeInTheDocument()
    expect(screen.getByText('Staff · invited by Ada Berg')).toBeInTheDocument()
    expect(row('new@example.test').getByText('until Dec 6, 2099')).toBeInTheDocument()
    expect(screen.queryByRole('heading', { level: 2, name: 'Members' })).toBeNull()

    await person.click(row('new@example.test').getByRole('button', { name: 'Resend' }))
    expect(await screen.findByText('Invitation sent: new@example.test')).toBeInTheDocument()
    await person.click(row('new@example.test').getByRole('button', { name: 'Withdraw' }))
    expect(await screen.findByText('Invitation withdrawn')).toBeInTheDocument()
    expect(await screen.findByText(/Nobody is invited/)).toBeInTheDocument()
    expect(requests).toEqual([expect.objectContaining({ email: 'new@example.test', role: 'staff' }), 'resend'])
  })

  it('say what became of them, offer what can be done, and why a mail was not sent', async () => {
    server.use(
      http.get(url, () =>
        listOf([
          invitation({ id: 'i1', email: 'late@example.test', expiresAt: '2026-01-02T00:00:00.000Z' }),
          invitation({ id: 'i2', email: 'no@example.test', state: 'declined', invitedByName: null }),
          invitation({ id: 'i3', email: 'void@example.test', state: 'void' }),
          invitation({ id: 'i4', email: 'boss@example.test', role: 'owner' }),
        ]),
      ),
      http.post(`${url}/i1/resend`, () =>
        HttpResponse.json(
          {
            code: 'rate_limited',
            status: 429,
            detail: 'Too many invitations. Try again in 12 min.',
            message: { key: 'refusal.invitationsLimited', args: { minutes: 12 } },
          },
          { status: 429, headers: { 'Retry-After': '700', 'Content-Type': 'application/problem+json' } },
        ),
      ),
    )
    const { person } = renderApp(server, { path: '/settings/members', role: 'admin' })
    await screen.findByText('late@example.test')
    expect(row('late@example.test').getByText(/^expired on Jan 2, 2026/)).toBeInTheDocument()
    expect(row('no@example.test').getByText('Declined')).toBeInTheDocument()
    expect(row('void@example.test').getByText('No longer valid')).toBeInTheDocument()
    const buttons = (email: string) =>
      row(email)
        .queryAllByRole('button')
        .map(button => button.textContent)
    expect(buttons('late@example.test')).toEqual(['Resend', 'Withdraw'])
    expect(buttons('no@example.test')).toEqual(['Withdraw'])
    expect(buttons('boss@example.test')).toEqual([])
    await person.click(row('late@example.test').getByRole('button', { name: /Resend/ }))
    expect(await screen.findByText('Too many invitations. Try again in 12 min.')).toBeInTheDocument()
  })
})

describe('whoever is invited', () => {
  const invited = {
    id: 'i9',
    tenantId: tenant.id,
    tenantName: tenant.name,
    tenantSlug: tenant.slug,
    role: 'staff',
    invitedByName: 'Olga Owner',
    createdAt: '2026-01-01T00:00:00.000Z',
    expiresAt: '2099-12-06T12:00:00.000Z',
  }
  const mine = `${apiUrl}/users/me/invitations`

  /** The API before and after an answer. */
  const answering = (theirs: typeof tenants) => {
    const calls: string[] = []
    let open = [invited]
    let isMember = false
    server.use(
      http.get(mine, () => HttpResponse.json(open)),
      http.post(`${mine}/i9/:answer`, ({ params }) => {
        calls.push(String(params.answer))
        open = []
        isMember = params.answer === 'accept'
        return isMember ? HttpResponse.json({ id: 'm9' }) : new HttpResponse(null, { status: 204 })
      }),
    )
    const of = () => (isMember ? [...theirs, tenant] : theirs)
    return {
      calls,
      // After the application's own handlers are in place.
      follow: () =>
        server.use(
          http.get(`${apiUrl}/users/me`, () => HttpResponse.json(meAs('staff', of()))),
          http.get(`${apiUrl}/tenants`, () => listOf(of())),
        ),
    }
  }

  it('without a tenant accepts, and goes on there', async () => {
    const { calls, follow } = answering([])
    const { person } = renderApp(server, {
      path: '/settings/invitations',
      role: 'staff',
      theirTenants: [],
      tenant: null,
    })
    follow()
    await heading('Invitations to you')
    expect(await screen.findByText('Staff · invited by Olga Owner · until Dec 6, 2099')).toBeInTheDocument()
    await person.click(screen.getByRole('button', { name: 'Accept', description: 'Harbor Spa' }))
    expect(await screen.findByText('Switched to Harbor Spa')).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: 'Harbor Spa' })).toBeInTheDocument()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(calls).toEqual(['accept'])
  })

  it('finds the invitation where there is no tenant yet, and declines', async () => {
    const { calls, follow } = answering([])
    const { person } = renderApp(server, { path: '/', role: 'staff', theirTenants: [], tenant: null })
    follow()
    await heading('Welcome')
    const list = within(await screen.findByRole('region', { name: 'Invitations to you' }))
    await person.click(list.getByRole('button', { name: 'Decline', description: 'Harbor Spa' }))
    expect(await screen.findByText('Invitation declined')).toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'Invitations to you' })).toBeNull()
    expect(calls).toEqual(['decline'])
  })

  it('finds it in the tenant switcher too, and stays where they are', async () => {
    const { calls, follow } = answering([tenants[1]!])
    const { person } = renderApp(server, {
      path: '/availability',
      role: 'staff',
      theirTenants: [tenants[1]!],
      tenant: tenants[1]!.id,
    })
    follow()
    await person.click(await screen.findByRole('button', { name: 'City Courts' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Switch Tenant' }))
    await person.click(await dialog.findByRole('button', { name: 'Accept', description: 'Harbor Spa' }))
    expect(await dialog.findByRole('option', { name: /Harbor Spa/ })).toBeInTheDocument()
    expect(dialog.queryByRole('region', { name: 'Invitations to you' })).toBeNull()
    expect(screen.queryByText('Switched to Harbor Spa')).toBeNull()
    expect(calls).toEqual(['accept'])
  })

  it('is told when an invitation does not stand any more, or went to another address', async () => {
    let open = [invited]
    server.use(
      http.get(mine, () => HttpResponse.json(open)),
      http.post(`${mine}/i9/accept`, () => {
        open = []
        return HttpResponse.json(
          {
            code: 'conflict',
            status: 409,
            detail: 'This invitation no longer stands. Ask for a new one.',
            message: { key: 'refusal.invitationOver', args: {} },
          },
          { status: 409, headers: { 'Content-Type': 'application/problem+json' } },
        )
      }),
    )
    const { person } = renderApp(server, { path: '/settings/invitations', role: 'staff' })
    await person.click(await screen.findByRole('button', { name: 'Accept', description: 'Harbor Spa' }))
    expect(await screen.findByText('This invitation no longer stands. Ask for a new one.')).toBeInTheDocument()
    expect(await screen.findByText('There is no invitation to ada@example.test that still stands.')).toBeInTheDocument()
  })

  it('signs up with the address that the mail went to', async () => {
    renderApp(server, { path: '/signup?email=new%40example.test' })
    expect(await screen.findByLabelText('E-mail')).toHaveValue('new@example.test')
  })
})
