import { sql } from 'kysely'
import { bookings } from '../../../src/resources/bookings'
import { waitlistEntries } from '../../../src/resources/waitlistEntries'
import { type Fit, matchWaiting, type NeededSpan, type Snapshot } from '../../../src/scheduling'
import { asSystem, noteAction, Problem, sendIn, type UnitOfWork } from '../../serve'
import { readSetupState, type Setup } from '../availability/loadSetup'
import { loadVersioned, snapshotOf } from '../availability/loadSnapshot'
import { alsoTell, type MemberRequest } from '../bookings/bookingScope'
import { locksOf, tryLockCustomer, withFamily } from '../bookings/lockAllocation'
import { SlotUnavailable } from '../bookings/slotUnavailable'
import { beyondOwn } from '../caller'
import { lockEntry } from './entryScope'
import { makeOffer } from './makeOffer'
import { findWaiting, type Waiting } from './waitingEntries'

export interface FreedTime {
  variantIds: readonly string[]
  span: NeededSpan
  cause: string | null
}

const longest = (waiting: readonly Waiting[]): number | undefined =>
  waiting.reduce<number | undefined>(
    (most, { durationMinutes }) => Math.max(most ?? 0, durationMinutes ?? 0) || undefined,
    undefined,
  )

export const snapshotFor = (
  { db }: Pick<UnitOfWork, 'db'>,
  request: MemberRequest,
  setup: Setup,
  waiting: readonly Waiting[],
  { from, to }: NeededSpan,
): Promise<Snapshot> =>
  snapshotOf(db, request.caller.tenant.id, setup, {
    ...{ from, to, durationMinutes: longest(waiting), now: request.services.now(), isAnonymous: true },
  })

/** Customers further back are not locked with the places, so an offer to them may fail. */
const mostLocked = 200

/** Sends the locks: whatever the unit sends next waits for them. */
export const lockVariants = (
  unit: UnitOfWork,
  setup: Setup,
  waitingIds: readonly string[],
  spans: readonly NeededSpan[],
): void => {
  const customerIds = [...new Set(waitingIds)].slice(0, mostLocked)
  const resourceIds = setup.variants.flatMap(({ resources }) => resources.map(({ resourceId }) => resourceId))
  const places = { resourceIds: [...withFamily(setup.resources, resourceIds)], customerIds, spans }
  for (const lock of locksOf(setup, places)) sendIn(unit, lock.compile(unit.db))
}

/** False if the customer is being booked for, or the entry has changed or is being written. */
const lockWaiting = async (
  { db }: UnitOfWork,
  tenantId: string,
  { id, version, customerId }: Waiting,
): Promise<boolean> => {
  const { rows } = await sql`select from waitlist_entries where tenant_id = ${tenantId} and id = ${id}
    and version = ${version} and ${customerId ? tryLockCustomer(customerId) : sql`true`}
    for update skip locked`.execute(db)
  return rows.length > 0
}

const tryOffer = async (
  unit: UnitOfWork,
  request: MemberRequest,
  waiting: Waiting,
  place: { startsAt: number; endsAt: number | null; resourceIds: readonly string[] },
): Promise<boolean> => {
  if (!(await lockWaiting(unit, request.caller.tenant.id, waiting))) return false
  const noted = [unit.changes, unit.actions].map(list => ({ list, length: list.length }))
  sendIn(unit, sql`savepoint offer`.compile(unit.db))
  try {
    const [entry, state] = await Promise.all([
      lockEntry(unit, beyondOwn(request), waiting.id),
      readSetupState(unit.db, request.caller.tenant.id, waiting.customerId),
    ])
    const terms = { ...place, override: false, reason: null, madeBy: null, notify: true }
    const { bookingId } = await makeOffer(entry, terms, state)
    sendIn(unit, sql`release savepoint offer`.compile(unit.db))
    alsoTell(request, waitlistEntries.name, waiting.id)
    if (bookingId) alsoTell(request, bookings.name, bookingId)
    return true
  } catch (error) {
    if (!(error instanceof SlotUnavailable) && !(error instanceof Problem && error.status < 500)) throw error
    await sql`rollback to savepoint offer`.execute(unit.db)
    for (const { list, length } of noted) list.length = length
    return false
  }
}

/** Skips entries being written: waiting for them could deadlock. */
const notePassedOver = async (unit: UnitOfWork, tenantId: string, passed: ReadonlyMap<string, number>) => {
  if (passed.size === 0) return
  const rows = JSON.stringify(Array.from(passed, ([id, count]) => ({ id, count })))
  const { rows: noted } = await sql<{ id: string; from: number; to: number }>`
    with passed as (
      select entries.id, rows.count from waitlist_entries as entries
      join jsonb_to_recordset(${rows}::jsonb) as rows (id uuid, count integer) on rows.id = entries.id
      where entries.tenant_id = ${tenantId} order by entries.id for update of entries skip locked
    )
    update waitlist_entries set passed_over_count = passed_over_count + passed.count from passed
    where waitlist_entries.tenant_id = ${tenantId} and waitlist_entries.id = passed.id
    returning passed.id, passed_over_count - passed.count as from, passed_over_count as to`.execute(unit.db)
  for (const { id, ...passedOverCount } of noted)
    noteAction(unit, {
      action: 'updated',
      resource: waitlistEntries,
      record: { id },
      changes: { passedOverCount },
      tenantId,
    })
}

/** Acts as the system; requires the places' locks. */
export const matchFreedTime = async (
  unit: UnitOfWork,
  request: MemberRequest,
  { variantIds, span, cause }: FreedTime,
): Promise<void> => {
  const tenantId = request.caller.tenant.id
  const now = request.services.now()
  const [waiting, { snapshot: found, setup }] = await Promise.all([
    findWaiting(unit.db, { tenantId, now, variantIds, span, isAutomatic: true }),
    loadVersioned(unit.db, tenantId, { variantIds, ...span, now, isAnonymous: true }),
  ])
  if (waiting.length === 0) return
  const load = () => snapshotFor(unit, request, setup, waiting, span)
  const snapshot = longest(waiting) ? await load() : found
  const isFixed = (variantId: string) =>
    setup.variants.some(({ id, durationType }) => id === variantId && durationType === 'fixed')
  await asSystem(unit, cause, async own => {
    const offer = async (one: Waiting, { startsAt, endsAt, pinned }: Fit) => {
      const place = { startsAt, endsAt: isFixed(one.variantId) ? null : endsAt, resourceIds: pinned }
      return (await tryOffer(own, request, one, place)) ? load() : null
    }
    const passed = await matchWaiting({ waiting, snapshot, span, offer })
    await notePassedOver(own, tenantId, passed)
  })
}
