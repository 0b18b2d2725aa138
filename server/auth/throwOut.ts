import type { Transaction } from '../db/database'
import { updateAccount } from './accounts'
import { revokeOneTimeTokens } from './oneTimeTokens'
import { endAllSessions, endSessions } from './sessions'

export type KeptSessions = 'all' | 'none' | { id: string }

/** Call it after every change of control of an account. */
export const throwOut = async (trx: Transaction, userId: string, kept: KeptSessions): Promise<void> => {
  await revokeOneTimeTokens(trx, userId)
  await updateAccount(trx, userId, { newEmail: null, emailChangeSessionId: null, emailChangeConfirmed: null })
  if (kept === 'none') await endAllSessions(trx, userId)
  else if (kept !== 'all') await endSessions(trx, userId, kept.id, 'others')
}
