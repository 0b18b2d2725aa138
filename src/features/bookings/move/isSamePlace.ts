import type { Booking } from '../../../resources/bookings'
import type { NewPlace } from './useMoveBooking'

export const isSameTime = (booking: Booking, { startsAt }: NewPlace): boolean =>
  Date.parse(startsAt) === Date.parse(booking.startsAt)

export const isSamePlace = (booking: Booking, place: NewPlace): boolean =>
  isSameTime(booking, place) &&
  place.resourceIds.length === booking.resourceIds.length &&
  place.resourceIds.every(id => booking.resourceIds.includes(id))
