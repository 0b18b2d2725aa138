import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { moneySchema } from '../../../../src/calls/bookings'
import { visitPartSchema } from '../../../../src/calls/visits'
import { described, formatInstant } from '../../../../src/declare'
import { visits } from '../../../../src/resources/visits'
import { type ResourceHooks, type Scope, scopeOf } from '../../../serve'
import { completesByItself } from '../../caller'
import type { MemberRequest } from '../bookingScope'

export const ofVisit = sql`from bookings
  where bookings.tenant_id = visits.tenant_id and bookings.visit_id = visits.id`

interface Clock {
  now: RawBuilder<unknown>
  isAutoComplete: boolean
}

const standsAt = ({ now }: Clock) => sql`(bookings.status in ('pending', 'confirmed', 'completed', 'no_show')
  or bookings.status = 'held' and bookings.hold_expires_at > ${now})`

const figures = (clock: Clock) => {
  const { now, isAutoComplete } = clock
  const stands = standsAt(clock)
  /** Of the standing parts, or else of all. */
  const ofStanding = (value: RawBuilder<unknown>, pick = (all: RawBuilder<unknown>) => all) =>
    sql`(select coalesce(${pick(sql`${value} filter (where ${stands})`)}, ${pick(value)}) ${ofVisit})`
  const isOver = isAutoComplete ? sql`bookings.ends_at <= ${now}` : sql`false`
  const titles = sql`string_agg((select items.name || ' · ' || variants.name from variants
    join catalog_items as items on items.tenant_id = variants.tenant_id and items.id = variants.catalog_item_id
    where variants.tenant_id = bookings.tenant_id and variants.id = bookings.variant_id), ' + ' order by bookings.visit_index)`
  const waits = (value: RawBuilder<unknown>) => sql`(select ${value} from (
    select part, (extract(epoch from bookings.starts_at - lag(bookings.ends_at) over (
      partition by part->>'guest' order by bookings.starts_at, bookings.visit_index)) / 60)::int as minutes
    from bookings, lateral (select visits.parts->bookings.visit_index as part) as meant
    where bookings.tenant_id = visits.tenant_id and bookings.visit_id = visits.id and ${stands}) as waits)`
  return {
    title: ofStanding(titles),
    startsAt: ofStanding(sql`min(bookings.starts_at)`),
    endsAt: ofStanding(sql`max(bookings.ends_at)`),
    timeZone: ofStanding(
      sql`array_agg(bookings.time_zone order by bookings.starts_at, bookings.visit_index)`,
      all => sql`(${all})[1]`,
    ),
    status: sql`(select case
      when bool_or(bookings.status = 'held' and ${stands}) then 'held'
      when bool_or(bookings.status = 'pending') then 'pending'
      when bool_or(bookings.status = 'confirmed' and not ${isOver}) then 'confirmed'
      when bool_or(bookings.status in ('confirmed', 'completed')) then 'completed'
      when bool_or(bookings.status = 'no_show') then 'no_show'
      else (array_agg(case when bookings.status = 'held' then 'expired' else bookings.status end
        order by coalesce(bookings.hold_expires_at, bookings.status_changed_at) desc, bookings.visit_index desc))[1] end ${ofVisit})`,
    holdExpiresAt: sql`(select min(bookings.hold_expires_at) ${ofVisit} and bookings.status = 'held' and ${stands})`,
    paymentStatus: sql`(select case
      when bool_or(bookings.payment_status = 'unpaid') then 'unpaid'
      when bool_or(bookings.payment_status = 'paid') then 'paid'
      when bool_or(bookings.payment_status = 'refunded') then 'refunded' else 'not_required' end ${ofVisit} and ${stands})`,
    partCount: sql`(select count(*)::int ${ofVisit} and ${stands})`,
    waitMinutes: waits(sql`coalesce(sum(greatest(minutes, 0)), 0)::int`),
    isApart: waits(sql`coalesce(bool_or(minutes < (part->>'minWaitMinutes')::int
      or minutes > (part->>'maxWaitMinutes')::int), false)`),
  }
}

export const withoutParts = {
  ...{ title: null, startsAt: null, endsAt: null, timeZone: null, status: null, holdExpiresAt: null },
  ...{ paymentStatus: 'not_required', partCount: 0, waitMinutes: 0, isApart: false },
  ...{ total: { amount: null, currency: null }, parts: null },
}

const hooksAt = (clock: Clock): ResourceHooks => ({
  beyondRows: true,
  computed: figures(clock),
  extras: {
    total: {
      select: sql`(select json_build_object(
        'amount', coalesce(sum(bookings.total_amount) filter (where ${standsAt(clock)}), sum(bookings.total_amount)),
        'currency', min(bookings.total_currency)) ${ofVisit})`,
      schema: described(moneySchema, 'Of the parts that stand, or else of all'),
    },
    order: {
      select: sql`case when visits.any_order then 'any' else 'fixed' end`,
      schema: z.enum(['fixed', 'any']),
    },
    parts: {
      select: sql`null::json`,
      schema: described(z.nullable(z.array(visitPartSchema)), 'By their index; null in lists'),
    },
  },
})

export const visitColumns = hooksAt({ now: sql`now()`, isAutoComplete: true })

export const visitHooksAt = ({ now, isAutoComplete }: { now: number; isAutoComplete: boolean }): ResourceHooks =>
  hooksAt({ now: sql`${formatInstant(now)}::timestamptz`, isAutoComplete })

export const visitScope = (request: MemberRequest): Scope<typeof visits> => {
  const clock = { now: request.services.now(), isAutoComplete: completesByItself(request.caller) }
  return scopeOf(visits, visitHooksAt(clock), request)
}
