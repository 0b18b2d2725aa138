import type { OwnCode } from '../serve'

export const slotUnavailable: OwnCode = {
  code: 'slot_unavailable',
  status: 409,
  meaning: 'The time cannot be had: `reasons` says why, and `alternatives` has the nearest free times.',
}

export const timeslotBooked: OwnCode = {
  code: 'timeslot_booked',
  status: 409,
  meaning: 'The timeslot has bookings: say in `bookings` whether to keep or to cancel them.',
}

export const challengeFailed: OwnCode = {
  code: 'challenge_failed',
  status: 409,
  meaning:
    'The challenge is unknown, over, used or not solved, or the call came faster than people type. Ask for a new one.',
}

export const tooLate: OwnCode = {
  code: 'too_late',
  status: 409,
  meaning: 'The booking can be changed until `latestAt` only; after that the business may.',
}

export const waitlistClosed: OwnCode = {
  code: 'waitlist_closed',
  status: 409,
  meaning: 'There is no waitlist for this.',
}

/** Does not reveal the reason. */
export const bookingRefused: OwnCode = {
  code: 'booking_refused',
  status: 409,
  meaning: 'This cannot be booked online. `contact` says how to reach the business.',
}
