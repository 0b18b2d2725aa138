import { neededSpan, type Snapshot } from '../../../src/scheduling'
import type { Transaction } from '../../serve'
import { type BusyOptions, loadBusy } from './loadBusy'
import { keptSetup, loadSetup, readSetupState, type Setup, type Subject } from './loadSetup'

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
): Promise<{ snapshot: Snapshot; version: string | null }> => {
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
