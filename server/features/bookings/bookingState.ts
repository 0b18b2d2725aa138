import { statusAt } from '../../../src/resources/bookingActions'
import type { Booking } from '../../../src/resources/bookings'
import type { ApiRecord } from '../../serve'

export { isGone } from '../../../src/resources/bookingActions'

export type BookingRecord = Booking & ApiRecord

export const toBooking = (record: ApiRecord, now: number): BookingRecord => {
  const booking = record as BookingRecord
  return { ...booking, status: statusAt(booking, now) as Booking['status'] }
}

export const bookingAt = (record: ApiRecord, now: number, isAutoComplete: boolean): BookingRecord => {
  const booking = toBooking(record, now)
  const isOver = booking.status === 'confirmed' && Date.parse(booking.endsAt) <= now
  return isOver && isAutoComplete ? { ...booking, status: 'completed' } : booking
}
