import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { config } from '../../../src/config'
import { writeChoice } from '../../../src/tenant/tenantChoice'
import { listOf, meAs, renderApp, tenants } from '../layout/support/renderApp'
import { apiUrl, authUrl, sessionBody, startNetwork, user } from '../support'

const server = startNetwork()
const headers = { 'x-supabase-api-version': '2024-01-01' }
const refuse = (code: string, message = code, status = 422) => HttpResponse.json({ code, message }, { status, headers })
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const section = async (name: string) => within(await screen.findByRole('region', { name }))

const factor = (name: string, status = 'verified') => ({
  id: `0197c0de-0000-7000-8000-00000000f${name.length.toString(16).padStart(3, '0')}`,
  factor_type: 'totp',
  status,
  friendly_name: name,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
})
const phone = factor('Phone')

const base64 = (value: object) => btoa(JSON.stringify(value)).replace(/=+$/, '')
const sessionAt = (aal: 'aal1' | 'aal2', factors: object[]) => {
  const claims = { sub: user.id, exp: Math.floor(Date.now() / 1000) + 3600, aal }
  return {
    ...sessionBody(aal),
    access_token: `${base64({ alg: 'ES256' })}.${base64(claims)}.sig`,
    user: { ...user, factors },
  }
}

/** The service asks for the codes that are given, and takes the last of them. */
const serveFactors = (factors: object[], right = '123456') => {
  const tried: { factor: unknown; code: string }[] = []
  server.use(
    http.post(`${authUrl}/token`, () => HttpResponse.json(sessionAt('aal1', factors))),
    http.get(`${authUrl}/user`, () => HttpResponse.json({ ...user, factors })),
    http.post(`${authUrl}/factors/:id/challenge`, () => HttpResponse.json({ id: 'c1', type: 'totp', expires_at: 0 })),
    http.post(`${authUrl}/factors/:id/verify`, async ({ request, params }) => {
      const { code } = (await request.json()) as { code: string }
      tried.push({ factor: params.id, code })
      return code === right ? HttpResponse.json(sessionAt('aal2', factors)) : refuse('mfa_verification_failed')
    }),
  )
  return tried
}

const signInAs = async (person: ReturnType<typeof renderApp>['person']) => {
  await heading('Sign in')
  await person.type(screen.getByRole('textbox', { name: 'E-mail' }), 'ada@example.test')
  await person.type(screen.getByLabelText('Password'), 'secret{Enter}')
}

describe('signing in with a second step', () => {
  it('asks for the code, says when it is wrong, and goes on when it is right', async () => {
    const tried = serveFactors([phone])
    const { person, router } = renderApp(server, { path: '/login' })
    await signInAs(person)
    await heading('Two-step sign-in')
    const code = screen.getByRole('textbox', { name: 'Code' })
    expect(code).toHaveFocus()
    expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    await person.type(code, '000 000{Enter}')
    expect(await screen.findByText(/This code is not right/)).toBeInTheDocument()
    await person.clear(code)
    await person.type(code, '123 456{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(tried).toEqual([
      { factor: phone.id, code: '000000' },
      { factor: phone.id, code: '123456' },
    ])
  })

  it('asks which app it is, where there are several', async () => {
    const tablet = factor('Tablet')
    const tried = serveFactors([phone, tablet])
    const { person } = renderApp(server, { path: '/login' })
    await signInAs(person)
    await person.selectOptions(await screen.findByRole('combobox', { name: 'Authenticator app' }), 'Tablet')
    await person.type(screen.getByRole('textbox', { name: 'Code' }), '123456{Enter}')
    await waitFor(() => expect(tried).toEqual([{ factor: tablet.id, code: '123456' }]))
  })

  it('takes a recovery code instead', async () => {
    serveFactors([phone])
    const codes: unknown[] = []
    server.use(
      http.get(`${authUrl}/user`, () => HttpResponse.json({ ...user, factors: [phone] })),
      http.post(`${authUrl}/recovery-codes/verify`, async ({ request }) => {
        codes.push(((await request.json()) as { code: string }).code)
        return codes.length === 1 ? refuse('mfa_verification_failed') : HttpResponse.json(sessionAt('aal2', [phone]))
      }),
    )
    const { person, router } = renderApp(server, { path: '/login' })
    await signInAs(person)
    await person.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
    const input = screen.getByRole('textbox', { name: 'Recovery code' })
    await person.type(input, 'nope{Enter}')
    await screen.findByText(/This code is not right/)
    await person.clear(input)
    await person.type(input, '7k2m-9xqd{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(codes).toEqual(['nope', '7k2m-9xqd'])
  })

  it('keeps the application closed until then, and can be given up', async () => {
    const session = { ...sessionAt('aal1', [phone]), expires_at: Math.floor(Date.now() / 1000) + 3600 }
    localStorage.setItem('slotwise.auth', JSON.stringify(session))
    const { person } = renderApp(server, { path: '/settings' })
    await heading('Two-step sign-in')
    await person.click(screen.getByRole('button', { name: 'Back to sign in' }))
    await heading('Sign in')
  })

  it('comes before a new password, too', async () => {
    serveFactors([phone])
    const saved: unknown[] = []
    server.use(
      http.post(`${authUrl}/verify`, () => HttpResponse.json(sessionAt('aal1', [phone]), { headers })),
      http.put(`${authUrl}/user`, async ({ request }) => {
        saved.push(((await request.json()) as { password: string }).password)
        return HttpResponse.json({ ...user, factors: [phone] })
      }),
    )
    const { person, router } = renderApp(server, { path: '/new-password?token_hash=abc&type=recovery' })
    await heading('Choose a new password')
    await person.type(screen.getByLabelText('New password'), 'a long new password{Enter}')
    await heading('Two-step sign-in')
    expect(saved).toEqual([])
    await person.type(screen.getByRole('textbox', { name: 'Code' }), '123456{Enter}')
    await heading('Choose a new password')
    await person.type(screen.getByLabelText('New password'), 'a long new password{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(saved).toEqual(['a long new password'])
  })
})

const keepSession = (factors: object[]) => {
  const kept = {
    ...sessionAt(factors.length > 0 ? 'aal2' : 'aal1', factors),
    expires_at: Math.floor(Date.now() / 1000) + 3600,
  }
  localStorage.setItem('slotwise.auth', JSON.stringify(kept))
}

/** The settings of somebody who has these apps. */
const openSettings = async (factors: object[] = []) => {
  keepSession(factors)
  writeChoice({ userId: user.id, tenantId: tenants[0]?.id ?? '' })
  const { person } = renderApp(server, { path: '/settings' })
  await heading('Settings')
  return person
}

describe('setting it up', () => {
  it('shows QR code and key, wants a code, then shows the recovery codes', async () => {
    const fresh = factor('Work phone', 'unverified')
    serveFactors([])
    server.use(
      http.get(`${authUrl}/recovery-codes`, () => HttpResponse.json({ remaining: 0, created_at: null })),
      http.post(`${authUrl}/recovery-codes`, () => HttpResponse.json({ codes: ['aaaa-bbbb', 'cccc-dddd'] })),
      http.post(`${authUrl}/factors`, async ({ request }) => {
        expect(await request.json()).toMatchObject({
          factor_type: 'totp',
          friendly_name: 'Work phone',
          issuer: 'Slotwise',
        })
        const totp = { qr_code: '<svg/>', secret: 'ABCDEFGH', uri: 'otpauth://totp/x' }
        return HttpResponse.json({ id: fresh.id, type: 'totp', friendly_name: 'Work phone', totp })
      }),
      http.post(`${authUrl}/factors/:id/verify`, () =>
        HttpResponse.json(sessionAt('aal2', [{ ...fresh, status: 'verified' }])),
      ),
    )
    const person = await openSettings()
    await person.click((await section('Two-step sign-in')).getByRole('button', { name: 'Set up an authenticator app' }))
    const name = (await section('Two-step sign-in')).getByRole('textbox', { name: 'Name' })
    await person.clear(name)
    await person.type(name, 'Work phone{Enter}')
    const image = await screen.findByRole('img', { name: 'QR code for the authenticator app' })
    expect(image).toHaveAttribute('src', 'data:image/svg+xml;utf-8,<svg/>')
    expect(screen.getByText('ABCD EFGH')).toBeInTheDocument()
    const code = screen.getByRole('textbox', { name: 'Code from the app' })
    await person.type(code, '{Enter}')
    expect(code).toHaveAccessibleDescription('Enter the code that the app shows')
    await person.type(code, '123456{Enter}')

    const codes = await screen.findByRole('list', { name: 'Recovery codes' })
    expect(
      within(codes)
        .getAllByRole('listitem')
        .map(item => item.textContent),
    ).toEqual(['aaaa-bbbb', 'cccc-dddd'])
    const written = vi.spyOn(navigator.clipboard, 'writeText')
    await person.click(screen.getByRole('button', { name: 'Copy' }))
    expect(written).toHaveBeenCalledWith('aaaa-bbbb\ncccc-dddd')
    expect(await screen.findByText('Codes copied')).toBeInTheDocument()
    await person.click(screen.getByRole('button', { name: 'I have saved them' }))
    expect(screen.queryByText('aaaa-bbbb')).toBeNull()
    expect(screen.getByRole('button', { name: 'Remove Work phone' })).toBeInTheDocument()
  })

  it('can be undone, after a question', async () => {
    serveFactors([phone])
    const removed: unknown[] = []
    server.use(
      http.delete(`${authUrl}/factors/:id`, ({ params }) => {
        removed.push(params.id)
        server.use(http.post(`${authUrl}/token`, () => HttpResponse.json(sessionAt('aal1', []))))
        return HttpResponse.json({ id: params.id })
      }),
    )
    const person = await openSettings([phone])
    await person.click((await section('Two-step sign-in')).getByRole('button', { name: 'Remove Phone' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove “Phone”?' }))
    expect(removed).toEqual([])
    await person.click(dialog.getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('Only your password protects your account so far.')).toBeInTheDocument()
    expect(removed).toEqual([phone.id])
  })
})

describe('a while after the sign-in', () => {
  it('asks for the password, then goes on with what was asked', async () => {
    serveFactors([phone])
    const proofs: unknown[] = []
    let isProved = false
    server.use(
      http.post(`${authUrl}/recovery-codes`, () =>
        isProved ? HttpResponse.json({ codes: ['aaaa-bbbb'] }) : refuse('reauthentication_needed', 'Prove it', 400),
      ),
      http.post(`${authUrl}/reauthenticate`, async ({ request }) => {
        const proof = (await request.json()) as { password: string }
        proofs.push(proof)
        if (proof.password !== 'secret') return refuse('current_password_invalid', 'Wrong', 400)
        isProved = true
        return new HttpResponse(null, { status: 204 })
      }),
    )
    const person = await openSettings([phone])
    const make = (await section('Two-step sign-in')).getByRole('button', { name: 'Make new ones' })
    await person.click(make)
    await screen.findByRole('dialog', { name: 'Is it you?' })
    await person.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByRole('list', { name: 'Recovery codes' })).toBeNull()

    await person.click(make)
    const password = within(await screen.findByRole('dialog', { name: 'Is it you?' })).getByLabelText(
      'Current password',
    )
    expect(password).toHaveFocus()
    await person.type(password, 'guess{Enter}')
    await waitFor(() => expect(password).toHaveAccessibleDescription('This is not your current password'))
    await person.clear(password)
    await person.type(password, 'secret{Enter}')
    expect(await screen.findByRole('list', { name: 'Recovery codes' })).toHaveTextContent('aaaa-bbbb')
    expect(proofs).toEqual([{ password: 'guess' }, { password: 'secret' }])
  })
})

describe('without a current tenant', () => {
  it('can be set up once the choice of a tenant is put off', async () => {
    keepSession([])
    const { person } = renderApp(server, { path: '/settings', tenant: null })
    await screen.findByRole('dialog', { name: 'Switch Tenant' })
    await person.keyboard('{Escape}')
    await heading('Settings')
    await person.click((await section('Two-step sign-in')).getByRole('button', { name: 'Set up an authenticator app' }))
    expect((await section('Two-step sign-in')).getByRole('textbox', { name: 'Name' })).toHaveFocus()
  })

  it('can be set up by superusers, who get no tenants before', async () => {
    keepSession([])
    config.superusersNeedSecondFactor = true
    onTestFinished(() => {
      config.superusersNeedSecondFactor = false
    })
    const { person } = renderApp(server, { path: '/settings', tenant: null })
    server.use(
      http.get(`${apiUrl}/users/me`, () => HttpResponse.json(meAs('superuser'))),
      http.get(`${apiUrl}/tenants`, () => refuse('second_factor_required', 'Set it up', 403)),
    )
    await heading('Settings')
    expect(screen.queryByRole('dialog')).toBeNull()
    await person.click((await section('Two-step sign-in')).getByRole('button', { name: 'Set up an authenticator app' }))
    expect((await section('Two-step sign-in')).getByRole('textbox', { name: 'Name' })).toHaveFocus()
  })
})

describe('one’s sessions', () => {
  const session = (id: string, device: string | null, is_current = false) => ({
    id,
    device,
    network: '192.0.2.1',
    last_used_at: '2026-03-01T09:30:00.000Z',
    is_current,
  })

  it('are named, this one marked, and others ended one by one or all', async () => {
    let sessions = [session('a', 'Firefox · Windows', true), session('b', 'Safari · iOS'), session('c', null)]
    const renewedWith: string[] = []
    serveFactors([])
    server.use(
      http.get(`${authUrl}/sessions`, () => HttpResponse.json({ sessions })),
      http.delete(`${authUrl}/sessions/:id`, ({ params }) => {
        sessions = sessions.filter(({ id }) => id !== params.id)
        return new HttpResponse(null, { status: 204 })
      }),
      http.delete(`${authUrl}/sessions`, () => {
        sessions = sessions.filter(({ is_current }) => is_current)
        return HttpResponse.json(sessionBody('renewed'))
      }),
      http.post(`${authUrl}/token`, async ({ request }) => {
        renewedWith.push(((await request.json()) as { refresh_token: string }).refresh_token)
        return HttpResponse.json(sessionBody('next'))
      }),
    )
    const person = await openSettings()
    const mine = await section('Your sessions')
    expect(await mine.findByText('This one')).toBeInTheDocument()
    expect(mine.getAllByText(/192\.0\.2\.1/)).toHaveLength(3)
    await person.click(mine.getByRole('button', { name: 'Sign out Safari · iOS' }))
    await waitFor(() => expect(mine.queryByText('Safari · iOS')).toBeNull())
    await person.click(mine.getByRole('button', { name: 'Sign out everywhere else' }))
    await waitFor(() => expect(mine.getAllByRole('listitem')).toHaveLength(1))
    expect(renewedWith).toEqual(['refresh-renewed'])
  })
})

describe('where it is required', () => {
  beforeEach(() => {
    config.superusersNeedSecondFactor = true
  })
  afterEach(() => {
    config.superusersNeedSecondFactor = false
  })
  const strict = tenants.map(tenant => ({ ...tenant, requireSecondFactor: true }))

  it('leads admins of the tenant to setting it up, and leaves the rest alone', async () => {
    const { person, unmount } = renderApp(server, { path: '/settings/audit-log', role: 'admin', theirTenants: strict })
    await heading('Set up two-step sign-in')
    expect(screen.getByText('Harbor Spa requires it of its owners and admins.')).toBeInTheDocument()
    await person.click(screen.getByRole('link', { name: 'Set it up' }))
    await heading('Settings')
    expect(screen.getByRole('button', { name: 'Set up an authenticator app' })).toBeInTheDocument()
    unmount()

    renderApp(server, { path: '/settings', role: 'staff', theirTenants: strict })
    await heading('Settings')
  })

  it('leads superusers there, who get no tenants before', async () => {
    server.use(http.get(`${apiUrl}/tenants`, () => refuse('second_factor_required', 'Set it up', 403)))
    renderApp(server, { path: '/superadmin', role: 'superuser' })
    server.use(
      http.get(`${apiUrl}/users/me`, () => HttpResponse.json(meAs('superuser'))),
      http.get(`${apiUrl}/tenants`, () => listOf([])),
    )
    await heading('Set up two-step sign-in')
    expect(screen.getByText('Superusers sign in with a second step here.')).toBeInTheDocument()
  })
})
