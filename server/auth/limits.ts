import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { DAY, HOUR, MINUTE } from '../../src/time/instant'
import type { Transaction } from '../db/database'
import { networksAround } from '../networkOf'
import { overLimit } from './authError'

/**
 * Attempts per subject in a sliding window. A correct password gives its attempt back. Each pair of account and address
 * counts separately, so that strangers' guesses do not delay the owner. IPv6 counts by /64, and by /48 with a larger
 * allowance.
 */
export const limits = {
  pair: { max: 10, windowMs: 15 * MINUTE },
  /** Wrong passwords for one account from addresses new to it. Further guesses queue. */
  account: { max: 50, windowMs: 15 * MINUTE },
  address: { max: 100, windowMs: 15 * MINUTE },
  mail: { max: 30, windowMs: 5 * MINUTE },
  mailbox: { max: 5, windowMs: 15 * MINUTE },
  /**
   * From all addresses new to the mailbox. A recovery link lives as long as the window, so a refused owner finds a
   * working one in the mailbox.
   */
  mailboxOfAll: { max: 12, windowMs: HOUR },
  invitation: { max: 5, windowMs: HOUR },
  tenantInvitations: { max: 50, windowMs: HOUR },
  networkInvitations: { max: 100, windowMs: HOUR },
  verify: { max: 30, windowMs: 5 * MINUTE },
  /** Per session: `same_password` reveals whether a guess was the old one. */
  newPassword: { max: 10, windowMs: 15 * MINUTE },
  /** Three in a million codes are valid at any time. */
  code: { max: 10, windowMs: 15 * MINUTE },
  codeDay: { max: 30, windowMs: DAY },
  /** Separate, so that used-up app codes do not block recovery. */
  recoveryCode: { max: 10, windowMs: 15 * MINUTE },
} as const

/**
 * Between strangers' guesses once an account is at its limit, and their longest wait. Networks with repeated wrong
 * guesses wait in `again`.
 */
export const spacing = {
  first: { apartMs: 3_000, longestWaitMs: 6_000 },
  again: { apartMs: 12_000, longestWaitMs: 6_000 },
} as const

const mistakesBeforeAgain = 3

export interface Attempt {
  limit: keyof typeof limits
  subject: string
  times?: number
}

export const attemptsOf = (limit: keyof typeof limits, network: string): Attempt[] =>
  networksAround(network).map(({ name, times }) => ({ limit, subject: name, times }))

const knownForMs = 90 * DAY

/** More than a write adds, so that expired rows cannot pile up. */
const prunedAtOnce = 100

const table = 'authService.attempts'
const at = (ms: number): string => new Date(ms).toISOString()
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
const keyOf = (name: string, subject: string): string => digest(`${name}:${subject}`).toString('base64url')

/** A fixed order prevents deadlocks. */
const lockSubjects = async (trx: Transaction, keys: readonly string[]): Promise<void> => {
  for (const key of [...keys].sort()) {
    await sql`select pg_advisory_xact_lock(${digest(key).readBigInt64BE().toString()}::bigint)`.execute(trx)
  }
}

interface Wanted extends Attempt {
  key: string
}

const withKeys = (attempts: readonly Attempt[]): Wanted[] =>
  attempts.map(attempt => ({ ...attempt, key: keyOf(attempt.limit, attempt.subject) }))

interface Tally {
  count: number
  nextAt: string
}

const tally = async (trx: Transaction, keys: readonly string[], now: number): Promise<Map<string, Tally>> => {
  const rows = await trx
    .selectFrom(table)
    .select(['subject', sql<number>`count(*)::int`.as('count'), sql<string>`min(expires_at)`.as('nextAt')])
    .where('subject', 'in', keys)
    .where('expiresAt', '>', at(now))
    .groupBy('subject')
    .execute()
  return new Map(rows.map(row => [row.subject, row]))
}

const isFull = (counts: Map<string, Tally>, { limit, key, times = 1 }: Wanted): boolean =>
  (counts.get(key)?.count ?? 0) >= limits[limit].max * times

const refuseFull = (counts: Map<string, Tally>, wanted: readonly Wanted[], now: number): void => {
  const waits = wanted.flatMap(one =>
    isFull(counts, one) ? [Date.parse(counts.get(one.key)?.nextAt ?? at(now)) - now] : [],
  )
  if (waits.length > 0) throw overLimit(Math.max(...waits) / 1000)
}

const count = async (trx: Transaction, wanted: readonly Wanted[], now: number): Promise<string[]> => {
  const expired = trx.selectFrom(table).select('id').where('expiresAt', '<=', at(now)).orderBy('expiresAt')
  await trx.deleteFrom(table).where('id', 'in', expired.limit(prunedAtOnce).forUpdate().skipLocked()).execute()
  const taken = await trx
    .insertInto(table)
    .values(wanted.map(({ limit, key }) => ({ subject: key, expiresAt: at(now + limits[limit].windowMs) })))
    .returning('id')
    .execute()
  return taken.map(({ id }) => id)
}

/**
 * Counts attempts before they are made.
 * @returns ids for `forgetAttempts`
 * @throws AuthError 429 if a subject is at its limit; then none is counted
 */
export const takeAttempts = async (trx: Transaction, attempts: readonly Attempt[], now: number): Promise<string[]> => {
  const wanted = withKeys(attempts)
  const keys = wanted.map(({ key }) => key)
  await lockSubjects(trx, keys)
  refuseFull(await tally(trx, keys, now), wanted, now)
  return count(trx, wanted, now)
}

/** @returns milliseconds to wait */
const takeLane = async (trx: Transaction, email: string, lane: keyof typeof spacing, now: number): Promise<number> => {
  const { apartMs, longestWaitMs } = spacing[lane]
  const subject = keyOf('turn', `${email}|${lane}`)
  await lockSubjects(trx, [subject])
  const last = await trx
    .selectFrom(table)
    .select('expiresAt')
    .where('subject', '=', subject)
    .where('expiresAt', '>', at(now))
    .orderBy('expiresAt', 'desc')
    .$castTo<{ expiresAt: string }>()
    .executeTakeFirst()
  const wait = last ? Date.parse(last.expiresAt) - now : 0
  if (wait > longestWaitMs) throw overLimit((wait - longestWaitMs) / 1000)
  await trx
    .insertInto(table)
    .values({ subject, expiresAt: at(now + wait + apartMs) })
    .execute()
  return wait
}

export interface Guess {
  attempts: string[]
  wait: number
}

/** Strangers from many networks wait instead of being refused, so they cannot lock out an owner on a new network. */
export const takeGuess = async (
  trx: Transaction,
  { email, network }: { email: string; network: string },
  now: number,
): Promise<Guess> => {
  const isKnown = await isKnownAddress(trx, email, network, now)
  const [pair, account, ...addresses] = withKeys([
    { limit: 'pair', subject: `${email}|${network}` },
    { limit: 'account', subject: email },
    ...attemptsOf('address', network),
  ]) as [Wanted, Wanted, ...Wanted[]]
  const wanted = isKnown ? [pair] : [pair, account, ...addresses]
  const keys = wanted.map(({ key }) => key)
  await lockSubjects(trx, keys)
  const counts = await tally(trx, keys, now)
  refuseFull(
    counts,
    wanted.filter(one => one !== account),
    now,
  )
  const mustWait = !isKnown && isFull(counts, account)
  const lane = (counts.get(pair.key)?.count ?? 0) < mistakesBeforeAgain ? 'first' : 'again'
  const wait = mustWait ? await takeLane(trx, email, lane, now) : 0
  return { attempts: await count(trx, wanted, now), wait }
}

interface AskedMail {
  kind: string
  mailbox: string
  network: string
}

/** Strangers cannot use up the allowance of other networks or kinds of mail. */
export const takeMail = async (trx: Transaction, { kind, mailbox, network }: AskedMail, now: number): Promise<void> => {
  const isKnown = await isKnownAddress(trx, mailbox, network, now)
  const subject = `${kind}|${mailbox}`
  await takeAttempts(
    trx,
    [
      ...attemptsOf('mail', network),
      { limit: 'mailbox', subject: `${subject}|${network}` },
      ...(isKnown ? [] : [{ limit: 'mailboxOfAll', subject } as const]),
    ],
    now,
  )
}

export const forgetAttempts = async (trx: Transaction, ids: readonly string[]): Promise<void> => {
  await trx.deleteFrom(table).where('id', 'in', ids).execute()
}

const knownKey = (email: string, network: string): string => keyOf('known', `${email}|${network}`)

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

export const rememberAddress = async (trx: Transaction, email: string, network: string, now: number): Promise<void> => {
  const known = knownKey(email, network)
  const keys = [keyOf('pair', `${email}|${network}`), known]
  await lockSubjects(trx, keys)
  await trx.deleteFrom(table).where('subject', 'in', keys).execute()
  await trx
    .insertInto(table)
    .values({ subject: known, expiresAt: at(now + knownForMs) })
    .execute()
}
