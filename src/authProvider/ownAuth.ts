import { config } from '../config'
import type { Session } from './createSession'

/** Hosted projects lack recovery codes and a list of sessions. */
export const isOwnAuth = config.authKey === ''

export class OwnAuthError extends Error {
  readonly code: string
  readonly reasons: readonly string[]

  constructor(code: string, message: string, reasons: readonly string[] = []) {
    super(message)
    this.name = 'OwnAuthError'
    this.code = code
    this.reasons = reasons
  }
}

/**
 * For endpoints that Supabase's client lacks (docs/decisions/0010).
 * @throws OwnAuthError for a refusal, TypeError without an answer
 */
const callOwnAuth = async <T>(session: Session, method: string, path: string, body?: object): Promise<T> => {
  const answer = await fetch(new URL(`${config.authUrl}${path}`, location.origin), {
    method,
    headers: {
      authorization: `Bearer ${await session.accessToken()}`,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (answer.status === 204) return undefined as T
  const json = await answer.json()
  if (!answer.ok) throw new OwnAuthError(String(json.code), String(json.message), json.weak_password?.reasons)
  return json as T
}

export interface DeviceSession {
  id: string
  /** "Firefox · Windows"; null if unknown. */
  device: string | null
  network: string | null
  last_used_at: string
  is_current: boolean
}

export const listSessions = async (session: Session): Promise<DeviceSession[]> =>
  (await callOwnAuth<{ sessions: DeviceSession[] }>(session, 'GET', '/sessions')).sessions

export const endSession = (session: Session, id: string): Promise<void> =>
  callOwnAuth(session, 'DELETE', `/sessions/${id}`)

/** Adopts a step's new tokens. @throws OwnAuthError, or auth-js's error */
const renew = (session: Session, ask: () => Promise<{ refresh_token: string }>): Promise<void> =>
  session.replace(async () => {
    // Goes by the browser's clock, unlike `setSession`.
    const { error } = await session.auth.refreshSession(await ask())
    if (error) throw error
  })

/** Also ends copies of this session, which gets new tokens. @throws OwnAuthError */
export const endOtherSessions = (session: Session): Promise<void> =>
  renew(session, () => callOwnAuth(session, 'DELETE', '/sessions'))

/** @throws OwnAuthError `current_password_invalid` or `reauthentication_not_valid` */
export const proveIdentity = (session: Session, proof: { password?: string; nonce?: string }): Promise<void> =>
  callOwnAuth(session, 'POST', '/reauthenticate', proof)

interface PasswordChange {
  password: string
  current?: string
  code?: string
  /** Embedded service only. */
  keepsOthers?: boolean
}

/**
 * Ends other sessions unless `keepsOthers`. The embedded service gives this one new tokens, which voids copies.
 * @throws auth-js's error or OwnAuthError: a weak password with its reasons, `current_password_invalid` or
 * `reauthentication_needed`
 */
export const changePassword = async (
  session: Session,
  { password, current, code, keepsOthers }: PasswordChange,
): Promise<void> => {
  const wanted = {
    password,
    ...(current && { current_password: current }),
    ...(code && { nonce: code }),
  }
  if (!session.isEmbedded) {
    const { error } = await session.auth.updateUser(wanted)
    if (error) throw error
    await session.auth.refreshSession()
    return
  }
  const more = { renew_session: true, ...(keepsOthers && { keep_other_sessions: true }) }
  await renew(session, () => callOwnAuth(session, 'PUT', '/user', { ...wanted, ...more }))
}

export const countRecoveryCodes = async (session: Session): Promise<number> =>
  (await callOwnAuth<{ remaining: number }>(session, 'GET', '/recovery-codes')).remaining

/** Replaces older codes; only this answer shows them. */
export const makeRecoveryCodes = async (session: Session): Promise<string[]> =>
  (await callOwnAuth<{ codes: string[] }>(session, 'POST', '/recovery-codes')).codes

export const signInWithRecoveryCode = async (session: Session, code: string): Promise<void> => {
  const tokens = await callOwnAuth<{ access_token: string; refresh_token: string }>(
    session,
    'POST',
    '/recovery-codes/verify',
    { code },
  )
  const { error } = await session.auth.setSession(tokens)
  if (error) throw error
}
