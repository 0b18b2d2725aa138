import { sql } from 'kysely'
import type { Visit, VisitPart } from '../../../../src/calls/visits'
import { MINUTE } from '../../../../src/declare'
import type { visits } from '../../../../src/resources/visits'
import { beyondRows, findRecord, findRecords, refusal, type StoredRecord, type Transaction } from '../../../serve'
import {
  answeredBooking,
  type BookingRecord,
  bookingScope,
  isGone,
  lockBookings,
  type MemberRequest,
} from '../bookingScope'
import { visitScope } from './visitsHooks'

/** What a part keeps of its request. */
interface KeptPart {
  guest: number
  minWaitMinutes: number
  maxWaitMinutes: number
}

export interface VisitState {
  record: StoredRecord<typeof visits>
  kept: readonly KeptPart[]
  isAnyOrder: boolean
  /** Those that the caller sees, by index. */
  parts: readonly BookingRecord[]
}

const byIndex = (one: BookingRecord, other: BookingRecord): number => (one.visitIndex ?? 0) - (other.visitIndex ?? 0)

const readKept = async (db: Transaction, tenantId: string, id: string) => {
  const { rows } = await sql<{ parts: KeptPart[]; isAnyOrder: boolean; bookingIds: string[] }>`
    select parts, any_order as is_any_order, (select coalesce(json_agg(bookings.id order by bookings.visit_index), '[]') from bookings
      where bookings.tenant_id = visits.tenant_id and bookings.visit_id = visits.id) as booking_ids
    from visits where tenant_id = ${tenantId} and id = ${id}`.execute(db)
  return rows[0] ?? { parts: [], isAnyOrder: false, bookingIds: [] }
}

/** With its parts locked. @throws Problem `forbidden` if one is in a calendar that the caller may not change */
export const lockParts = async (
  db: Transaction,
  request: MemberRequest,
  record: StoredRecord<typeof visits>,
): Promise<VisitState> => {
  const { parts: kept, isAnyOrder, bookingIds } = await readKept(beyondRows(db), request.caller.tenant.id, record.id)
  const parts = await lockBookings(db, request, bookingIds)
  if (parts.length < bookingIds.length) throw refusal('forbidden', 'refusal.ownCalendar')
  return { record, kept, isAnyOrder, parts: parts.sort(byIndex) }
}

const toPart = (one: BookingRecord, kept: KeptPart, before: BookingRecord | undefined): VisitPart => ({
  ...{ index: one.visitIndex ?? 0, bookingId: one.id, variantId: one.variantId, title: one.title },
  ...kept,
  ...{ startsAt: one.startsAt, endsAt: one.endsAt, status: one.status, quantity: one.quantity, total: one.total },
  waitMinutes: before ? Math.max(0, (Date.parse(one.startsAt) - Date.parse(before.endsAt)) / MINUTE) : 0,
  resourceIds: one.resourceIds,
  resources: one.resources.map(({ resourceId, name }) => ({ resourceId, name })),
})

export const answeredVisit = async (
  db: Transaction,
  request: MemberRequest,
  id: string,
): Promise<Visit & { version: number; tenantId: string }> => {
  const record = await findRecord(db, visitScope(request), id)
  const { parts: kept, bookingIds } = await readKept(db, request.caller.tenant.id, id)
  const found = await findRecords(db, bookingScope(request), bookingIds)
  const bookings = found.map(one => answeredBooking(request, one)).sort(byIndex)
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
