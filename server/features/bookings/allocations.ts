import { sql } from 'kysely'
import type { CapacityMode, CheckResult } from '../../../src/scheduling'
import { formatInstant } from '../../../src/time/formatInstant'
import { MINUTE } from '../../../src/time/instant'
import type { Transaction } from '../../db/database'
import type { AllocationRequest } from './allocationRequest'
import { freeUnits } from './freeUnits'
import { sharingOf } from './sharing'
import { slotTaken } from './slotUnavailable'

/** The booking that takes a place: the fields that its allocations copy. */
export interface Taker {
  bookingId: string
  status: string
  capacityMode: CapacityMode
  quantity: number
  /** ISO 8601. */
  holdExpiresAt: string | null
}

interface Blocked {
  resourceId: string
  blockedFrom: string
  blockedUntil: string
}

/** The units of each resource that other bookings have. */
const unitsOfOthers = async (
  db: Transaction,
  { tenantId, now }: AllocationRequest,
  blocked: readonly Blocked[],
  bookingId: string,
): Promise<Map<string, string[]>> => {
  const [first] = blocked
  if (!first) return new Map()
  const from = blocked.reduce((least, one) => (one.blockedFrom < least ? one.blockedFrom : least), first.blockedFrom)
  const until = blocked.reduce((most, one) => (one.blockedUntil > most ? one.blockedUntil : most), first.blockedUntil)
  const { rows } = await sql<{ resourceId: string; units: string }>`
    select resource_id, units::text as units from allocations
    where tenant_id = ${tenantId} and resource_id = any(${blocked.map(one => one.resourceId)}) and active
    and booking_id <> ${bookingId} and (status <> 'held' or hold_expires_at > ${formatInstant(now)})
    and blocked_until > ${from} and blocked_from < ${until}`.execute(db)
  const units = new Map<string, string[]>()
  for (const row of rows) units.set(row.resourceId, [...(units.get(row.resourceId) ?? []), row.units])
  return units
}

/** Releases expired holds on the resources that this booking wants. */
const endHolds = async (
  db: Transaction,
  { tenantId, now }: AllocationRequest,
  blocked: readonly Blocked[],
): Promise<void> => {
  for (const { resourceId, blockedFrom, blockedUntil } of blocked) {
    await sql`
      update allocations set active = false where tenant_id = ${tenantId} and resource_id = ${resourceId} and active
      and status = 'held' and hold_expires_at <= ${formatInstant(now)}
      and blocked_until > ${blockedFrom} and blocked_from < ${blockedUntil}`.execute(db)
  }
}

/**
 * Writes a booking's allocations, replacing earlier ones. `ON CONFLICT DO NOTHING`, since a plain insert would deadlock
 * with others for the same place (docs/domain.md#preventing-double-booking).
 * @throws SlotUnavailable when another booking took the place first
 */
export const allocate = async (
  db: Transaction,
  question: AllocationRequest,
  result: CheckResult,
  taker: Taker,
): Promise<void> => {
  const { tenantId, variantId, channelId, customerId } = question
  const { bookingId, status, capacityMode, quantity, holdExpiresAt } = taker
  const [start, end] = [Date.parse(result.startsAt), Date.parse(result.endsAt)]
  const blocked = result.allocations.map(one => ({
    ...one,
    blockedFrom: formatInstant(start - one.bufferBeforeMinutes * MINUTE),
    blockedUntil: formatInstant(end + one.bufferAfterMinutes * MINUTE),
  }))
  const others = capacityMode === 'pooled' ? await unitsOfOthers(db, question, blocked, bookingId) : null
  const sharing = sharingOf({ bookingId, variantId, capacityMode, startsAt: result.startsAt, endsAt: result.endsAt })
  const rows = blocked.map(one => ({
    ...one,
    tenantId,
    bookingId,
    variantId,
    channelId,
    customerId,
    timeslotId: result.timeslotId,
    startsAt: formatInstant(start),
    endsAt: formatInstant(end),
    quantity,
    capacityMode,
    status,
    holdExpiresAt,
    units: others ? freeUnits(others.get(one.resourceId) ?? [], quantity) : '{[0,)}',
    sharing,
  }))
  /** Inserts the rows. @returns how many are new */
  const insert = async (): Promise<number> => {
    const inserted = await db
      .insertInto('allocations')
      .values(rows)
      .onConflict(conflict => conflict.doNothing())
      .returning('resourceId')
      .execute()
    return inserted.length
  }
  const count = await insert()
  if (count === rows.length) return
  await endHolds(db, question, blocked)
  // Rows that exist already conflict with themselves, so none is counted twice.
  if (count + (await insert()) < rows.length) throw slotTaken(question)
}

/** Releases a booking's allocations; they are kept as inactive rows. */
export const release = async (db: Transaction, tenantId: string, bookingId: string, status: string): Promise<void> => {
  await sql`update allocations set active = false, status = ${status}
    where tenant_id = ${tenantId} and booking_id = ${bookingId}`.execute(db)
}

/** Deletes the allocations of a booking that moves to another place. */
export const removeAllocations = async (db: Transaction, tenantId: string, bookingId: string): Promise<void> => {
  await sql`delete from allocations where tenant_id = ${tenantId} and booking_id = ${bookingId}`.execute(db)
}
