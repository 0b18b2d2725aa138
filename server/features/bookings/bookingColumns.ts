import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { described } from '../../../src/declare'
import { type BookedResource, type BookingOverride, bookings } from '../../../src/resources/bookings'
import { type Caller, type Condition, type ResourceHooks, rowsFor } from '../../serve'
import { lacksScope } from '../caller'
import { unbuffered } from './spans'

const taken = sql`from allocations join resources
  on resources.tenant_id = allocations.tenant_id and resources.id = allocations.resource_id
  where allocations.tenant_id = bookings.tenant_id and allocations.booking_id = bookings.id`
const byName: RawBuilder<unknown> = sql`order by resources.sort_order, resources.name, resources.id`
const first = (column: string) => sql`(select ${sql.ref(`resources.${column}`)} ${taken} ${byName} limit 1)`

const iso = (bound: 'lower' | 'upper') =>
  sql`to_char(${sql.raw(bound)}(span) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export const takes = (condition: Condition): Condition => sql`exists (select ${taken} and ${condition})`

/** The declared row rule (`rows`) as SQL; null for callers who see all. */
export const isOwn = (caller: Caller): Condition | null => rowsFor(bookings, 'read', caller)

/** A key without access to bookings sees none. */
export const isSeen = (caller: Caller): Condition | null =>
  lacksScope(caller, 'bookings.read') ? sql`false` : isOwn(caller)

export const bookingColumns: ResourceHooks = {
  beyondRows: true,
  computed: {
    resourceId: first('id'),
    resourceTypeId: first('resourceTypeId'),
    seriesLength: sql`(select series.date_count from booking_series as series
      where series.tenant_id = bookings.tenant_id and series.id = bookings.series_id)`,
    visitLength: sql`(select jsonb_array_length(visits.parts) from visits
      where visits.tenant_id = bookings.tenant_id and visits.id = bookings.visit_id)`,
  },
  audited: {
    resources: ({ resources }) => (resources as BookedResource[]).map(({ name }) => name),
    overrides: ({ overrides }) => (overrides as BookingOverride[] | undefined)?.map(({ code }) => code),
  },
  extras: {
    resourceIds: {
      select: sql`(select coalesce(json_agg(resources.id ${byName}), '[]') ${taken})`,
      schema: z.array(z.uuid()),
    },
    resources: {
      select: sql`(select coalesce(json_agg(json_build_object(
        'resourceId', resources.id, 'resourceTypeId', resources.resource_type_id, 'name', resources.name,
        'spans', (select json_agg(json_build_object('startsAt', ${iso('lower')}, 'endsAt', ${iso('upper')}))
          from unnest(${unbuffered}) as span)
      ) ${byName}), '[]') ${taken})`,
      schema: z.array(
        z.object({
          ...{ resourceId: z.uuid(), resourceTypeId: z.uuid(), name: z.string() },
          spans: z.array(z.object({ startsAt: z.iso.datetime(), endsAt: z.iso.datetime() })),
        }),
      ),
    },
    timeslotId: {
      select: sql`bookings.timeslot_id`,
      schema: z.nullable(z.uuid()),
    },
    answers: {
      select: sql`bookings.answers`,
      schema: { type: 'object', description: 'By the key of the item’s question' },
    },
    overrides: {
      select: sql`bookings.overrides`,
      schema: described(
        z.array(z.object({ code: z.string(), ruleId: z.nullable(z.uuid()), reason: z.string() })),
        'What staff set aside',
      ),
    },
    createdBy: {
      select: sql`bookings.created_by`,
      schema: described(z.nullable(z.uuid()), 'The user who made it'),
    },
  },
}
