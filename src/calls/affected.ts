import * as z from 'zod/mini'
import { described } from '../declare'
import { affectedBookingSchema } from '../scheduling/whatIf/answers'

/** A future booking that no longer fits. */
export const affectedSchema = z.object({
  ...affectedBookingSchema.shape,
  reference: z.nullable(z.string()),
  version: described(z.nullable(z.int()), 'Of the booking, for those who decide about it'),
  customerName: z.nullable(z.string()),
  seriesId: described(z.nullable(z.uuid()), 'The series that it is of'),
  visitId: described(z.nullable(z.uuid()), 'The visit that it is a part of'),
})

/** Without access to the calendar. */
export const affectedAsSeenSchema = z.object({
  ...affectedSchema.shape,
  bookingId: z.nullable(z.uuid()),
  variantId: z.nullable(z.uuid()),
  variantName: z.nullable(z.string()),
  title: z.nullable(z.string()),
})

export const maxAffected = 100

export const affectedAnswer = z.object({
  bookingCount: z.int(),
  bookings: described(
    z.array(affectedAsSeenSchema),
    'The next of them; only when, for those in a calendar that the caller may not see',
  ),
})
