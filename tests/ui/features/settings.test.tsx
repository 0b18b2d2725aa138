import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { listOf, meAs, renderApp, tenants } from '../layout/support/renderApp'
import { apiUrl, authUrl, sessionBody, startNetwork, user } from '../support'

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
    await person.click(await section('Profile').findByRole('button', { name: 'Save' }))
    expect(await screen.findByText('User updated successfully')).toBeInTheDocument()
    expect(requests).toEqual([['"1"', { name: 'Ada Lund' }]])
  })
})

it('the profile says that it could not be loaded, and loads once somebody tries again', async () => {
  const { person } = renderApp(server, { path: '/settings/', role: 'staff' })
  let isDown = true
  server.use(
    http.get(`${apiUrl}/users/me`, () =>
      isDown
        ? HttpResponse.json({ status: 503, code: 'unavailable', detail: 'Try again soon.' }, { status: 503 })
        : HttpResponse.json(meAs('staff')),
    ),
  )
  await heading('Settings')
  const problem = await section('Profile').findByRole('alert', {}, { timeout: 5000 })
  expect(problem).toHaveTextContent('Your profile could not be loaded')
  isDown = false
  await person.click(section('Profile').getByRole('button', { name: 'Try again' }))
  expect(await section('Profile').findByRole('textbox', { name: 'Name' })).toHaveValue('Ada Berg')
})

describe('the password', () => {
  const refusal = (code: string, message: string, status: number) =>
    HttpResponse.json({ code, message }, { status, headers: { 'x-supabase-api-version': '2024-01-01' } })
  const field = (name: string) => section('Password').getByLabelText(name)
  const open = async () => {
    const { person } = renderApp(server, { path: '/settings/', role: 'viewer' })
    await heading('Settings')
    await screen.findByRole('region', { name: 'Password' })
    return { person, save: () => person.click(section('Password').getByRole('button', { name: 'Change password' })) }
  }

  it('is changed by who knows the current one and typed the new one twice the same; what the service says is shown', async () => {
    const bodies: unknown[] = []
    server.use(
      http.put(`${authUrl}/user`, async ({ request }) => {
        bodies.push(await request.json())
        if (bodies.length === 1) return refusal('weak_password', 'Too weak', 422)
        return bodies.length === 2
          ? refusal('current_password_invalid', 'Current password required', 400)
          : HttpResponse.json({ ...sessionBody('renewed'), user })
      }),
      http.post(`${authUrl}/token`, async ({ request }) => {
        const { refresh_token: token } = (await request.json()) as { refresh_token: string }
        return token === 'refresh-renewed'
          ? HttpResponse.json(sessionBody('next'))
          : refusal('refresh_token_not_found', 'Gone', 400)
      }),
    )
    const { person, save } = await open()
    await save()
    expect(field('Current password')).toHaveAccessibleDescription('Enter your current password')
    await person.type(field('Current password'), 'old')
    await person.type(field('New password'), 'abc')
    await person.type(field('Repeat new password'), 'abd')
    await save()
    expect(field('Repeat new password')).toHaveAccessibleDescription('The two passwords are not the same')
    await person.clear(field('Repeat new password'))
    await person.type(field('Repeat new password'), 'abc')
    await save()
    await waitFor(() => expect(field('New password')).toHaveAccessibleDescription('Too weak'))
    await save()
    await waitFor(() =>
      expect(field('Current password')).toHaveAccessibleDescription('This is not your current password'),
    )
    await person.click(field('Sign out all other devices'))
    await save()
    expect(await screen.findByText('Password updated successfully')).toBeInTheDocument()
    expect(field('New password')).toHaveValue('')
    expect(field('Current password')).toHaveValue('')
    expect(localStorage.getItem('slotwise.auth')).toContain('refresh-next')
    const sent = { current_password: 'old', password: 'abc', renew_session: true }
    expect(bodies).toMatchObject([sent, sent, { ...sent, keep_other_sessions: true }])
    expect(bodies[0]).not.toHaveProperty('keep_other_sessions')
  })

  it('is changed with a mailed code by who does not know it', async () => {
    let body: unknown
    server.use(
      http.get(`${authUrl}/reauthenticate`, () => HttpResponse.json({})),
      http.put(`${authUrl}/user`, async ({ request }) => {
        body = await request.json()
        return HttpResponse.json({ ...sessionBody('renewed'), user })
      }),
    )
    const { person, save } = await open()
    await person.click(section('Password').getByRole('button', { name: 'Mail me a code instead' }))
    await person.type(await section('Password').findByLabelText('Code from the mail'), '12345678')
    await person.type(field('New password'), 'abc')
    await person.type(field('Repeat new password'), 'abc')
    await save()
    expect(await screen.findByText('Password updated successfully')).toBeInTheDocument()
    expect(body).toMatchObject({ password: 'abc', nonce: '12345678' })
  })
})

it('the security history says how one signed in, in words', async () => {
  const entry = { at: '2026-03-01T08:00:00.000Z', actor: null, network: '192.0.2.1', device: 'Firefox · Windows' }
  renderApp(server, { path: '/settings/', role: 'viewer' })
  server.use(
    http.get(`${apiUrl}/users/me/security-log`, () =>
      listOf([
        { ...entry, id: '1', kind: 'signed_in', subject: user.email, tenant: null, details: 'recovery_code' },
        { ...entry, id: '2', kind: 'member_changed', subject: user.email, tenant: 'Spa', details: 'viewer → admin' },
      ]),
    ),
  )
  await heading('Settings')
  expect(await screen.findByText(/· with a recovery code ·/)).toBeInTheDocument()
  expect(screen.getByText(/· Viewer → Admin ·/)).toBeInTheDocument()
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
  await person.click(await section('Profile').findByRole('button', { name: 'Save' }))
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
    await heading('Tenant Settings')
    const input = await screen.findByRole('textbox', { name: 'Name' })
    await person.clear(input)
    await person.type(input, 'Harbour Baths')
    await person.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Tenant Settings updated successfully')).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: 'Harbour Baths' })).toBeInTheDocument()
  })

  it('has its branding and its booking policy on pages of their own, linked above each', async () => {
    const sent: unknown[] = []
    const policy = {
      holdMinutes: 10,
      offerMinutes: 240,
      visitWaitMinutes: 0,
      staffKeepToOwn: false,
      autoComplete: true,
      retentionMonths: null,
    }
    const { person } = renderApp(server, { path: '/settings/tenant', role: 'owner' })
    server.use(
      http.get(`${apiUrl}/tenants/${tenant.id}`, () => HttpResponse.json({ ...tenant, ...policy, version: 4 })),
      http.patch(`${apiUrl}/tenants/${tenant.id}`, async ({ request }) => {
        sent.push([request.headers.get('If-Match'), await request.json()])
        return HttpResponse.json({ ...tenant, ...policy, holdMinutes: 15, version: 5 })
      }),
    )
    await heading('Tenant Settings')
    const links = within(screen.getByRole('navigation'))
    const namesIn = (list: HTMLElement) =>
      within(list)
        .getAllByRole('link')
        .map(({ textContent }) => textContent)
    const groups = await links.findAllByRole('region')
    expect(groups.map(group => group.getElementsByTagName('h2')[0]?.textContent)).toEqual([
      ...['Business', 'Team', 'Customers’ mails', 'Connections', 'Account'],
    ])
    expect(namesIn(links.getByRole('region', { name: 'Business' }))).toEqual([
      ...['Tenant Settings', 'Branding', 'Booking Policy', 'Archive'],
    ])
    expect(within(links.getByRole('region', { name: 'Account' })).queryByRole('link')).toBeNull()
    expect(links.getByRole('link', { name: 'Tenant Settings' })).toHaveAttribute('aria-current', 'page')
    expect(links.getByRole('link', { name: 'Your account' })).not.toHaveAttribute('aria-current')
    await person.click(links.getByRole('link', { name: 'Branding' }))
    await heading('Branding')
    expect(await screen.findByRole('textbox', { name: 'Brand color' })).toBeInTheDocument()
    await person.click(screen.getByRole('link', { name: 'Booking Policy' }))
    await heading('Booking Policy')
    const hold = await screen.findByRole('spinbutton', { name: 'Hold (minutes)' })
    await person.clear(hold)
    await person.type(hold, '15')
    await person.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Booking Policy updated successfully')).toBeInTheDocument()
    expect(sent).toEqual([['"4"', { holdMinutes: 15 }]])
  })

  it('has members, who are named and given a role', async () => {
    const member = {
      id: 'm1',
      tenantId: tenant.id,
      userId: 'u1',
      userName: 'Stella Staff',
      userEmail: 'stella@example.test',
      role: 'staff',
      joinedAt: '2026-02-01T00:00:00.000Z',
      isActive: true,
      version: 3,
    }
    const requests: unknown[] = []
    const members = `${apiUrl}/tenants/${tenant.id}/members`
    server.use(
      http.get(`${apiUrl}/tenants/${tenant.id}/invitations`, () => listOf([])),
      http.get(members, () => listOf([member])),
      http.patch(`${members}/m1`, async ({ request }) => {
        requests.push([request.method, await request.json()])
        return HttpResponse.json({ ...member, role: 'admin' })
      }),
      http.post(`${members}/m1/deactivate`, async ({ request }) => {
        requests.push([request.method, await request.text()])
        return HttpResponse.json({ ...member, isActive: false })
      }),
    )
    const { person } = renderApp(server, { path: '/settings/members', role: 'owner' })
    await heading('Members')
    expect(await screen.findByText('Stella Staff')).toBeInTheDocument()
    expect(await screen.findByText(/Nobody is invited/)).toBeInTheDocument()
    await person.click(screen.getByRole('combobox', { name: 'Role of Stella Staff' }))
    await person.click(await screen.findByRole('option', { name: 'Admin' }))
    expect(await screen.findByText('Member updated successfully')).toBeInTheDocument()
    await person.click(await screen.findByRole('button', { name: 'Deactivate…' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Deactivate: Stella Staff' }))
    expect(question.getByText('They lose access at once. What they did is kept.')).toBeInTheDocument()
    await person.click(question.getByRole('button', { name: 'Deactivate' }))
    expect(await screen.findByText('Deactivated: Stella Staff')).toBeInTheDocument()
    expect(requests).toEqual([
      ['PATCH', { role: 'admin' }],
      ['POST', '{}'],
    ])
  })
})
