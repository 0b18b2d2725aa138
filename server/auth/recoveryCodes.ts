import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Transaction } from '../db/database'
import { hashToken } from './secrets'

const table = 'authService.recoveryCodes'

const codesAtOnce = 10

/** Crockford's base32 avoids similar characters. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const groups = 4
const groupLength = 4

/** 80 random bits, such as `7k2m-9xqd-04tz-h8rw`. */
const newCode = (): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-')

const normalized = (code: string): string =>
  code
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')

const hashOf = (code: string): Buffer => hashToken(`recovery:${normalized(code)}`)

export const renewRecoveryCodes = async (trx: Transaction, userId: string, now: number): Promise<string[]> => {
  const codes = Array.from({ length: codesAtOnce }, newCode)
  const createdAt = new Date(now).toISOString()
  await deleteRecoveryCodes(trx, userId)
  await trx
    .insertInto(table)
    .values(codes.map(code => ({ userId, codeHash: hashOf(code), createdAt })))
    .execute()
  return codes
}

export const deleteRecoveryCodes = async (trx: Transaction, userId: string): Promise<void> => {
  await trx.deleteFrom(table).where('userId', '=', userId).execute()
}

export const redeemRecoveryCode = async (
  trx: Transaction,
  userId: string,
  code: string,
  now: number,
): Promise<boolean> =>
  (await trx
    .updateTable(table)
    .set({ usedAt: new Date(now).toISOString() })
    .where('userId', '=', userId)
    .where('codeHash', '=', hashOf(code))
    .where('usedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst()) !== undefined

export const recoveryCodesLeft = async (
  trx: Transaction,
  userId: string,
): Promise<{ remaining: number; createdAt: string | null }> => {
  const row = await trx
    .selectFrom(table)
    .select([sql<number>`(count(*) filter (where used_at is null))::int`.as('remaining')])
    .select(sql<string | null>`max(created_at)`.as('createdAt'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return row
}
