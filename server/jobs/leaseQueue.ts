import { type RawBuilder, sql } from 'kysely'
import type { Actor, Database, Transaction } from '../db/database'
import type { Log } from '../log'
import { counter } from '../metrics'
import type { JobQueue, Shift } from './jobs'
import { type GivenUp, writeDeadLetters } from './writeDeadLetters'

const attempts = counter('slotwise_jobs_attempted_total', 'Attempts at work that waits, by queue.')
const failures = counter('slotwise_jobs_failed_total', 'Attempts that failed, by queue.')
const rowsGivenUp = counter('slotwise_jobs_given_up_total', 'Work that is not tried again, by queue.')

/** SQL for an UPDATE's SET: leases a row for 60 seconds, longer than any attempt takes. */
export const leased = sql`leased_until = now() + interval '60 seconds'`

/** SQL condition: no process has leased the row. `table` may be an alias. */
export const isFree = (table: string) =>
  sql`(${sql.ref(`${table}.leasedUntil`)} is null or ${sql.ref(`${table}.leasedUntil`)} <= now())`

/** The clock was set back after these rows were written. */
const isAhead = sql`updated_at > now() + interval '10 seconds'`

interface LeaseQueueOptions<T extends { id: string }, R extends object> {
  name: string
  table: string
  due: string
  isOpen: RawBuilder<unknown>
  isOpenAnywhere?: RawBuilder<unknown>
  /** Rows due at once if written before the clock was set back. Omit it without `updated_at`. */
  catchesUp?: RawBuilder<unknown>
  withIds?: (ids: readonly string[]) => RawBuilder<unknown>
  installation?: { name: string; actor: Actor }
  most: number
  beforeSweep?: () => Promise<unknown>
  tidy?: (db: Transaction, tenantId: string) => Promise<unknown>
  /** @returns rows without another attempt */
  note: (db: Transaction, tenantId: string, done: readonly R[]) => Promise<readonly Omit<GivenUp, 'queue'>[]>
  /**
   * Leases at most `room` due rows.
   * @param inHand rows of this process, whose leases a clock change may have ended
   * @returns null for a row that needs no attempt
   */
  take: (
    db: Transaction,
    tenantId: string,
    of: { room: number; inHand: readonly string[] },
  ) => Promise<readonly (T | null)[]>
  /** A result with an `error` has failed. Null if the process stops first. */
  attempt: (taken: T, of: { tenantId: string; signal: AbortSignal; hurry: AbortSignal }) => Promise<R | null>
}

const rowsOf = <T extends { id: string }, R extends object>(
  database: Pick<Database, 'run'>,
  options: LeaseQueueOptions<T, R>,
) => {
  const { installation, isOpen, isOpenAnywhere = isOpen, catchesUp } = options
  const { withIds = ids => sql`id = any(${ids})` } = options
  const table = sql.table(options.table)
  const due = sql.ref(options.due)
  const actorOf = (tenantId: string): Actor => installation?.actor ?? { as: 'tenant', tenantId }
  const isOf = (tenantId: string) => (installation ? sql`true` : sql`tenant_id = ${tenantId}`)

  const giveBack = (tenantId: string, ids: readonly string[]): Promise<unknown> =>
    database.run(actorOf(tenantId), db =>
      sql`update ${table} set leased_until = null where ${isOf(tenantId)} and ${withIds(ids)} and ${isOpen}`.execute(
        db,
      ),
    )

  /** Null beyond a day. */
  const nextDueIn = async (db: Transaction, tenantId: string): Promise<number | null> => {
    const next = sql`greatest(${due}, leased_until)`
    const { rows } = await sql<{ ms: number | null }>`
      select (extract(epoch from min(${next}) - now()) * 1000)::float8 as ms from ${table}
      where ${isOf(tenantId)} and ${isOpen} and ${next} > now() and ${due} < now() + interval '1 day'`.execute(db)
    return rows[0]?.ms ?? null
  }

  const tidy = (tenantId: string): Promise<unknown> =>
    database.run(actorOf(tenantId), async db => {
      await options.tidy?.(db, tenantId)
      if (catchesUp)
        await sql`update ${table} set ${due} = now() where ${isOf(tenantId)} and ${isOpen} and ${due} > now()
          and ${isAhead} and leased_until is null and ${catchesUp}`.execute(db)
    })

  const tenantsDue = async (): Promise<string[]> => {
    await options.beforeSweep?.()
    const isDue = catchesUp ? sql`(${due} <= now() or ${isAhead})` : sql`${due} <= now()`
    const isWaiting = sql`${isOpenAnywhere} and ${isDue} and ${isFree(options.table)}`
    const { rows } = await database.run(installation?.actor ?? { as: 'platform' }, db =>
      (installation
        ? sql<{ tenantId: string }>`select ${installation.name} as tenant_id from ${table} where ${isWaiting} limit 1`
        : sql<{ tenantId: string }>`select distinct tenant_id from ${table} where ${isWaiting}`
      ).execute(db),
    )
    const tenantIds = rows.map(({ tenantId }) => tenantId)
    if (options.tidy || catchesUp) for (const tenantId of tenantIds) await tidy(tenantId)
    return tenantIds
  }

  const backlog = async (): Promise<{ waiting: number; oldestSeconds: number }> => {
    const { rows } = await database.run(
      installation?.actor ?? { as: 'platform' },
      db =>
        sql<{ waiting: number; oldestSeconds: number }>`select count(*)::int as waiting,
          coalesce(extract(epoch from now() - min(${due})), 0)::float8 as oldest_seconds
          from ${table} where ${isOpenAnywhere} and ${due} <= now()`.execute(db),
      { readOnly: true },
    )
    return rows[0] ?? { waiting: 0, oldestSeconds: 0 }
  }

  return { actorOf, backlog, giveBack, nextDueIn, tenantsDue }
}

/** A queue whose rows one process leases; another takes over those of a dead one. */
export const leaseQueue = <T extends { id: string }, R extends object>(
  { database, log }: { database: Pick<Database, 'run'>; log: Log },
  options: LeaseQueueOptions<T, R>,
): JobQueue => {
  const { name, most, note, take, attempt } = options
  const { actorOf, backlog, giveBack, nextDueIn, tenantsDue } = rowsOf(database, options)
  for (const each of [attempts, failures, rowsGivenUp]) each.begin({ queue: name })

  const turn = (tenantId: string, done: readonly R[], room: number, inHand: readonly string[]) =>
    database.run(
      actorOf(tenantId),
      async db => {
        const givenUp = await note(db, tenantId, done)
        if (givenUp.length > 0) rowsGivenUp.add({ queue: name }, givenUp.length)
        await writeDeadLetters(
          db,
          tenantId,
          givenUp.map(one => ({ ...one, queue: name })),
        )
        if (room === 0) return { taken: [], nextMs: null }
        const found = await take(db, tenantId, { room, inHand })
        const taken = found.filter(one => one !== null)
        const nextMs = found.length > 0 ? null : await nextDueIn(db, tenantId)
        return { taken, hasMore: found.length > taken.length, nextMs }
      },
      { retry: true },
    )

  const work = async (tenantId: string, { signal, hurry, listen }: Shift): Promise<number | null> => {
    const inHand = new Map<string, Promise<void>>()
    const back: string[] = []
    let done: R[] = []
    const start = async (taken: T): Promise<void> => {
      try {
        const result = await attempt(taken, { tenantId, signal, hurry })
        attempts.add({ queue: name })
        if (!result) return void back.push(taken.id)
        if ('error' in result && result.error) failures.add({ queue: name })
        done.push(result)
      } catch (error) {
        for (const each of [attempts, failures]) each.add({ queue: name })
        // The sweep tries again when the lease ends.
        log('error', 'work of a queue failed', { queue: name, id: taken.id, error: String(error) })
      }
    }
    for (;;) {
      const woken = listen()
      const results = done
      done = []
      const room = signal.aborted ? 0 : most - inHand.size
      const { taken, hasMore, nextMs } = await turn(tenantId, results, room, Array.from(inHand.keys()))
      for (const one of taken)
        inHand.set(
          one.id,
          start(one).finally(() => inHand.delete(one.id)),
        )
      if (hasMore) continue
      if (inHand.size === 0 && done.length === 0) {
        if (back.length > 0) await giveBack(tenantId, back)
        return nextMs
      }
      if (done.length === 0) await Promise.race([woken, ...inHand.values()])
    }
  }

  return { name, tenantsDue, backlog, work }
}
