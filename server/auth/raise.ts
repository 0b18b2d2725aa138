import type { Context } from 'hono'
import type { Transaction } from '../db/database'
import { lockById } from './accounts'
import type { AuthContext } from './authContext'
import { AuthError } from './authError'
import type { SignedIn } from './bearer'
import { visitOf } from './knownDevices'
import { type Attempt, forgetAttempts, takeAttempts } from './limits'
import { raiseSession, type SecondStep } from './sessions'

/** Locks the account, so that parallel requests cannot share a code. */
export const createRaise = (context: AuthContext) => {
  const { run, now } = context
  return async (
    c: Context,
    { account, sessionId }: SignedIn,
    attempts: readonly Attempt[],
    check: (trx: Transaction) => Promise<SecondStep>,
  ) => {
    const taken = await run(trx => takeAttempts(trx, attempts, now()))
    return run(async trx => {
      const current = await lockById(trx, account.id)
      if (!current) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
      const step = await check(trx)
      await forgetAttempts(trx, taken)
      return raiseSession(trx, context, { account: current, sessionId, step, visit: visitOf(context, c) })
    })
  }
}
