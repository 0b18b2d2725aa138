import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Transaction } from '../db/database'
import { AuthError } from './authError'

/**
 * How many attempts are let through in a sliding window, per subject. A right password takes its attempt back. A person's own
 * address has a count of its own for each account, and addresses from which somebody signed in before are not held up by
 * strangers' guesses. IPv6 addresses count by their /64.
 */
export const limits = {
  /** Wrong passwords for one account from one address. */
  pair: { max: 10, windowMs: 15 * 60_000 },
  /** Wrong passwords for one account from addresses that never signed in to it. */
  account: { max: 50, windowMs: 15 * 60_000 },
  /** Wrong passwords from one address, over all accounts. */
  address: { max: 100, windowMs: 15 * 60_000 },
  /** Mails asked for, and sign-ups, from one address. */
  mail: { max: 30, windowMs: 5 * 60_000 },
  /** Mails to one account. */
  mailbox: { max: 5, windowMs: 15 * 60_000 },
  /** One-time tokens tried from one address. */
  verify: { max: 30, windowMs: 5 * 60_000 },
  /** New passwords chosen for one account: `same_password` tells whether a guess was the old one. */
  newPassword: { max: 10, windowMs: 15 * 60_000 },
} as const

export interface Attempt {
  limit: keyof typeof limits
  subject: string
}

/** How long an address stays known to an account. */
const knownForMs = 90 * 24 * 60 * 60_000

/** Expired rows forgotten with each write; more than a write adds, so that they cannot pile up. */
const prunedAtOnce = 100

const table = 'authService.attempts'
const at = (ms: number): string => new Date(ms).toISOString()
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
const keyOf = (name: string, subject: string): string => digest(`${name}:${subject}`).toString('base64url')

/** Parallel attempts of one subject take turns, in one order for all, so that none slips through and none deadlocks. */
const takeTurns = async (trx: Transaction, keys: readonly string[]): Promise<void> => {
  for (const key of [...keys].sort()) {
    await sql`select pg_advisory_xact_lock(${digest(key).readBigInt64BE().toString()}::bigint)`.execute(trx)
  }
}

/**
 * Counts attempts, which must happen before what they attempt.
 * @param now milliseconds since the epoch
 * @returns what `forgetAttempts` takes
 * @throws AuthError 429 when one of the subjects is at its limit; none is counted then
 */
export const takeAttempts = async (trx: Transaction, attempts: readonly Attempt[], now: number): Promise<string[]> => {
  const wanted = attempts.map(({ limit, subject }) => ({ limit, key: keyOf(limit, subject) }))
  const keys = wanted.map(({ key }) => key)
  await takeTurns(trx, keys)
  const rows = await trx
    .selectFrom(table)
    .select(['subject', sql<number>`count(*)::int`.as('count')])
    .where('subject', 'in', keys)
    .where('expiresAt', '>', at(now))
    .groupBy('subject')
    .execute()
  const counts = new Map(rows.map(({ subject, count }) => [subject, count]))
  const isOver = wanted.some(({ limit, key }) => (counts.get(key) ?? 0) >= limits[limit].max)
  if (isOver) throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
  const expired = trx.selectFrom(table).select('id').where('expiresAt', '<=', at(now)).orderBy('expiresAt')
  await trx.deleteFrom(table).where('id', 'in', expired.limit(prunedAtOnce).forUpdate().skipLocked()).execute()
  const taken = await trx
    .insertInto(table)
    .values(wanted.map(({ limit, key }) => ({ subject: key, expiresAt: at(now + limits[limit].windowMs) })))
    .returning('id')
    .execute()
  return taken.map(({ id }) => id)
}

/** Takes attempts back that turned out to be rightful. */
export const forgetAttempts = async (trx: Transaction, ids: readonly string[]): Promise<void> => {
  await trx.deleteFrom(table).where('id', 'in', ids).execute()
}

const knownKey = (email: string, network: string): string => keyOf('known', `${email}|${network}`)

/** Whether somebody signed in to the account from there before. */
export const isKnownAddress = async (
  trx: Transaction,
  email: string,
  network: string,
  now: number,
): Promise<boolean> => {
  const row = await trx
    .selectFrom(table)
    .select('id')
    .where('subject', '=', knownKey(email, network))
    .where('expiresAt', '>', at(now))
    .executeTakeFirst()
  return row !== undefined
}

/** Somebody signed in: the count of the pair starts anew, and the address is known from now on. */
export const rememberAddress = async (trx: Transaction, email: string, network: string, now: number): Promise<void> => {
  const known = knownKey(email, network)
  const keys = [keyOf('pair', `${email}|${network}`), known]
  await takeTurns(trx, keys)
  await trx.deleteFrom(table).where('subject', 'in', keys).execute()
  await trx
    .insertInto(table)
    .values({ subject: known, expiresAt: at(now + knownForMs) })
    .execute()
}
