import { sql } from 'kysely'
import type { Database } from '../db/database'
import { AuthError } from './authError'

/**
 * How many attempts are let through in a sliding window, per subject. A person's own address has a count of its own for each
 * account, and addresses from which somebody signed in before are not held up by strangers' guesses.
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
} as const

type LimitName = keyof typeof limits

/** How long an address stays known to an account. */
const knownForMs = 90 * 24 * 60 * 60_000

export interface Attempt {
  limit: LimitName
  subject: string
}

const keyOf = ({ limit, subject }: Attempt): string => `${limit}:${subject}`

const tooMany = () => new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')

/** Counters in the database, so that they hold over several processes. */
export const createLimiter = (database: Database, now: () => number) => {
  const at = (ms: number) => new Date(ms).toISOString()

  /** @throws AuthError 429 when one of the subjects is over its limit */
  const check = (attempts: readonly Attempt[]): Promise<void> =>
    database.run({ as: 'auth' }, async trx => {
      for (const attempt of attempts) {
        const { max, windowMs } = limits[attempt.limit]
        const row = await trx
          .selectFrom('authService.attempts')
          .select(sql<number>`count(*)::int`.as('count'))
          .where('subject', '=', keyOf(attempt))
          .where('at', '>', at(now() - windowMs))
          .executeTakeFirstOrThrow()
        if (row.count >= max) throw tooMany()
      }
    })

  /** Counts, and forgets what no window reaches any more. */
  const count = (attempts: readonly Attempt[]): Promise<void> =>
    database.run({ as: 'auth' }, async trx => {
      await trx
        .insertInto('authService.attempts')
        .values(attempts.map(attempt => ({ subject: keyOf(attempt), at: at(now()) })))
        .execute()
      for (const attempt of attempts) {
        await trx
          .deleteFrom('authService.attempts')
          .where('subject', '=', keyOf(attempt))
          .where('at', '<', at(now() - limits[attempt.limit].windowMs))
          .execute()
      }
    })

  const known = (email: string, address: string): string => `known:${email}|${address}`

  return {
    check,
    count,
    /** Counts first, so that many parallel requests cannot all pass. @throws AuthError 429 */
    take: async (attempts: readonly Attempt[]): Promise<void> => {
      await check(attempts)
      await count(attempts)
    },
    isKnown: (email: string, address: string): Promise<boolean> =>
      database.run({ as: 'auth' }, async trx => {
        const row = await trx
          .selectFrom('authService.attempts')
          .select(sql`1`.as('one'))
          .where('subject', '=', known(email, address))
          .where('at', '>', at(now() - knownForMs))
          .executeTakeFirst()
        return row !== undefined
      }),
    /** A right password: the pair starts anew, and its address is known from now on. */
    succeeded: (email: string, address: string): Promise<void> =>
      database.run({ as: 'auth' }, async trx => {
        const subjects = [keyOf({ limit: 'pair', subject: `${email}|${address}` }), known(email, address)]
        await trx.deleteFrom('authService.attempts').where('subject', 'in', subjects).execute()
        await trx
          .insertInto('authService.attempts')
          .values({ subject: known(email, address), at: at(now()) })
          .execute()
      }),
  }
}
