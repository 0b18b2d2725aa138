import { sql } from 'kysely'
import { formatInstant, MINUTE } from '../../../src/declare'
import type { CapacityMode, CheckResult } from '../../../src/scheduling'
import { sendIn, type Transaction, type UnitOfWork } from '../../serve'
import type { AllocationRequest } from './allocationRequest'
import { freeUnits } from './freeUnits'
import { sharingOf } from './sharing'
import { slotTaken } from './slotUnavailable'
import { spansText } from './spans'

export interface Taker {
  bookingId: string
  status: string
  capacityMode: CapacityMode
  quantity: number
  holdExpiresAt: string | null
  /** Of one that moved or is imported; a new booking gets the time of its allocation, in the order of the locks. */
  bookedAt?: string | undefined
}

export interface Taking {
  question: AllocationRequest
  result: CheckResult
  taker: Taker
}

export const takesPlace = (status: string): boolean => status !== 'cancelled' && status !== 'declined'

interface Blocked {
  bookingId: string
  resourceId: string
  from: number
  until: number
}

interface Taken {
  resourceId: string
  units: string
  from: number
  until: number
}

const meets = (one: Pick<Blocked, 'from' | 'until'>, other: Pick<Blocked, 'from' | 'until'>): boolean =>
  one.from < other.until && other.from < one.until

const unitsOfOthers = async (
  db: Transaction,
  { tenantId, now }: AllocationRequest,
  blocked: readonly Blocked[],
): Promise<Taken[]> => {
  if (blocked.length === 0) return []
  const from = Math.min(...blocked.map(one => one.from))
  const until = Math.max(...blocked.map(one => one.until))
  const { rows } = await sql<Taken>`
    select resource_id, units::text as units, (date_part('epoch', lower(taken)) * 1000)::bigint as "from",
      (date_part('epoch', upper(taken)) * 1000)::bigint as until
    from allocations, unnest(taken_times(starts_at, ends_at, spans, blocked_from, blocked_until)) as taken
    where tenant_id = ${tenantId} and resource_id = any(${blocked.map(one => one.resourceId)}) and active
    and not booking_id = any(${blocked.map(one => one.bookingId)})
    and (status <> 'held' or hold_expires_at > ${formatInstant(now)})
    and blocked_until > ${formatInstant(from)} and blocked_from < ${formatInstant(until)}`.execute(db)
  return rows.map(row => ({ ...row, from: Number(row.from), until: Number(row.until) }))
}

const endHolds = async (
  db: Transaction,
  { tenantId, now }: AllocationRequest,
  blocked: readonly Blocked[],
): Promise<void> => {
  for (const { resourceId, from, until } of blocked) {
    await sql`
      update allocations set active = false where tenant_id = ${tenantId} and resource_id = ${resourceId} and active
      and status = 'held' and hold_expires_at <= ${formatInstant(now)}
      and blocked_until > ${formatInstant(from)} and blocked_from < ${formatInstant(until)}`.execute(db)
  }
}

type Unit = Pick<UnitOfWork, 'db' | 'sent' | 'isSecondRun'>

/**
 * A plain insert would deadlock with others for the same place (docs/domain.md#preventing-double-booking). A unit's
 * first run does not await the statement; if a place is taken, the unit runs again and ends expired holds.
 * @throws SlotUnavailable in the second run, when another booking has one of the places
 */
export const allocateAll = async (unit: Unit, takings: readonly Taking[]): Promise<void> => {
  const { db } = unit
  const [first] = takings
  if (!first) return
  const blocked = takings.flatMap(({ result, taker }) =>
    result.allocations.map(({ resourceId, bufferBeforeMinutes, bufferAfterMinutes }) => ({
      bookingId: taker.bookingId,
      resourceId,
      from: Date.parse(result.startsAt) - bufferBeforeMinutes * MINUTE,
      until: Date.parse(result.endsAt) + bufferAfterMinutes * MINUTE,
    })),
  )
  const isPooled = takings.some(({ taker }) => taker.capacityMode === 'pooled')
  const taken = isPooled ? await unitsOfOthers(db, first.question, blocked) : []
  const takeUnits = ({ resourceId, from, until }: Blocked, { capacityMode, quantity }: Taker): string => {
    if (capacityMode !== 'pooled') return '{[0,)}'
    const others = taken.filter(one => one.resourceId === resourceId && meets(one, { from, until }))
    const units = freeUnits(
      others.map(one => one.units),
      quantity,
    )
    taken.push({ resourceId, units, from, until })
    return units
  }
  let next = 0
  const rows = takings.flatMap(({ question, result, taker }) => {
    const { tenantId, variantId, channelId, customerId } = question
    const { bookingId, status, capacityMode, quantity, holdExpiresAt, bookedAt } = taker
    const { startsAt, endsAt, timeslotId } = result
    const sharing = sharingOf({ bookingId, variantId, capacityMode, startsAt, endsAt })
    return result.allocations.map(({ spanMinutes, ...one }) => {
      const place = blocked[next++] as Blocked
      return {
        ...one,
        ...{ tenantId, bookingId, variantId, channelId, customerId, timeslotId, startsAt, endsAt },
        ...{ quantity, capacityMode, status, holdExpiresAt, sharing, active: takesPlace(status) },
        blockedFrom: formatInstant(place.from),
        blockedUntil: formatInstant(place.until),
        spans: spansText(spanMinutes),
        units: takeUnits(place, taker),
        ...(bookedAt && { bookedAt }),
      }
    })
  })
  const inserting = db
    .insertInto('allocations')
    .values(rows)
    .onConflict(conflict => conflict.doNothing())
    .returning(['bookingId', 'resourceId'])
  if (!unit.isSecondRun) {
    const all = sql`with written as (${inserting}) select require_all(count(*), ${rows.length}) from written`
    return sendIn(unit, all.compile(db))
  }
  const insert = async (): Promise<string[]> => {
    const inserted = await inserting.execute()
    return inserted.map(({ bookingId, resourceId }) => `${bookingId} ${resourceId}`)
  }
  const written = await insert()
  if (written.length === rows.length) return
  await endHolds(db, first.question, blocked)
  // Rows written earlier conflict with themselves.
  const all = new Set([...written, ...(await insert())])
  const lost = takings.find(({ result, taker }) =>
    result.allocations.some(({ resourceId }) => !all.has(`${taker.bookingId} ${resourceId}`)),
  )
  if (lost) throw slotTaken(lost.question)
}

export const allocate = (unit: Unit, question: AllocationRequest, result: CheckResult, taker: Taker): Promise<void> =>
  allocateAll(unit, [{ question, result, taker }])

export const release = (unit: Pick<Unit, 'db' | 'sent'>, tenantId: string, bookingId: string, status: string): void =>
  sendIn(
    unit,
    sql`update allocations set active = false, status = ${status}
      where tenant_id = ${tenantId} and booking_id = ${bookingId}`.compile(unit.db),
  )

/** @returns when each took its place, which a move keeps: its turn (docs/domain.md#fair-choice) */
export const removeAllocations = async (
  db: Transaction,
  tenantId: string,
  bookingIds: readonly string[],
): Promise<Map<string, string>> => {
  const { rows } = await sql<{ bookingId: string; bookedAt: string }>`
    delete from allocations where tenant_id = ${tenantId} and booking_id = any(${bookingIds})
    returning booking_id, booked_at::text`.execute(db)
  return new Map(rows.map(({ bookingId, bookedAt }) => [bookingId, bookedAt]))
}
