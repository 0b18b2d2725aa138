import { sql } from 'kysely'
import type { Transaction } from '../db/database'
import { within } from '../within'
import { callerId, type MemberCaller } from './identity/caller'
import { refusal } from './problem'

const refused = () => refusal('rate_limited', 'refusal.oneAtATime', {}, { headers: { 'Retry-After': '1' } })

/** Milliseconds. */
const patience = 10_000

const lines = new Map<string, Promise<void>>()

/**
 * Runs expensive work in the order of calls. Waiting calls hold no connection.
 * @throws Problem `rate_limited` after ten seconds in line
 */
export const inTurn = async <T>(
  name: string,
  work: () => Promise<T>,
  latest = performance.now() + patience,
): Promise<T> => {
  const before = lines.get(name)
  let leave = () => {}
  const own = new Promise<void>(resolve => (leave = resolve))
  const end = before ? before.then(() => own) : own
  lines.set(name, end)
  try {
    if (before) await within(latest - performance.now(), () => before, { tooLate: refused })
    return await work()
  } finally {
    leave()
    if (lines.get(name) === end) lines.delete(name)
  }
}

/**
 * Runs a tenant's expensive work of one kind in turn, with at most one call per caller in line, so that nobody delays
 * others.
 * @throws Problem `rate_limited` after ten seconds in line
 */
export const inLine = <T>(kind: string, caller: MemberCaller, work: () => Promise<T>): Promise<T> => {
  const line = `${kind} ${caller.tenant.id}`
  const latest = performance.now() + patience
  return inTurn(`${line} ${callerId(caller)}`, () => inTurn(line, work, latest), latest)
}

const inHand = new Set<string>()

/**
 * Takes this process's only place under a name.
 * @throws Problem `rate_limited` while it is taken
 */
export const takePlace = (name: string, taken = refused): (() => void) => {
  if (inHand.has(name)) throw taken()
  inHand.add(name)
  let isHeld = true
  return () => {
    if (isHeld) inHand.delete(name)
    isHeld = false
  }
}

/**
 * Runs one piece of a kind's work at a time per tenant, across processes.
 * @param work its transaction calls `lock` first, which excludes other processes
 * @throws Problem `rate_limited` while it runs
 */
export const oneAtATime = async <T>(
  kind: string,
  caller: MemberCaller,
  work: (lock: (db: Transaction) => Promise<void>) => Promise<T>,
): Promise<T> => {
  const name = `${kind} ${caller.tenant.id}`
  const own = `${name} ${callerId(caller)}`
  const leave = takePlace(own)
  try {
    return await inTurn(name, () =>
      work(async db => {
        const { rows } = await sql<{ isLocked: boolean }>`
          select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as is_locked`.execute(db)
        if (!rows[0]?.isLocked) throw refused()
      }),
    )
  } finally {
    leave()
  }
}
