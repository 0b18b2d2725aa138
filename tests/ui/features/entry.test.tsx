import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { config } from '../../../src/config'
import { renderApp } from '../layout/support/renderApp'
import { authUrl, sessionBody, startNetwork, user } from '../support'

const server = startNetwork()
const headers = { 'x-supabase-api-version': '2024-01-01' }
const refuse = (code: string, message: string, status = 400) =>
  HttpResponse.json({ code, message }, { status, headers })

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const password = (name = 'Password') => screen.getByLabelText(name)

describe('signing in', () => {
  it('says what was wrong at the form, and keeps the address', async () => {
    server.use(http.post(`${authUrl}/token`, () => refuse('invalid_credentials', 'Invalid login credentials')))
    const { person } = renderApp(server, { path: '/login' })
    await heading('Sign in')
    await person.type(screen.getByRole('textbox', { name: 'E-mail' }), 'ada@example.test')
    await person.type(password(), 'wrong')
    await person.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByText('Invalid login credentials')).toBeInTheDocument()
    expect(screen.getByRole('textbox', { name: 'E-mail' })).toHaveValue('ada@example.test')
  })

  it('offers the demo accounts while the demo is on, each with what it may do, and only then', async () => {
    const asked: unknown[] = []
    server.use(
      http.post(`${authUrl}/token`, async ({ request }) => {
        asked.push(await request.json())
        return refuse('invalid_credentials', 'Invalid login credentials')
      }),
    )
    const first = renderApp(server, { path: '/login' })
    await heading('Sign in')
    expect(screen.queryByRole('region', { name: 'Look around as' })).toBeNull()
    first.unmount()
    config.hasDemo = true
    try {
      const { person } = renderApp(server, { path: '/login' })
      await person.click(await screen.findByRole('button', { name: /^Stella Staff.*takes bookings/ }))
      expect(await screen.findByText('Invalid login credentials')).toBeInTheDocument()
      expect(asked).toMatchObject([{ email: 'staff@demo.test', password: 'demo-password-1' }])
    } finally {
      config.hasDemo = false
    }
  })

  it('asks for what is missing at its field, without asking the service', async () => {
    server.use(http.post(`${authUrl}/token`, () => HttpResponse.error()))
    const { person } = renderApp(server, { path: '/login' })
    await heading('Sign in')
    await person.type(screen.getByRole('textbox', { name: 'E-mail' }), 'ada@example.test{Enter}')
    expect(password()).toHaveAccessibleDescription('Required')
    expect(password()).toHaveFocus()
    expect(screen.queryByText(/Unknown error/)).toBeNull()
  })

  it('shows the password to those who ask', async () => {
    const { person } = renderApp(server, { path: '/login' })
    await heading('Sign in')
    expect(password()).toHaveAttribute('type', 'password')
    await person.click(screen.getByRole('button', { name: 'Show password' }))
    expect(password()).toHaveAttribute('type', 'text')
  })
})

describe('signing up', () => {
  const fill = async (answer: () => Response) => {
    const bodies: unknown[] = []
    server.use(
      http.post(`${authUrl}/signup`, async ({ request }) => {
        bodies.push(await request.json())
        return answer()
      }),
    )
    const app = renderApp(server, { path: '/signup' })
    await heading('Create an account')
    await app.person.type(screen.getByRole('textbox', { name: 'Name' }), 'Ada Berg')
    await app.person.type(screen.getByRole('textbox', { name: 'E-mail' }), 'ada@example.test')
    await app.person.type(password(), 'secret{Enter}')
    return { ...app, bodies }
  }

  it('sends the name along, and waits for the mail when there is no session yet', async () => {
    const { bodies } = await fill(() => HttpResponse.json({ ...user, email_confirmed_at: null }))
    await heading('Check your mail')
    expect(screen.getByRole('status')).toHaveTextContent('ada@example.test')
    expect(bodies).toMatchObject([{ email: 'ada@example.test', password: 'secret', data: { name: 'Ada Berg' } }])
  })

  it.each([
    ['length', 'Use at least 9 characters'],
    ['pwned', 'This password is easy to guess. Choose another one.'],
    ['characters', 'Password should be at least 9 characters.'],
  ])('says at the field what the service does not like about the password (%s)', async (reason, said) => {
    const weak = { code: 'weak_password', message: 'Password should be at least 9 characters.' }
    await fill(() => HttpResponse.json({ ...weak, weak_password: { reasons: [reason] } }, { status: 422, headers }))
    await waitFor(() => expect(password()).toHaveAccessibleDescription(said))
  })
})

describe('a new password', () => {
  it('is asked for by mail, with the same answer for everybody', async () => {
    server.use(http.post(`${authUrl}/recover`, () => HttpResponse.json({})))
    const { person } = renderApp(server, { path: '/forgot-password' })
    await heading('Forgotten password')
    await person.type(screen.getByRole('textbox', { name: 'E-mail' }), 'who@example.test{Enter}')
    await heading('Check your mail')
    expect(screen.getByRole('status')).toHaveTextContent('If there is an account for who@example.test')
  })

  it('uses the link of the mail once, also when the first password was too weak', async () => {
    const tokens: unknown[] = []
    let isWeak = true
    server.use(
      http.post(`${authUrl}/verify`, async ({ request }) => {
        tokens.push(((await request.json()) as { token_hash: string }).token_hash)
        return HttpResponse.json(sessionBody(), { headers })
      }),
      http.put(`${authUrl}/user`, () => (isWeak ? refuse('weak_password', 'Too weak', 422) : HttpResponse.json(user))),
    )
    const { person, router } = renderApp(server, { path: '/new-password?token_hash=abc&type=recovery' })
    await heading('Choose a new password')
    expect(tokens).toEqual([])
    await person.type(password('New password'), 'short{Enter}')
    await screen.findByText('Too weak')
    isWeak = false
    await person.type(password('New password'), ' but longer{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(tokens).toEqual(['abc'])
  })

  it('leads back to asking when the link does not work any more', async () => {
    server.use(http.post(`${authUrl}/verify`, () => refuse('otp_expired', 'Email link is invalid or has expired', 403)))
    const { person } = renderApp(server, { path: '/new-password?token_hash=old&type=recovery' })
    await heading('Choose a new password')
    await person.type(password('New password'), 'long enough{Enter}')
    expect(await screen.findByText('This link has expired or was used already.')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', '/forgot-password')
  })
})

it('an address is confirmed by the person, not by whatever opens links', async () => {
  const types: unknown[] = []
  server.use(
    http.post(`${authUrl}/verify`, async ({ request }) => {
      types.push(((await request.json()) as { type: string }).type)
      return HttpResponse.json(sessionBody(), { headers })
    }),
  )
  const { person, router } = renderApp(server, { path: '/confirm?token_hash=abc&type=signup' })
  await heading('Confirm your address')
  expect(types).toEqual([])
  await person.click(screen.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(types).toEqual(['signup'])
})
