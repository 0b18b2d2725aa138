import * as z from 'zod/mini'
import { defineCall, described, membersFrom, param, required } from '../declare'
import {
  daySummarySchema,
  explanationSchema,
  nextAvailableSchema,
  slotSchema,
  spanSchema,
  takingStatusSchema,
} from '../scheduling/answers'
import { simulateAnswer, simulateBody } from './simulateBody'

const tag = 'Availability'
const access = membersFrom('viewer')

const request = {
  variantId: required(param('id', 'What is to be booked')),
  channelId: param('id', 'Through which channel; the back office’s unless given'),
  quantity: param('integer', 'Units or persons; the variant’s least unless given', {
    min: 1,
    max: 10_000,
    absent: undefined,
  }),
  resourceId: param('id', 'Only with this one of the variant’s resources'),
}

const durationMinutes = param('integer', 'Length of a flexible booking; of a daily one 1440 for each day', {
  min: 1,
  max: 527_040,
  absent: undefined,
})

/** Half-open. */
const range = {
  from: required(param('moment', 'From when')),
  to: required(param('moment', 'Until when, excluded')),
  timeZone: param('timeZone', 'The zone that bare dates are read in; the tenant’s unless given'),
}

const named = z.object({ resourceId: z.uuid(), name: z.string() })

export const slots = defineCall({
  method: 'GET',
  path: '/availability',
  access,
  scopes: ['availability.read'],
  tag,
  operationId: 'listSlots',
  summary: 'The times at which a variant can be booked',
  query: {
    ...request,
    ...range,
    durationMinutes,
    includeUnavailable: param('flag', 'Also the times that are not available, with reasons'),
  },
  answer: { description: 'The slots that start in the range, in order', schema: z.array(slotSchema) },
})

export const days = defineCall({
  method: 'GET',
  path: '/availability/days',
  access,
  scopes: ['availability.read'],
  tag,
  operationId: 'listAvailableDays',
  summary: 'How free each day of a month is',
  query: { ...request, month: required(param('month', 'The month, in the tenant’s zone')), durationMinutes },
  answer: { description: 'The days of the month', schema: z.array(daySummarySchema) },
})

export const next = defineCall({
  method: 'GET',
  path: '/availability/next',
  access,
  scopes: ['availability.read'],
  tag,
  operationId: 'findNextSlots',
  summary: 'The next times at which a variant can be booked, within a year',
  query: {
    ...request,
    durationMinutes,
    after: param('moment', 'From when on; now unless given'),
    count: param('integer', 'How many', { min: 1, max: 10, absent: 1 }),
  },
  answer: { description: 'The slots, or the most frequent reason why there is none', schema: nextAvailableSchema },
})

export const search = defineCall({
  method: 'GET',
  path: '/availability/search',
  access,
  scopes: ['availability.read'],
  tag,
  operationId: 'searchFree',
  summary: 'What is free from one moment to another',
  query: {
    ...range,
    resourceTypeId: param('id', 'Only resources of this type'),
    channelId: param('id', 'Through which channel; the back office’s unless given'),
    quantity: param('integer', 'Units or persons', { min: 1, max: 10_000, absent: 1 }),
  },
  answer: {
    description: 'Resources, and variants of exactly this length',
    schema: z.object({
      resources: z.array(z.object({ ...named.shape, resourceTypeId: z.uuid(), remaining: z.int() })),
      variants: z.array(
        z.object({
          variantId: z.uuid(),
          name: z.string(),
          catalogItemId: z.uuid(),
          catalogItemName: z.string(),
          resourceIds: z.array(z.uuid()),
        }),
      ),
    }),
  },
})

const timelineBooking = z.object({
  bookingId: described(z.nullable(z.uuid()), 'Null for a booking in a calendar that the caller may not see'),
  reference: z.nullable(z.string()),
  ...spanSchema.shape,
  blockedFrom: described(z.iso.datetime(), 'With the time to prepare'),
  blockedUntil: described(z.iso.datetime(), 'With the time to clean up'),
  spans: described(z.array(spanSchema), 'When it takes the resource: mostly from start to end'),
  status: takingStatusSchema,
  holdExpiresAt: z.nullable(z.iso.datetime()),
  quantity: z.int(),
  variantId: z.nullable(z.uuid()),
  customerId: z.nullable(z.uuid()),
  customerName: z.nullable(z.string()),
  title: described(z.nullable(z.string()), 'Item and variant'),
  color: described(z.nullable(z.string()), 'Of the item'),
  checkedInAt: z.nullable(z.iso.datetime()),
  seriesIndex: described(z.nullable(z.int()), 'Its place in its series, from 0'),
  seriesLength: described(z.nullable(z.int()), 'How many dates its series has'),
  visitId: z.nullable(z.uuid()),
  visitIndex: described(z.nullable(z.int()), 'Its place in its visit, from 0'),
  visitLength: described(z.nullable(z.int()), 'How many parts its visit has'),
})

const timelineLine = z.object({
  ...named.shape,
  resourceTypeId: z.uuid(),
  parentResourceId: z.nullable(z.uuid()),
  capacity: z.int(),
  isActive: z.boolean(),
  timeZone: z.string(),
  windows: described(z.array(spanSchema), 'Open hours of its schedule'),
  open: described(z.array(spanSchema), 'What opening hours of rules, blackouts and other calendars leave of them'),
  blackouts: z.array(
    z.object({
      ...spanSchema.shape,
      ruleId: z.uuid(),
      name: z.string(),
      blockId: described(z.nullable(z.uuid()), 'The block that it is of, for those who may change that'),
      reason: z.nullable(z.string()),
    }),
  ),
  externalBusy: described(z.array(spanSchema), 'When other calendars of the resource say that it is taken'),
  bookings: described(z.array(timelineBooking), 'Everything that takes capacity, not cut to the range'),
  timeslots: z.array(
    z.object({
      timeslotId: z.uuid(),
      ...spanSchema.shape,
      status: z.enum(['open', 'closed', 'cancelled']),
      capacity: z.nullable(z.int()),
      bookedQuantity: z.int(),
      label: z.nullable(z.string()),
    }),
  ),
  slots: described(z.array(slotSchema), 'When a variant is named: its times with this resource, free or not'),
})

export const timeline = defineCall({
  method: 'GET',
  path: '/availability/timeline',
  access,
  scopes: ['availability.read'],
  tag,
  operationId: 'getTimeline',
  summary: 'Open hours, bookings, holds and closures by resource',
  query: {
    ...range,
    resourceTypeId: param('id', 'Only resources of this type'),
    resourceIds: param('ids', 'Only these resources'),
    channelId: param('id', 'Whose rules count; the back office’s unless given'),
    variantId: param('id', 'Only the resources of this variant, each with the times at which it could be booked there'),
    quantity: request.quantity,
    durationMinutes,
  },
  answer: { description: 'One entry for each resource', schema: z.array(timelineLine) },
})

export const utilization = defineCall({
  method: 'GET',
  path: '/availability/utilization',
  access,
  scopes: ['availability.read'],
  tag,
  operationId: 'getUtilization',
  summary: 'How much of the open time of all active resources is booked, by day',
  query: range,
  answer: {
    description: 'The local days of the range, in order',
    schema: z.array(
      z.object({
        date: z.iso.date(),
        openMinutes: described(z.number(), 'Open time of all active resources together'),
        bookedMinutes: described(z.number(), 'How much of it has any booking at all'),
      }),
    ),
  },
})

export const explain = defineCall({
  method: 'GET',
  path: '/availability/explain',
  access,
  scopes: ['availability.read'],
  tag,
  operationId: 'explainSlot',
  summary: 'Why a variant can be booked at a time, or why not',
  query: {
    ...request,
    startsAt: required(param('instant', 'When it would start')),
    endsAt: param('instant', 'When it would end; after the variant’s own length unless given'),
    customerId: { ...param('id', 'For whom'), role: 'staff' as const },
  },
  answer: {
    description: 'Every check, passed or failed',
    schema: z.object({
      ...explanationSchema.shape,
      resources: described(z.array(named), 'Names of those in the checks'),
    }),
  },
})

export const simulate = defineCall({
  method: 'POST',
  path: '/availability/simulate',
  access: membersFrom('admin'),
  tag,
  operationId: 'simulateChanges',
  summary: 'What changes of the set-up would do to free times and to bookings to come',
  description:
    'Nothing is saved. What saving refuses is refused likewise, with its fields below `changes.0.data`. One at a time for a tenant: others are answered 429 with `Retry-After`.',
  body: simulateBody,
  answer: { description: 'The difference', schema: simulateAnswer },
})
