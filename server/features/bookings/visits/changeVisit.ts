import type { calls } from '../../../../src/calls'
import type { Booking } from '../../../../src/resources/bookings'
import { deleteRecords, invalidField, noteEvent, type RequestOf, refusal } from '../../../serve'
import { reofferFreedTimes } from '../../waitlist/freedTime'
import { settleWaiting } from '../../waitlist/settleWaiting'
import { type BookingRecord, bookingScope } from '../bookingScope'
import { changeBooking } from '../changeBooking'
import { type HeldVisit, saveVisit } from './visitActions'
import { visitScope } from './visitColumns'
import { answeredVisit } from './visitState'

export const changeVisit = async (
  held: HeldVisit,
  { paymentStatus, ...values }: RequestOf<typeof calls.visits.update>['body'],
): Promise<void> => {
  const { unit, request, visit } = held
  const { record, parts } = visit
  if (values.customerId === null && record.status !== 'held')
    throw invalidField('customerId', 'validation.customerNeeded')
  const fields: Partial<Booking> = { ...values, ...(paymentStatus && { paymentStatus }) }
  for (const before of parts) {
    const after = await changeBooking(
      { unit, request, before },
      { fields, answers: null, reason: null, reprice: false },
    )
    if (after.customerId !== before.customerId) await settleWaiting(unit, request, after)
  }
  if (Object.keys(values).length > 0) await saveVisit(held, values)
}

const wasOnlyHeld = ({ status, previousStatus }: BookingRecord): boolean =>
  isOnHold(status) || previousStatus === 'held'

const isOnHold = (status: BookingRecord['status']): boolean => status === 'held' || status === 'expired'

/** @returns the ids of its bookings */
export const deleteVisit = async ({ unit, request, visit: { record, parts } }: HeldVisit): Promise<string[]> => {
  const held = parts.filter(({ status }) => isOnHold(status))
  if (held.length === 0 || !parts.every(wasOnlyHeld)) throw refusal('conflict', 'refusal.bookingKept')
  await reofferFreedTimes(unit, request, held)
  const last = await answeredVisit(unit.db, request, record.id)
  await deleteRecords(unit, bookingScope(request), parts)
  await deleteRecords(unit, visitScope(request), [record])
  noteEvent(unit, {
    type: 'visit.cancelled',
    subjectType: 'visit',
    subjectId: record.id,
    data: { ...last },
    previous: {},
  })
  return parts.map(({ id }) => id)
}
