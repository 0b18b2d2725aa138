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
 * @throws Problem `rate_limited` after ten seconds in line; at once for a refused second call, or while another process works
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

type Lock = (db: Transaction) => Promise<void>

const lockLine = async (db: Transaction, line: string): Promise<void> => {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${line}, 0)) as is_locked`.execute(db)
  if (!rows[0]?.isLocked) throw refused()
}

/**
 * Runs a tenant's expensive work of one kind in turn, with at most one call per caller in line, so that nobody delays
 * others.
 * @param work a transaction that calls `lock` first is refused while another process does such work
 * @param again what becomes of a caller's second call
 * @throws Problem `rate_limited` after ten seconds in line; at once for a refused second call, or while another process works
 */
export const inLine = async <T>(
  kind: string,
  caller: MemberCaller,
  work: (lock: Lock) => Promise<T>,
  { again = 'waits' }: { again?: 'waits' | 'refused' } = {},
): Promise<T> => {
  const line = `${kind} ${caller.tenant.id}`
  const own = `${line} ${callerId(caller)}`
  const latest = performance.now() + patience
  const inTenantsTurn = () => inTurn(line, () => work(db => lockLine(db, line)), latest)
  if (again === 'waits') return inTurn(own, inTenantsTurn, latest)
  const leave = takePlace(own)
  try {
    return await inTenantsTurn()
  } finally {
    leave()
  }
}
