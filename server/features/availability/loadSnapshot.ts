import { type CompiledQuery, sql } from 'kysely'
import { formatInstant } from '../../../src/declare'
import { neededSpan, type Snapshot } from '../../../src/scheduling'
import type { Transaction } from '../../serve'
import { type BusyOptions, busyHash, loadBusy } from './loadBusy'
import { keptSetup, loadSetup, readSetupState, type Setup, type Subject, setupVersion } from './loadSetup'

type SnapshotQuestion = Subject & {
  from: number
  to: number
  /** For a variant without a fixed length. */
  durationMinutes?: number | undefined
  customerId?: string | null | undefined
  now: number
  /** For answers that name only times. */
  isAnonymous?: boolean
  exceptBookingId?: string | undefined
}

/** For callers that lock the setup's resources first. */
export const snapshotOf = async (
  db: Transaction,
  tenantId: string,
  setup: Setup,
  {
    from,
    to,
    durationMinutes,
    now,
    isAnonymous = false,
    locks,
  }: Omit<SnapshotQuestion, 'customerId' | 'exceptBookingId' | keyof Subject> & Pick<BusyOptions, 'locks'>,
): Promise<Snapshot & Setup> => {
  const span = neededSpan(setup, { from, to, durationMinutes })
  return { ...setup, ...(await loadBusy(db, tenantId, setup, { ...span, now, isAnonymous, locks })), now }
}

/**
 * The engine's input about a subject over a span: two statements in one round trip with a cached setup, otherwise at
 * most four. Omits records that the tenant does not have.
 *
 * @example
 * const snapshot = await loadSnapshot(db, tenantId, { variantIds: [id], from, to, now: services.now() })
 * createEngine(snapshot).ask({ variantId: id }).slots(from, to)
 */
export const loadSnapshot = async (db: Transaction, tenantId: string, question: SnapshotQuestion): Promise<Snapshot> =>
  (await loadVersioned(db, tenantId, question)).snapshot

export const loadVersioned = async (
  db: Transaction,
  tenantId: string,
  { from, to, durationMinutes, customerId, now, isAnonymous, exceptBookingId, ...subject }: SnapshotQuestion,
): Promise<{ snapshot: Snapshot & Setup; version: string | null }> => {
  const span = { from, to, durationMinutes, now, isAnonymous }
  const kept = customerId ? undefined : keptSetup(tenantId, subject)
  const [state, snapshot] = await Promise.all([
    readSetupState(db, tenantId, customerId),
    kept && snapshotOf(db, tenantId, kept.value, span),
  ])
  if (snapshot && kept?.version === state.version) return { snapshot, version: kept.version }
  const setup = await loadSetup(db, tenantId, { subject, customerId, exceptBookingId, state })
  return { snapshot: await snapshotOf(db, tenantId, setup, span), version: null }
}

/** Stands for the instant of a question in a kept statement. */
const later = Symbol('now')

/**
 * What an answer is made of, but the clock: the setup's version with a hash of what `loadSnapshot` finds taken, as one
 * text in `source`. Null where the setup must not be cached.
 * @param setup of that version
 */
export const sourceQuery = (
  db: Transaction,
  tenantId: string,
  setup: Setup,
  question: Pick<SnapshotQuestion, 'from' | 'to' | 'durationMinutes'>,
): CompiledQuery<{ source: string | null }> =>
  sql<{ source: string | null }>`select ${setupVersion(tenantId)} || ' ' ||
    ${busyHash(tenantId, setup, later, neededSpan(setup, question))} as source`.compile(db)

export const readSource = async (
  db: Transaction,
  query: CompiledQuery<{ source: string | null }>,
  now: number,
): Promise<string | null> => {
  const parameters = query.parameters.map(value => (value === later ? formatInstant(now) : value))
  const { rows } = await db.executeQuery<{ source: string | null }>({ ...query, parameters })
  return rows[0]?.source ?? null
}
