import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { moneySchema } from '../../../../src/calls/bookings'
import { described, formatInstant } from '../../../../src/declare'
import { bookingSeries } from '../../../../src/resources/bookingSeries'
import { occurrenceSchema } from '../../../../src/scheduling/series/answers'
import { type ResourceHooks, type Scope, scopeOf } from '../../../serve'
import type { MemberRequest } from '../bookingScope'

export const ofSeries = sql`from bookings
  where bookings.tenant_id = booking_series.tenant_id and bookings.series_id = booking_series.id`
const standing = sql`${ofSeries} and bookings.status in ('held', 'pending', 'confirmed', 'completed', 'no_show')`

const byClock = (now: RawBuilder<unknown>): Record<'status' | 'nextStartsAt', RawBuilder<unknown>> => ({
  // Cancelled if the last cancellation left no later bookings.
  status: sql`(select case
    when max(bookings.starts_at) filter (where bookings.status not in ('cancelled', 'declined')) > ${now} then 'active'
    when max(bookings.cancelled_at) >= coalesce(
      max(bookings.starts_at) filter (where bookings.status not in ('cancelled', 'declined')), '-infinity') then 'cancelled'
    else 'ended' end ${ofSeries})`,
  nextStartsAt: sql`(select min(bookings.starts_at) ${standing} and bookings.starts_at > ${now})`,
})

const hooks: ResourceHooks = {
  beyondRows: true,
  computed: {
    ...byClock(sql`now()`),
    movedCount: sql`(select count(*) from jsonb_to_recordset(booking_series.dates) as dates (index int, "startsAt" timestamptz)
      where exists (select ${standing} and bookings.series_index = dates.index and bookings.starts_at <> dates."startsAt"))`,
  },
  extras: {
    resourceIds: {
      select: sql`booking_series.resource_ids`,
      schema: described(z.array(z.uuid()), 'Pinned resources'),
    },
    answers: {
      select: sql`booking_series.answers`,
      schema: { type: 'object', description: 'By the key of the item’s question' },
    },
    bookedTotal: {
      select: sql`(select json_build_object('amount', coalesce(sum(bookings.total_amount), 0),
        'currency', booking_series.total_currency) ${standing} and bookings.total_currency = booking_series.total_currency)`,
      schema: described(moneySchema, 'What all its bookings that stand cost together'),
    },
    occurrences: {
      select: sql`null::json`,
      schema: described(z.nullable(z.array(occurrenceSchema)), 'In the order of the rule; null in lists'),
    },
  },
}

export const seriesColumns = hooks

export const seriesScope = (
  request: MemberRequest,
  audited: ResourceHooks['audited'] = {},
): Scope<typeof bookingSeries> => {
  const now = sql`${formatInstant(request.services.now())}::timestamptz`
  return scopeOf(bookingSeries, { ...hooks, computed: { ...hooks.computed, ...byClock(now) }, audited }, request)
}
