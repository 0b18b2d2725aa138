import { CompiledQuery, sql } from 'kysely'
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
): Promise<Snapshot> => {
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
): Promise<{ snapshot: Snapshot; setup: Setup; version: string | null }> => {
  const span = { from, to, durationMinutes, now, isAnonymous }
  const kept = customerId ? undefined : keptSetup(tenantId, subject)
  const [state, snapshot] = await Promise.all([
    readSetupState(db, tenantId, customerId),
    kept && snapshotOf(db, tenantId, kept.value, span),
  ])
  if (snapshot && kept?.version === state.version) return { snapshot, setup: kept.value, version: kept.version }
  const setup = await loadSetup(db, tenantId, { subject, customerId, exceptBookingId, state })
  return { snapshot: await snapshotOf(db, tenantId, setup, span), setup, version: null }
}

/** Stands for the time of the question in a kept statement. */
const timeAsked = Symbol('now')

export interface SourceQuery {
  text: string
  parameters: readonly unknown[]
}

/**
 * Reads what an answer depends on besides the time: the setup's version and a hash of what is taken, as one text. Null
 * where the setup must not be cached.
 * @param setup of that version
 */
export const sourceQuery = (
  db: Transaction,
  tenantId: string,
  setup: Setup,
  question: Pick<SnapshotQuestion, 'from' | 'to' | 'durationMinutes'>,
): SourceQuery => {
  const taken = busyHash(tenantId, setup, timeAsked, neededSpan(setup, question))
  // Without Kysely's tree, which takes four times the text's memory.
  const { sql: text, parameters } = sql`select ${setupVersion(tenantId)} || ' ' || ${taken} as source`.compile(db)
  return { text, parameters }
}

export const readSource = async (
  db: Transaction,
  { text, parameters }: SourceQuery,
  now: number,
): Promise<string | null> => {
  const values = parameters.map(value => (value === timeAsked ? formatInstant(now) : value))
  const query = CompiledQuery.raw(text, values) as CompiledQuery<{ source: string | null }>
  const { rows } = await db.executeQuery(query)
  return rows[0]?.source ?? null
}
