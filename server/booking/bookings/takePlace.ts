import { sql } from 'kysely'
import type { CapacityMode, CheckResult } from '../../../src/scheduling'
import type { Transaction } from '../../db/database'
import { freeUnits } from './freeUnits'
import type { PlaceQuestion } from './placeQuestion'
import { sharingOf } from './sharing'
import { outrun } from './slotUnavailable'

const MINUTE = 60_000

const iso = (millis: number): string => new Date(millis).toISOString()

/** The booking that takes a place, as its allocations repeat it. */
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

/** What others have of each resource. */
const unitsOfOthers = async (
  db: Transaction,
  { tenantId, now }: PlaceQuestion,
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
    and booking_id <> ${bookingId} and (status <> 'held' or hold_expires_at > ${iso(now)})
    and blocked_until > ${from} and blocked_from < ${until}`.execute(db)
  const units = new Map<string, string[]>()
  for (const row of rows) units.set(row.resourceId, [...(units.get(row.resourceId) ?? []), row.units])
  return units
}

/** Holds that ran out let go of what this one wants: until then nobody had to do anything. */
const endHolds = async (
  db: Transaction,
  { tenantId, now }: PlaceQuestion,
  blocked: readonly Blocked[],
): Promise<void> => {
  for (const { resourceId, blockedFrom, blockedUntil } of blocked) {
    await sql`
      update allocations set active = false where tenant_id = ${tenantId} and resource_id = ${resourceId} and active
      and status = 'held' and hold_expires_at <= ${iso(now)}
      and blocked_until > ${blockedFrom} and blocked_from < ${blockedUntil}`.execute(db)
  }
}

/**
 * Writes what a booking takes, in place of what it took before. `ON CONFLICT DO NOTHING`: a plain insert would deadlock with
 * others that want the same (domain §3.8.1).
 * @throws SlotUnavailable when somebody was faster
 */
export const takePlace = async (
  db: Transaction,
  question: PlaceQuestion,
  result: CheckResult,
  taker: Taker,
): Promise<void> => {
  const { tenantId, variantId, channelId, customerId } = question
  const { bookingId, status, capacityMode, quantity, holdExpiresAt } = taker
  const [start, end] = [Date.parse(result.startsAt), Date.parse(result.endsAt)]
  const blocked = result.allocations.map(one => ({
    ...one,
    blockedFrom: iso(start - one.bufferBeforeMinutes * MINUTE),
    blockedUntil: iso(end + one.bufferAfterMinutes * MINUTE),
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
    startsAt: iso(start),
    endsAt: iso(end),
    quantity,
    capacityMode,
    status,
    holdExpiresAt,
    units: others ? freeUnits(others.get(one.resourceId) ?? [], quantity) : '{[0,)}',
    sharing,
  }))
  /** How many of the rows are new. */
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
  // Those that are there already conflict with themselves, and are not counted twice.
  if (count + (await insert()) < rows.length) throw outrun(question)
}

/** Lets go of what a booking takes; what it took is remembered. */
export const leavePlace = async (
  db: Transaction,
  tenantId: string,
  bookingId: string,
  status: string,
): Promise<void> => {
  await sql`update allocations set active = false, status = ${status}
    where tenant_id = ${tenantId} and booking_id = ${bookingId}`.execute(db)
}

/** Forgets what a booking took, before it takes another place. */
export const forgetPlace = async (db: Transaction, tenantId: string, bookingId: string): Promise<void> => {
  await sql`delete from allocations where tenant_id = ${tenantId} and booking_id = ${bookingId}`.execute(db)
}
