import * as z from 'zod/mini'
import { defineCall, described, membersFrom } from '../declare'

const tag = 'Calendar Feeds'

export const read = defineCall({
  method: 'GET',
  path: '/calendar-feeds/{token}.ics',
  access: { who: 'anyone' },
  params: { token: value => /^[\w-]{43}$/.test(value) },
  tag,
  operationId: 'readCalendarFeed',
  summary: 'Bookings as a calendar, for whoever knows the address',
  description: 'With a strong `ETag`: send it as `If-None-Match`. At most 60 times a minute.',
  file: 'text/calendar',
  answer: { description: 'An event for each booking, the nearest 5,000 to now' },
})

export const rotate = defineCall({
  method: 'POST',
  path: '/calendar-feeds/{id}/rotate',
  access: membersFrom('staff'),
  tag,
  operationId: 'rotateCalendarFeed',
  summary: 'Give a calendar feed a new address',
  description: 'The former one is not found any more.',
  answer: {
    description: 'The new address',
    schema: z.object({
      url: z.optional(described(z.string(), 'Shown here, and never again; not among the answers to a repeated call')),
    }),
  },
})
