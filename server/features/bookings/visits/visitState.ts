import type { visits } from '../../../../src/resources/visits'
import { type ApiRecord, beyondRows, findRecord, findRecords, refusal, type Transaction } from '../../../serve'
import { answeredBooking, type BookingRecord, bookingScope, findBookings, type MemberRequest } from '../bookingScope'
import { visitScope } from './visitColumns'
import { type AnsweredVisit, byIndex, type KeptPart, readKept, withParts } from './wholeVisit'

export interface VisitState {
  record: ApiRecord<typeof visits>
  kept: readonly KeptPart[]
  isAnyOrder: boolean
  /** Only parts that the caller sees. */
  parts: readonly BookingRecord[]
}

/** @throws Problem `forbidden` if a part is in a calendar that the caller may not change */
export const stateOf = async (
  db: Transaction,
  request: MemberRequest,
  record: ApiRecord<typeof visits>,
  { lock = false } = {},
): Promise<VisitState> => {
  const { parts: kept, isAnyOrder, bookingIds } = await readKept(beyondRows(db), request.caller.tenant.id, record.id)
  const parts = await findBookings(db, request, bookingIds, { lock })
  if (parts.length < bookingIds.length) throw refusal('forbidden', 'refusal.ownCalendar')
  return { record, kept, isAnyOrder, parts: parts.sort(byIndex) }
}

/** With its parts locked. @throws Problem `forbidden` as `stateOf` */
export const lockParts = (db: Transaction, request: MemberRequest, record: ApiRecord<typeof visits>) =>
  stateOf(db, request, record, { lock: true })

export const readVisit = async (
  db: Transaction,
  request: MemberRequest,
  id: string,
): Promise<{ visit: AnsweredVisit; bookings: BookingRecord[] }> => {
  const [record, { parts: kept, bookingIds }] = await Promise.all([
    findRecord(db, visitScope(request), id),
    readKept(db, request.caller.tenant.id, id),
  ])
  const found = await findRecords(db, bookingScope(request), bookingIds)
  const bookings = found.map(one => answeredBooking(request, one)).sort(byIndex)
  return { visit: withParts(record, kept, bookings), bookings }
}

export const answeredVisit = async (db: Transaction, request: MemberRequest, id: string): Promise<AnsweredVisit> =>
  (await readVisit(db, request, id)).visit
