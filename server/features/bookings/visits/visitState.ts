import type { visits } from '../../../../src/resources/visits'
import { beyondRows, findRecord, findRecords, refusal, type StoredRecord, type Transaction } from '../../../serve'
import { answeredBooking, type BookingRecord, bookingScope, lockBookings, type MemberRequest } from '../bookingScope'
import { visitScope } from './visitsHooks'
import { type AnsweredVisit, byIndex, type KeptPart, readKept, withParts } from './wholeVisit'

export interface VisitState {
  record: StoredRecord<typeof visits>
  kept: readonly KeptPart[]
  isAnyOrder: boolean
  /** Those that the caller sees, by index. */
  parts: readonly BookingRecord[]
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

export const answeredVisit = async (db: Transaction, request: MemberRequest, id: string): Promise<AnsweredVisit> => {
  const record = await findRecord(db, visitScope(request), id)
  const { parts: kept, bookingIds } = await readKept(db, request.caller.tenant.id, id)
  const found = await findRecords(db, bookingScope(request), bookingIds)
  return withParts(
    record,
    kept,
    found.map(one => answeredBooking(request, one)),
  )
}
