import { neededSpan, type Snapshot } from '../../../src/scheduling'
import type { Transaction } from '../../db/database'
import { loadBusy } from './loadBusy'
import { keptSetup, loadSetup, readSetupState, type Setup, type Subject } from './loadSetup'

type SnapshotQuestion = Subject & {
  /** Bookings that start in `[from, to)` can be judged; epoch milliseconds. */
  from: number
  to: number
  /** Of the booking, where the variant leaves it open. */
  durationMinutes?: number | undefined
  customerId?: string | null | undefined
  /** The server's clock, in epoch milliseconds. */
  now: number
  /**
   * The answer names no booking, only times. Then ids and statuses of allocations are not loaded, and bookings of one resource are
   * told apart by their times alone.
   */
  isAnonymous?: boolean
  /** The booking that is being moved, which does not count as an earlier one of its customer. */
  exceptBookingId?: string | undefined
}

/** The snapshot of a setup that is already there: one statement. For who locks resources after finding out which they are. */
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
  }: Omit<SnapshotQuestion, 'customerId' | 'exceptBookingId' | keyof Subject>,
): Promise<Snapshot> => {
  const span = neededSpan(setup, { from, to, durationMinutes })
  return { ...setup, ...(await loadBusy(db, tenantId, setup, { ...span, now, isAnonymous })), now }
}

/**
 * Everything the engine needs to answer about a subject over a span of time: two statements in one round trip when its setup is
 * kept, otherwise at most four, whatever there is to load. What a subject names and the tenant does not have is missing from the snapshot.
 *
 * @example
 * const snapshot = await loadSnapshot(db, tenantId, { variantIds: [id], from, to, now: services.now() })
 * prepare(snapshot).ask({ variantId: id }).slots(from, to)
 */
export const loadSnapshot = async (
  db: Transaction,
  tenantId: string,
  { from, to, durationMinutes, customerId, now, isAnonymous, exceptBookingId, ...subject }: SnapshotQuestion,
): Promise<Snapshot> => {
  const span = { from, to, durationMinutes, now, isAnonymous }
  const kept = customerId ? undefined : keptSetup(tenantId, subject)
  // Sent together: most of the time, what is kept still holds.
  const [state, snapshot] = await Promise.all([
    readSetupState(db, tenantId, customerId),
    kept && snapshotOf(db, tenantId, kept.value, span),
  ])
  if (snapshot && kept?.version === state.version) return snapshot
  const setup = await loadSetup(db, tenantId, { subject, customerId, exceptBookingId, state })
  return snapshotOf(db, tenantId, setup, span)
}
