import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Session } from '../../src/authProvider/createSession'
import { sessionAuthProvider } from '../../src/authProvider/sessionAuthProvider'

export const authUrl = 'http://localhost:3000/auth/v1'
export const apiUrl = '/api'

export const user = {
  id: '0197c0de-0000-7000-8000-00000000000a',
  aud: 'authenticated',
  email: 'ada@example.test',
  app_metadata: {},
  user_metadata: {},
  created_at: '2026-01-01T00:00:00.000Z',
}

const base64 = (value: object) => btoa(JSON.stringify(value)).replace(/=+$/, '')

export const sessionBody = (name = 'token') => ({
  access_token: `${base64({ alg: 'ES256' })}.${base64({ sub: user.id, exp: Math.floor(Date.now() / 1000) + 3600, name })}.sig`,
  token_type: 'bearer',
  expires_in: 3600,
  refresh_token: `refresh-${name}`,
  user,
})

/** Signs in as the sign-in page does. */
export const signIn = (session: Session) =>
  sessionAuthProvider(session).login({ email: 'ada@example.test', password: 'secret' })

/** Draws what is urgent, as before a browser's next event, and leaves what may wait. */
export const urgently = async (press: () => void): Promise<void> => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false)
  press()
  for (let turn = 0; turn < 100; turn++) await Promise.resolve()
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
}

/** What a simulation answers when nothing would change. */
export const noEffect = {
  isTruncated: false,
  unchangedVariantCount: 0,
  unaskedVariantCount: 0,
  variants: [],
  resources: [],
  days: [],
  bookings: { judgedCount: 0, strandedCount: 0, irregularCount: 0, alreadyOutsideCount: 0, laterCount: 0, items: [] },
  timeslots: null,
}

/** The network's edge: tests add what they need with `server.use`. */
export const startNetwork = () => {
  const server = setupServer(
    http.post(`${authUrl}/token`, () => HttpResponse.json(sessionBody())),
    http.post(`${authUrl}/logout`, () => new HttpResponse(null, { status: 204 })),
    http.get(`${authUrl}/user`, () => HttpResponse.json(user)),
    http.get(`${authUrl}/sessions`, () => HttpResponse.json({ sessions: [] })),
    http.get(`${authUrl}/recovery-codes`, () => HttpResponse.json({ remaining: 10, created_at: null })),
    // Nothing uses anything, unless a test says so.
    http.get(`${apiUrl}/*/usage`, () => HttpResponse.json({ usedBy: [], refusal: null, cascade: [], kept: [] })),
    http.get(`${apiUrl}/bookings/:id/history`, () => HttpResponse.json([])),
    // Nobody keeps a list as a view, unless a test says so.
    http.get(`${apiUrl}/saved-views`, () => HttpResponse.json([], { headers: { 'X-Total-Count': '0' } })),
    // Nobody invites anybody, unless a test says so.
    http.get(`${apiUrl}/users/me/invitations`, () => HttpResponse.json([])),
    // Nothing is in the catalog, unless a test says so.
    http.get(`${apiUrl}/resources/services`, () => HttpResponse.json({ services: [] })),
    // No change of the set-up changes anything else, unless a test says so.
    http.post(`${apiUrl}/availability/simulate`, () => HttpResponse.json(noEffect)),
    // Nothing happens elsewhere, unless a test says so.
    http.get(`${apiUrl}/bookings/live`, () => new HttpResponse(new ReadableStream())),
  )
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
  afterEach(() => server.resetHandlers())
  afterAll(() => server.close())
  return server
}

/** Chooses *Delete…* among the actions of the record that a dialog or page shows. */
export const chooseDelete = async (
  person: UserEvent,
  where: Pick<typeof screen, 'findByRole'> = screen,
): Promise<void> => {
  await person.click(await where.findByRole('button', { name: /^Actions for/ }))
  await person.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
}
