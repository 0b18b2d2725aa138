import { sql } from 'kysely'
import type { Transaction } from '../db/database'
import { within } from '../within'
import { callerId, type MemberCaller } from './identity/caller'
import { refusal } from './problem'

const refused = () => refusal('rate_limited', 'refusal.oneAtATime', {}, { headers: { 'Retry-After': '1' } })

/** How long a call waits for its turn, in milliseconds. */
const patience = 10_000

/** The ends of the lines in this process. */
const lines = new Map<string, Promise<void>>()

/**
 * Runs expensive work one after another, in the order of the calls, each of which waits without a connection.
 * @param name of the line: those of different tenants do not wait for each other
 * @throws Problem `rate_limited` when the turn does not come for long
 */
export const inLine = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const before = lines.get(name)
  let leave = () => {}
  const own = new Promise<void>(resolve => (leave = resolve))
  const end = before ? before.then(() => own) : own
  lines.set(name, end)
  try {
    if (before) await within(patience, () => before, { tooLate: refused })
    return await work()
  } finally {
    leave()
    if (lines.get(name) === end) lines.delete(name)
  }
}

/** Who has what in hand, or waits for it: nobody stands in a line twice. */
const inHand = new Set<string>()

/**
 * Runs expensive work of a kind once at a time for a tenant: its people take turns.
 * @param work its transaction calls `lock` first, which sees to the other processes
 * @throws Problem `rate_limited` while the same person has it under way, or another process
 */
export const oneAtATime = async <T>(
  kind: string,
  caller: MemberCaller,
  work: (lock: (db: Transaction) => Promise<void>) => Promise<T>,
): Promise<T> => {
  const name = `${kind} ${caller.tenant.id}`
  const own = `${name} ${callerId(caller)}`
  if (inHand.has(own)) throw refused()
  inHand.add(own)
  try {
    return await inLine(name, () =>
      work(async db => {
        const { rows } = await sql<{ isLocked: boolean }>`
          select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as is_locked`.execute(db)
        if (!rows[0]?.isLocked) throw refused()
      }),
    )
  } finally {
    inHand.delete(own)
  }
}
