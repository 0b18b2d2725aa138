import { sql } from 'kysely'
import type { Visit, VisitPart } from '../../../../src/calls/visits'
import { isUuid, MINUTE } from '../../../../src/declare'
import { bookings } from '../../../../src/resources/bookings'
import { visits } from '../../../../src/resources/visits'
import { type ApiRecord, readRecords, type Transaction } from '../../../serve'
import { bookingColumns } from '../bookingColumns'
import { type BookingRecord, bookingAt, isGone } from '../bookingState'
import { visitHooksAt } from './visitColumns'

export interface KeptPart {
  guest: number
  minWaitMinutes: number
  maxWaitMinutes: number
}

export const byIndex = (one: BookingRecord, other: BookingRecord): number =>
  (one.visitIndex ?? 0) - (other.visitIndex ?? 0)

export const readKept = async (db: Transaction, tenantId: string, id: string) => {
  const { rows } = await sql<{ parts: KeptPart[]; isAnyOrder: boolean; bookingIds: string[] }>`
    select parts, any_order as is_any_order, (select coalesce(json_agg(bookings.id order by bookings.visit_index), '[]') from bookings
      where bookings.tenant_id = visits.tenant_id and bookings.visit_id = visits.id) as booking_ids
    from visits where tenant_id = ${tenantId} and id = any(${[id].filter(isUuid)}::uuid[])`.execute(db)
  return rows[0] ?? { parts: [], isAnyOrder: false, bookingIds: [] }
}

const toPart = (one: BookingRecord, kept: KeptPart, before: BookingRecord | undefined): VisitPart => ({
  ...{ index: one.visitIndex ?? 0, bookingId: one.id, variantId: one.variantId, title: one.title },
  ...kept,
  ...{ startsAt: one.startsAt, endsAt: one.endsAt, status: one.status, quantity: one.quantity, total: one.total },
  waitMinutes: before ? Math.max(0, (Date.parse(one.startsAt) - Date.parse(before.endsAt)) / MINUTE) : 0,
  resourceIds: one.resourceIds,
  resources: one.resources.map(({ resourceId, name }) => ({ resourceId, name })),
})

export const withParts = (
  record: ApiRecord,
  kept: readonly KeptPart[],
  found: readonly BookingRecord[],
): AnsweredVisit => {
  const bookings = found.toSorted(byIndex)
  const inTime = bookings
    .filter(one => !isGone(one))
    .sort((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt) || byIndex(one, other))
  const guestOf = ({ visitIndex }: BookingRecord) => kept[visitIndex ?? 0]?.guest ?? 0
  const parts = bookings.map(one => {
    const ofGuest = inTime.filter(other => guestOf(other) === guestOf(one))
    const before = ofGuest[ofGuest.findIndex(({ id: own }) => own === one.id) - 1]
    return toPart(one, kept[one.visitIndex ?? 0] ?? { guest: 0, minWaitMinutes: 0, maxWaitMinutes: 0 }, before)
  })
  return { ...record, parts } as never
}

export type AnsweredVisit = Visit & { id: string; version: number; tenantId: string }

/** As GET answers a caller who sees all parts. */
export const wholeVisit = async (
  db: Transaction,
  { tenantId, id }: { tenantId: string; id: string },
  { now, isAutoComplete }: { now: number; isAutoComplete: boolean },
): Promise<AnsweredVisit | undefined> => {
  const hooks = visitHooksAt({ now, isAutoComplete })
  const [[visit], found, { parts: kept }] = await Promise.all([
    readRecords(db, visits, hooks, sql`where visits.tenant_id = ${tenantId} and visits.id = ${id}`),
    readRecords(
      db,
      bookings,
      bookingColumns,
      sql`where bookings.tenant_id = ${tenantId} and bookings.visit_id = ${id}`,
    ),
    readKept(db, tenantId, id),
  ])
  if (!visit) return undefined
  const asOfNow = found.map(booking => bookingAt(booking, now, isAutoComplete))
  return withParts(visit, kept, asOfNow)
}
