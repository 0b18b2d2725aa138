import * as z from 'zod/mini'
import { defineCall, described, id, instantText, membersFrom } from '../contract'

export const impact = defineCall({
  method: 'GET',
  path: '/resources/{id}/impact',
  access: membersFrom('viewer'),
  tag: 'Resources',
  operationId: 'getResourceImpact',
  summary: 'The bookings to come on a resource',
  answer: {
    description: 'How many, and the next of them: at most a hundred',
    schema: z.object({
      bookingCount: z.int(),
      bookings: described(
        z.array(
          z.object({
            bookingId: z.nullable(id()),
            reference: z.nullable(z.string()),
            startsAt: instantText(),
            endsAt: instantText(),
            status: z.enum(['held', 'pending', 'confirmed']),
            quantity: z.int(),
            variantName: z.nullable(z.string()),
            customerName: z.nullable(z.string()),
          }),
        ),
        'The next of them; only when, for those in a calendar that the caller may not see',
      ),
    }),
  },
})
