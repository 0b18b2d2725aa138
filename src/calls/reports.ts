import * as z from 'zod/mini'
import { defineCall, described, membersFrom, param, required } from '../declare'
import { dimensions, measureNames } from '../reports'
import { bookings } from '../resources/bookings'

// See docs/domain.md#figures.

const tag = 'Reports'
const access = membersFrom('viewer')
const scopes = ['bookings.read'] as const

const measure = {
  key: z.string(),
  label: z.string(),
  unit: z.string(),
  isAdditive: z.boolean(),
  list: described(z.enum(['bookings', 'demand']), 'The list that `drill` is a query of'),
}

export const measures = defineCall({
  method: 'GET',
  path: '/reports/measures',
  access,
  scopes,
  tag,
  operationId: 'listMeasures',
  summary: 'What can be measured',
  answer: {
    description: 'The measures',
    schema: z.array(
      z.object({
        ...measure,
        dimensions: z.array(z.string()),
        definition: z.string(),
      }),
    ),
  },
})

const period = { from: z.iso.date(), to: z.iso.date() }

const figures = z.record(
  z.string(),
  z.object({
    value: z.nullable(z.number()),
    previous: z.nullable(z.number()),
    change: z.nullable(z.number()),
    drill: z.nullable(z.string()),
  }),
)

export const query = {
  measures: required(param('choices', 'Which measures', measureNames, { most: 12 })),
  groupBy: param('choices', 'By which dimensions', dimensions, { most: 2 }),
  from: required(param('date', 'The first local date, in the tenant’s zone')),
  to: required(param('date', 'The local date after the last')),
  compare: param('choice', 'With which period', ['previous', 'last_year']),
  resourceId: param('ids', 'Of these resources'),
  resourceTypeId: param('ids', 'Of resources of these types'),
  catalogItemId: param('ids', 'Of these items'),
  variantId: param('ids', 'Of these variants'),
  channelId: param('ids', 'Through these channels'),
  source: param('choices', 'From these sources', bookings.fields.source.options.values),
  format: param('choice', '`csv` for a file', ['json', 'csv']),
}

export const listFigures = defineCall({
  method: 'GET',
  path: '/reports/figures',
  access,
  scopes,
  tag,
  operationId: 'listFigures',
  summary: 'Figures of bookings that the caller may list',
  description:
    'At most 1096 days, 400 by day, 50 000 figures. Money is in minor units; null stands for a division by 0. `change` is a part of `previous`; `drill` is the query of `GET /bookings` (or of `GET /demand`: `list`) that lists what is behind a value; `isPartial`: the period cuts the bucket. A CSV file is an entry of the audit log.',
  query,
  answer: {
    description: 'The figures',
    schema: z.object({
      ...period,
      timeZone: z.string(),
      weekStartsOn: z.int(),
      currency: z.string(),
      asOf: z.iso.datetime(),
      compare: z.nullable(z.object(period)),
      measures: described(z.array(z.object(measure)), '`isAdditive`: whether the rows add up to the total'),
      rows: z.array(
        z.object({
          by: z.record(z.string(), z.union([z.string(), z.int()])),
          labels: z.record(z.string(), z.string()),
          from: z.optional(z.iso.datetime()),
          to: z.optional(z.iso.datetime()),
          isPartial: z.boolean(),
          figures,
        }),
      ),
      totals: z.object({ figures }),
      notes: z.array(z.enum(['open_time_as_of_now'])),
    }),
  },
})
