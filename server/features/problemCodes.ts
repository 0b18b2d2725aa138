import type { OwnCode } from '../http/problem'

/** A time that cannot be booked; the problem carries reasons and alternatives. */
export const slotUnavailable: OwnCode = { code: 'slot_unavailable', status: 409 }

/** A timeslot has bookings, and the request does not say what to do with them. */
export const timeslotBooked: OwnCode = { code: 'timeslot_booked', status: 409 }
