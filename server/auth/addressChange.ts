import type { Transaction } from '../db/database'
import { type AccountRow, isFreeAddress, updateAccount } from './accounts'
import type { AuthContext } from './authContext'
import { AuthError, emailExists } from './authError'
import { leaveAddress } from './formerAddresses'
import { issueOneTimeToken, revokeOneTimeTokens } from './oneTimeTokens'
import { throwOut } from './throwOut'

export const changeKinds = ['email_change_current', 'email_change_new'] as const

/** Also notifies the old address. @throws AuthError `email_exists` */
export const changeAddress = async (
  trx: Transaction,
  context: AuthContext,
  { id: userId, email: from }: AccountRow,
  to: string,
): Promise<AccountRow> => {
  const now = context.now()
  if (!(await isFreeAddress(trx, { email: to, userId, now }))) throw emailExists()
  await throwOut(trx, userId, 'all')
  const token = await leaveAddress(trx, { userId, from, to, now })
  const undoLink = token && context.links.undoLink(token)
  await context.notice(trx, 'email_changed', { id: userId, email: from }, { newEmail: to, undoLink })
  return updateAccount(trx, userId, { email: to, emailConfirmedAt: new Date(now).toISOString() })
}

interface PendingChange {
  account: Pick<AccountRow, 'id' | 'email'>
  newEmail: string
  sessionId: string
  codeChallenge: string | null
  redirectTo: string | undefined
}

export const askForAddress = async (
  trx: Transaction,
  context: AuthContext,
  { account: { id: userId, email }, newEmail, sessionId, codeChallenge, redirectTo }: PendingChange,
): Promise<void> => {
  await revokeOneTimeTokens(trx, userId, changeKinds)
  const change = { newEmail, emailChangeSessionId: sessionId, emailChangeConfirmed: null }
  await updateAccount(trx, userId, change)
  const asked = { userId, sessionId, codeChallenge, now: context.now() }
  const [current, other] = changeKinds
  const toCurrent = await issueOneTimeToken(trx, { ...asked, kind: current })
  const toNew = await issueOneTimeToken(trx, { ...asked, kind: other })
  await context.mail(trx, { kind: current, userId, to: email, newEmail, token: toCurrent, redirectTo })
  await context.mail(trx, { kind: other, userId, to: newEmail, newEmail, token: toNew, redirectTo })
}

/**
 * @returns null until the other address confirms
 * @throws AuthError `otp_expired` if no change is pending, `email_exists`
 */
export const agreeToAddress = async (
  trx: Transaction,
  context: AuthContext,
  account: AccountRow,
  kind: (typeof changeKinds)[number],
): Promise<AccountRow | null> => {
  const { newEmail, emailChangeSessionId, emailChangeConfirmed } = account
  if (!newEmail || !emailChangeSessionId) {
    throw new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')
  }
  const side = kind === 'email_change_current' ? 'current' : 'new'
  if (emailChangeConfirmed && emailChangeConfirmed !== side) return changeAddress(trx, context, account, newEmail)
  await updateAccount(trx, account.id, { emailChangeConfirmed: side })
  return null
}
