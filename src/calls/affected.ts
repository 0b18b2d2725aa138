import * as z from 'zod/mini'
import { described, id } from '../declare'
import { affectedBookingSchema } from '../scheduling/whatIf/answers'

/** A future booking that no longer fits. */
export const affectedSchema = z.object({
  ...affectedBookingSchema.shape,
  reference: z.nullable(z.string()),
  version: described(z.nullable(z.int()), 'Of the booking, for those who decide about it'),
  customerName: z.nullable(z.string()),
  seriesId: described(z.nullable(id()), 'The series that it is of'),
  visitId: described(z.nullable(id()), 'The visit that it is a part of'),
})

/** Callers who may not see a booking's calendar get only its time and the finding. */
export const affectedAsSeenSchema = z.object({
  ...affectedSchema.shape,
  bookingId: z.nullable(id()),
  variantId: z.nullable(id()),
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
