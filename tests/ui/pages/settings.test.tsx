import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { listOf, meAs, renderApp, tenants } from '../layout/support/renderApp'
import { apiUrl, authUrl, startNetwork, user } from '../support'

const server = startNetwork()
const tenant = tenants[0]!
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const section = (name: string) => within(screen.getByRole('region', { name }))

// jsdom has none; MUI asks it for the system's colour scheme.
beforeEach(() => {
  const listen = () => {}
  window.matchMedia ??= () =>
    ({
      matches: false,
      addListener: listen,
      removeListener: listen,
      addEventListener: listen,
      removeEventListener: listen,
    }) as never
})

describe('the profile', () => {
  it('is written to /users/me, only what changed, and only if nobody else changed it', async () => {
    const requests: unknown[] = []
    server.use(
      http.patch(`${apiUrl}/users/me`, async ({ request }) => {
        requests.push([request.headers.get('If-Match'), await request.json()])
        return HttpResponse.json({ ...meAs('staff'), name: 'Ada Lund', version: 2 })
      }),
    )
    const { person } = renderApp(server, { path: '/settings/', role: 'staff' })
    await heading('Settings')
    const name = await section('Profile').findByRole('textbox', { name: 'Name' })
    await person.clear(name)
    await person.type(name, 'Ada Lund')
    await person.click(section('Profile').getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('User updated successfully')).toBeInTheDocument()
    expect(requests).toEqual([['"1"', { name: 'Ada Lund' }]])
  })
})

describe('the password', () => {
  it('is changed when it was typed twice the same, and what the service says is shown', async () => {
    const bodies: unknown[] = []
    server.use(
      http.put(`${authUrl}/user`, async ({ request }) => {
        bodies.push(((await request.json()) as { password: string }).password)
        if (bodies.length > 1) return HttpResponse.json(user)
        const weak = { code: 'weak_password', message: 'Too weak' }
        return HttpResponse.json(weak, { status: 422, headers: { 'x-supabase-api-version': '2024-01-01' } })
      }),
    )
    const { person } = renderApp(server, { path: '/settings/', role: 'viewer' })
    await heading('Settings')
    const first = section('Password').getByLabelText('New password')
    const again = section('Password').getByLabelText('Repeat new password')
    const save = () => person.click(section('Password').getByRole('button', { name: 'Change password' }))

    await person.type(first, 'abc')
    await person.type(again, 'abd')
    await save()
    expect(again).toHaveAccessibleDescription('The two passwords are not the same')
    await person.clear(again)
    await person.type(again, 'abc')
    await save()
    await waitFor(() => expect(first).toHaveAccessibleDescription('Too weak'))
    await save()
    expect(await screen.findByText('Password updated successfully')).toBeInTheDocument()
    expect(first).toHaveValue('')
    expect(bodies).toEqual(['abc', 'abc'])
  })
})

it('the appearance takes effect at once and is kept outside react-admin’s store', async () => {
  const { person, unmount } = renderApp(server, { path: '/settings/', role: 'viewer' })
  await heading('Settings')
  expect(screen.getByRole('radio', { name: 'System' })).toBeChecked()
  await person.click(screen.getByRole('radio', { name: 'Dark' }))
  await waitFor(() => expect(document.documentElement.dataset.scheme).toBe('dark'))
  expect(localStorage.getItem('color-mode')).toBe('dark')
  unmount()
})

it('the language changes with the profile', async () => {
  let locale: string | null = null
  renderApp(server, { path: '/settings/', role: 'viewer' })
  server.use(
    http.get(`${apiUrl}/users/me`, () => HttpResponse.json({ ...meAs('viewer'), locale })),
    http.patch(`${apiUrl}/users/me`, async ({ request }) => {
      locale = ((await request.json()) as { locale: string }).locale
      return HttpResponse.json({ ...meAs('viewer'), locale, version: 2 })
    }),
  )
  await heading('Settings')
  const { userEvent } = await import('@testing-library/user-event')
  const person = userEvent.setup()
  await person.click(await section('Profile').findByRole('combobox', { name: 'Language' }))
  await person.click(await screen.findByRole('option', { name: 'Deutsch' }))
  await person.click(section('Profile').getByRole('button', { name: 'Save' }))
  await heading('Einstellungen')
  expect(document.documentElement.lang).toBe('de')
})

describe('the tenant', () => {
  it('is its owners’ affair', async () => {
    renderApp(server, { path: '/settings/tenant', role: 'admin' })
    await heading('No access')
    expect(screen.queryByRole('link', { name: 'Members' })).toBeNull()
  })

  it('is changed by them, and its new name is shown everywhere', async () => {
    let name = tenant.name
    const changed = () => ({ ...tenant, name, version: name === tenant.name ? 1 : 2 })
    const { person } = renderApp(server, { path: '/settings/tenant', role: 'owner' })
    server.use(
      http.get(`${apiUrl}/tenants/${tenant.id}`, () => HttpResponse.json(changed())),
      http.get(`${apiUrl}/tenants`, () => listOf([changed(), tenants[1]!])),
      http.patch(`${apiUrl}/tenants/${tenant.id}`, async ({ request }) => {
        name = ((await request.json()) as { name: string }).name
        return HttpResponse.json(changed())
      }),
    )
    await heading('Tenant')
    const input = await screen.findByRole('textbox', { name: 'Name' })
    await person.clear(input)
    await person.type(input, 'Harbour Baths')
    await person.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Tenant updated successfully')).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: 'Harbour Baths' })).toBeInTheDocument()
  })

  it('has members, who are named, added by address and given a role', async () => {
    const member = {
      id: 'm1',
      tenantId: tenant.id,
      userId: 'u1',
      userName: 'Stella Staff',
      userEmail: 'stella@example.test',
      role: 'staff',
      joinedAt: '2026-02-01T00:00:00Z',
      isActive: true,
      version: 3,
    }
    const requests: unknown[] = []
    const note = async (request: Request) => requests.push([request.method, await request.json()])
    const members = `${apiUrl}/tenants/${tenant.id}/members`
    server.use(
      http.get(members, () => listOf([member])),
      http.post(members, async ({ request }) => {
        await note(request)
        return HttpResponse.json({ ...member, id: 'm2' }, { status: 201 })
      }),
      http.patch(`${members}/m1`, async ({ request }) => {
        await note(request)
        return HttpResponse.json({ ...member, role: 'admin' })
      }),
    )
    const { person } = renderApp(server, { path: '/settings/members', role: 'owner' })
    await heading('Members')
    expect(await screen.findByText('Stella Staff')).toBeInTheDocument()
    await person.type(screen.getByRole('textbox', { name: 'E-mail of a new member' }), 'new@example.test')
    await person.click(screen.getByRole('button', { name: 'Add member' }))
    expect(await screen.findByText('Member created successfully')).toBeInTheDocument()
    await person.click(screen.getByRole('combobox', { name: 'Role of Stella Staff' }))
    await person.click(await screen.findByRole('option', { name: 'Admin' }))
    expect(await screen.findByText('Member updated successfully')).toBeInTheDocument()
    expect(requests).toEqual([
      ['POST', { email: 'new@example.test', role: 'staff' }],
      ['PATCH', { role: 'admin' }],
    ])
  })
})
