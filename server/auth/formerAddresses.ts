import { DAY } from '../../src/time/instant'
import type { Transaction } from '../db/database'
import { AuthError } from './authError'
import { hashToken, newToken } from './secrets'

const undoableFor = 7 * DAY

const table = 'authService.formerAddresses'

const at = (ms: number): string => new Date(ms).toISOString()

interface FormerAddress {
  userId: string
  email: string
  position: number
  expiresAt: string
}

const forgetFrom = (trx: Transaction, { userId, position }: Pick<FormerAddress, 'userId' | 'position'>) =>
  trx.deleteFrom(table).where('userId', '=', userId).where('position', '>=', position).execute()

/**
 * Returning to a former address deletes it and all later ones, or a thief could change back and forth to get an undo
 * link.
 * @returns the token that restores the old address; null after a return
 */
export const leaveAddress = async (
  trx: Transaction,
  { userId, from, to, now }: { userId: string; from: string; to: string; now: number },
): Promise<string | null> => {
  const earlier = await trx
    .selectFrom(table)
    .select(['userId', 'position'])
    .where('userId', '=', userId)
    .where('email', '=', to)
    .orderBy('position')
    .$castTo<FormerAddress>()
    .executeTakeFirst()
  if (earlier) {
    await forgetFrom(trx, earlier)
    return null
  }
  await trx.deleteFrom(table).where('userId', '=', userId).where('expiresAt', '<=', at(now)).execute()
  const token = newToken()
  const values = { tokenHash: hashToken(token), userId, email: from, expiresAt: at(now + undoableFor) }
  await trx.insertInto(table).values(values).execute()
  return token
}

/** Voids the tokens of later addresses. @throws AuthError `otp_expired` */
export const takeFormerAddress = async (
  trx: Transaction,
  token: string,
  now: number,
): Promise<Pick<FormerAddress, 'userId' | 'email'>> => {
  const row = await trx
    .selectFrom(table)
    .selectAll()
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', at(now))
    .forUpdate()
    .$castTo<FormerAddress>()
    .executeTakeFirst()
  if (!row) throw new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')
  await forgetFrom(trx, row)
  return row
}

/** @param userId null for a new account */
export const isKeptForAnother = async (
  trx: Transaction,
  { email, userId, now }: { email: string; userId: string | null; now: number },
): Promise<boolean> => {
  const row = await trx
    .selectFrom(table)
    .select('userId')
    .where('email', '=', email)
    .where('expiresAt', '>', at(now))
    .$if(userId !== null, query => query.where('userId', '!=', userId))
    .executeTakeFirst()
  return row !== undefined
}

export const forgetFormerAddresses = async (trx: Transaction, userId: string): Promise<void> => {
  await trx.deleteFrom(table).where('userId', '=', userId).execute()
}
