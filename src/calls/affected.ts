import * as z from 'zod/mini'
import { described, id } from '../contract'
import { affectedBookingSchema } from '../scheduling/whatIf/answers'

/** A booking to come that does not fit the set-up: the engine's findings, with what names it to people. */
export const affectedSchema = z.object({
  ...affectedBookingSchema.shape,
  reference: z.nullable(z.string()),
  version: described(z.nullable(z.int()), 'Of the booking, for those who decide about it'),
  customerName: z.nullable(z.string()),
  seriesId: described(z.nullable(id()), 'The series that it is of'),
})

/** The same for whoever may not see every calendar: of a booking in a foreign one only when it is, and what that means. */
export const affectedAsSeenSchema = z.object({
  ...affectedSchema.shape,
  bookingId: z.nullable(id()),
  variantId: z.nullable(id()),
  variantName: z.nullable(z.string()),
})

/** How many, and the first of them by their starts: at most this many. */
export const maxAffected = 100

export const affectedAnswer = z.object({
  bookingCount: z.int(),
  bookings: described(
    z.array(affectedAsSeenSchema),
    'The next of them; only when, for those in a calendar that the caller may not see',
  ),
})
