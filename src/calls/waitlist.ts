import * as z from 'zod/mini'
import { auditEntry, defineCall, described, membersFrom, param } from '../declare'
import { checkCodeSchema, saidSchema } from '../scheduling/answers'
import { maxHistory } from './bookings'

const tag = 'Waitlist'

export const maxMatches = 100

export const matches = defineCall({
  method: 'GET',
  path: '/bookings/waitlist/matches',
  access: membersFrom('viewer'),
  scopes: ['bookings.read'],
  tag,
  operationId: 'listWaitlistMatches',
  summary: 'Who waits for a place, and whom it would fit',
  description:
    'Each by itself, in the order of the line, and those whom it fits first. Without a booking and a range, whoever fits anything that is free now.',
  query: {
    bookingId: param('id', 'If this booking went'),
    from: param('moment', 'At a time that ends after this'),
    to: param('moment', 'At a time that begins before this'),
    resourceIds: param('ids', 'With one of these resources'),
    variantId: param('id', 'Who waits for this variant'),
  },
  answer: {
    description: `At most ${maxMatches}`,
    schema: z.array(
      z.object({
        entryId: z.uuid(),
        position: described(z.int(), 'Among those who wait for the same'),
        customerName: described(z.string(), 'Empty for an API key without `customers.read`'),
        variantId: z.uuid(),
        title: described(z.string(), 'What they wait for'),
        quantity: z.int(),
        fits: z.boolean(),
        isAutomatic: described(z.boolean(), 'Places are offered to them without being asked'),
        startsAt: z.nullable(z.iso.datetime()),
        endsAt: z.nullable(z.iso.datetime()),
        resourceIds: described(z.array(z.uuid()), 'What it would take'),
        reasons: described(
          z.array(z.object({ code: checkCodeSchema, ...saidSchema.shape, resourceId: z.nullable(z.uuid()) })),
          'Why nothing fits',
        ),
      }),
    ),
  },
})

export const history = defineCall({
  method: 'GET',
  path: '/bookings/waitlist/{id}/history',
  access: membersFrom('viewer'),
  scopes: ['bookings.read'],
  tag,
  operationId: 'getWaitlistEntryHistory',
  summary: 'What happened to an entry, newest first',
  answer: { description: `At most ${maxHistory} entries of the audit log`, schema: z.array(auditEntry) },
})
