import { MINUTE } from '../../src/time/instant'
import type { Transaction } from '../db/database'
import { AuthError } from './authError'
import type { SignedIn } from './bearer'
import { redeemCode } from './oneTimeTokens'
import { passwordMatches } from './passwords'

export const recentFor = 10 * MINUTE

/** Epoch milliseconds. */
export const provedAt = (session: { createdAt: string; reauthenticatedAt: string | null }): number =>
  Date.parse(session.reauthenticatedAt ?? session.createdAt)

export interface Proof {
  current: string | null
  nonce: string | null
}

export const isRecent = ({ provedAt }: Pick<SignedIn, 'provedAt'>, now: number): boolean => now - provedAt < recentFor

/** The session may be stolen or left open. @throws AuthError `reauthentication_needed` */
export const requireRecent = (signedIn: Pick<SignedIn, 'provedAt'>, now: number): void => {
  if (isRecent(signedIn, now)) return
  throw new AuthError(400, 'reauthentication_needed', 'A change of the second step requires reauthentication')
}

/** @throws AuthError `current_password_invalid` */
export const provesPassword = async (
  { account }: Pick<SignedIn, 'account'>,
  { current }: Pick<Proof, 'current'>,
): Promise<boolean> => {
  if (current === null) return false
  if (await passwordMatches(current, account.passwordHash)) return true
  throw new AuthError(400, 'current_password_invalid', 'Current password required when setting new password.')
}

export const spendCode = async (trx: Transaction, sessionId: string, nonce: string, now: number): Promise<void> => {
  if (await redeemCode(trx, sessionId, nonce, now)) return
  throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
}
