import type { OwnCode } from '../http/problem'

/** A time that cannot be booked; the problem carries reasons and alternatives. */
export const slotUnavailable: OwnCode = {
  code: 'slot_unavailable',
  status: 409,
  meaning: 'The time cannot be had: `reasons` says why, and `alternatives` has the nearest free times.',
}

/** A timeslot has bookings, and the request does not say what to do with them. */
export const timeslotBooked: OwnCode = {
  code: 'timeslot_booked',
  status: 409,
  meaning: 'The timeslot has bookings: say in `bookings` whether to keep or to cancel them.',
}
