export const slotUnavailable = {
  code: 'slot_unavailable',
  status: 409,
  meaning: 'The time cannot be had: `reasons` says why, and `alternatives` has the nearest free times.',
} as const

export const timeslotBooked = {
  code: 'timeslot_booked',
  status: 409,
  meaning: 'The timeslot has bookings: say in `bookings` whether to keep or to cancel them.',
} as const

export const challengeFailed = {
  code: 'challenge_failed',
  status: 409,
  meaning:
    'The challenge is unknown, over, used or not solved, or the call came faster than people type. Ask for a new one.',
} as const

export const tooLate = {
  code: 'too_late',
  status: 409,
  meaning: 'The booking can be changed until `latestAt` only; after that the business may.',
} as const

export const waitlistClosed = {
  code: 'waitlist_closed',
  status: 409,
  meaning: 'There is no waitlist for this.',
} as const

/** Does not reveal the reason. */
export const bookingRefused = {
  code: 'booking_refused',
  status: 409,
  meaning: 'This cannot be booked online. `contact` says how to reach the business.',
} as const
