import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { users } from '../../../src/core'
import { memberships } from '../../../src/resources/memberships'
import { tenants } from '../../../src/resources/tenants'
import { apiUrl, chooseDelete, startNetwork } from '../support'
import { renderScreens } from './support/renderScreens'

const server = startNetwork()

const spa = {
  id: '0197c0de-0000-7000-8000-0000000000f1',
  name: 'Spa',
  slug: 'spa',
  timeZone: 'Europe/Berlin',
  currency: 'EUR',
  locale: 'en',
  weekStartsOn: 1,
  timeFormat: 'h24',
  contactEmail: null,
  contactPhone: null,
  websiteUrl: null,
  holdMinutes: 10,
  staffKeepToOwn: false,
  requireSecondFactor: false,
  autoComplete: true,
  ...{ mailSenderName: null, mailReplyTo: null, reminderMinutes: [1440], notificationsOff: [], notifyByDefault: true },
  weekMails: false,
  isActive: true,
  createdAt: '2026-03-01T08:00:00.000Z',
  updatedAt: '2026-03-01T08:00:00.000Z',
  version: 3,
}
const ada = { id: '0197c0de-0000-7000-8000-0000000000f2', email: 'ada@example.test', version: 1 }

const listOf = (records: object[]) =>
  HttpResponse.json(records, { headers: { 'X-Total-Count': String(records.length) } })

const open = (path: string) => {
  const sent: { method: string; path: string; body: unknown }[] = []
  const note = async (request: Request) => {
    const body: unknown = await request.clone().json()
    sent.push({ method: request.method, path: new URL(request.url).pathname, body })
    return body as object
  }
  const access = { role: 'owner', isActive: true, weekMail: false }
  const member = { id: 'm1', tenantId: spa.id, userId: ada.id, joinedAt: spa.createdAt, ...access }
  server.use(
    http.get(`${apiUrl}/tenants`, () => listOf([{ ...spa, holdMinutes: 55 }])),
    http.get(`${apiUrl}/tenants/:id`, ({ params }) =>
      params.id === spa.id ? HttpResponse.json(spa) : HttpResponse.json({ detail: 'No such tenant.' }, { status: 404 }),
    ),
    http.post(`${apiUrl}/tenants`, async ({ request }) =>
      HttpResponse.json({ ...spa, ...(await note(request)) }, { status: 201 }),
    ),
    http.patch(`${apiUrl}/tenants/:id`, async ({ request }) => HttpResponse.json({ ...spa, ...(await note(request)) })),
    http.get(`${apiUrl}/tenants/:id/members`, () => listOf([member])),
    http.patch(`${apiUrl}/tenants/:tenant/members/:id`, async ({ request }) =>
      HttpResponse.json({ ...member, ...(await note(request)) }),
    ),
    http.get(`${apiUrl}/tenants/:tenant/members/:id`, () => HttpResponse.json(member)),
    http.get(`${apiUrl}/users`, () => listOf([ada])),
  )
  return { sent, ...renderScreens({ path, resources: [tenants, users, memberships], role: 'superuser' }) }
}

const base = '/superadmin/tenants'

describe('a form that is a page', () => {
  it('is reached from the list and shows what the API has now, not the row', async () => {
    const { user, router } = open(`${base}/`)
    await user.click(await screen.findByRole('link', { name: 'Spa' }))
    // Gone again as soon as the record is there.
    await screen.findByText('Loading tenant...')
    expect(await screen.findByRole('heading', { level: 1, name: 'Spa' })).toBeInTheDocument()
    expect(router.state.location.pathname).toBe(`${base}/${spa.id}/edit`)
    expect(await screen.findByRole('spinbutton', { name: 'Hold (minutes)' })).toHaveValue(10)
    expect(document.title).toBe('Spa · Slotwise')
  })

  it('has sections, saves what changed, and stays', async () => {
    const { user, router, sent } = open(`${base}/${spa.id}/edit`)
    expect(screen.queryByRole('button', { name: 'Discard' })).not.toBeInTheDocument()
    const contact = within(await screen.findByRole('region', { name: 'Contact' }))
    await user.type(contact.getByRole('textbox', { name: 'Contact e-mail' }), 'Hello@Spa.test')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Tenant updated successfully')).toBeInTheDocument()
    expect(sent).toEqual([
      { method: 'PATCH', path: `/api/tenants/${spa.id}`, body: { contactEmail: 'hello@spa.test' } },
    ])
    expect(router.state.location.pathname).toBe(`${base}/${spa.id}/edit`)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument())
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  })

  it('discards what was typed when asked to, and then offers it no more', async () => {
    const { user } = open(`${base}/${spa.id}/edit`)
    const name = await screen.findByRole('textbox', { name: /^Name/ })
    expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument()
    await user.type(name, ' and sauna')
    expect(await screen.findByText('1 change')).toBeInTheDocument()
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(name).toHaveValue('Spa'))
    expect(screen.queryByRole('button', { name: 'Discard' })).not.toBeInTheDocument()
  })

  it('creates at /new and goes on to the page of what was created', async () => {
    const { user, router, sent } = open(`${base}/new`)
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Court')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Tenant created successfully')).toBeInTheDocument()
    expect(sent[0]?.body).toMatchObject({ name: 'Court', currency: 'EUR', timeZone: 'Europe/Berlin' })
    await waitFor(() => expect(router.state.location.pathname).toBe(`${base}/${spa.id}/edit`))
  })

  it('asks before it is left with changes', async () => {
    const { user, router } = open(`${base}/new`)
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Court')
    await user.click(screen.getByRole('link', { name: 'Back to Tenants' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' }))
    expect(router.state.location.pathname).toBe(`${base}/new`)
    await user.click(question.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`${base}/`))
  })

  it('says before it is deleted what goes with it, and offers its audit log', async () => {
    const { user } = open(`${base}/${spa.id}/edit`)
    URL.createObjectURL ??= () => 'blob:'
    URL.revokeObjectURL ??= () => {}
    const asked: (string | null)[] = []
    server.use(
      http.get(`${apiUrl}/tenants/${spa.id}/usage`, () =>
        HttpResponse.json({ usedBy: [], refusal: null, cascade: [] }),
      ),
      http.get(`${apiUrl}/tenants/${spa.id}/invitations`, () => listOf([])),
      http.get(`${apiUrl}/audit-log/export`, ({ request }) => {
        asked.push(request.headers.get('X-Tenant-ID'))
        return HttpResponse.text('at,actor')
      }),
    )
    await chooseDelete(user)
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Spa?' }))
    expect(await dialog.findByText(/Everything in Spa is deleted with it/)).toBeInTheDocument()
    expect(dialog.getByText(/So is its audit log/)).toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: 'Download audit log' }))
    expect(await dialog.findByRole('button', { name: 'Download audit log again' })).toBeInTheDocument()
    expect(asked).toEqual([spa.id])
  })

  it('says so when there is no such record', async () => {
    open(`${base}/0197c0de-0000-7000-8000-0000000000ff/edit`)
    expect(await screen.findByRole('heading', { level: 1, name: 'Not Found' })).toBeInTheDocument()
  })

  it('lists related records, whose forms open over it and write to their own path', async () => {
    const { user, sent } = open(`${base}/${spa.id}/edit`)
    const members = within(await screen.findByRole('region', { name: 'Members' }))
    await user.click(await members.findByRole('link', { name: 'ada@example.test' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Member' }))
    await user.click(await dialog.findByRole('switch', { name: 'Active' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Member updated successfully')).toBeInTheDocument()
    expect(sent).toEqual([{ method: 'PATCH', path: `/api/tenants/${spa.id}/members/m1`, body: { isActive: false } }])
    expect(screen.getByRole('heading', { level: 1, name: 'Spa' })).toBeInTheDocument()
  })
})
