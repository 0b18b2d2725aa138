import { Temporal } from 'temporal-polyfill'
import { DAY, HOUR, MINUTE } from '../../src/declare'
import { checks } from '../faults/checks'
import type { Staff, World } from './doings'

export interface Year extends World {
  staff: readonly Staff[]
  /** Ids of messages, in the order in which they were handed to the mail server. */
  sent: readonly string[]
  query: <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>
  eventDays: number
}

/** What is wrong at the end of a day; empty if nothing is. Each works it out anew from the rows, without the engine. */
type Law = (year: Year) => Promise<string[]>

const iso = (at: number) => new Date(at).toISOString()

/** What histories are held to. */
const histories: Law = async ({ staff, query, now, eventDays }) => {
  const looked = { query: query as never, now: now(), eventsFrom: now() - eventDays * DAY }
  const sessions = staff.map(({ session }) => session)
  const found = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => (await check(looked, sessions)).map(why => `${name}: ${why}`)),
  )
  return found.flat()
}

/** A hold that ran out is told once. */
const holds: Law = async ({ query, now }) =>
  (
    await query<{ id: string; count: number }>(
      `select b.id, count(v.id)::int as count from bookings b
        left join events v on v.tenant_id = b.tenant_id and v.subject_id = b.id and v.type = 'booking.expired' and v.occurred_at >= b.hold_expires_at
      where b.status = 'held' and b.hold_expires_at between $1 and $2 group by b.id having count(v.id) <> 1`,
      [iso(now() - 2 * DAY), iso(now() - 10 * MINUTE)],
    )
  ).map(({ id, count }) => `hold ${id} ran out and was told ${count} times`)

/** What is over is completed, once, where the tenant wants that, and nowhere else. */
const completions: Law = async ({ query, now }) =>
  (
    await query<{ id: string; count: number; wanted: number }>(
      `select b.id, count(v.id)::int as count, t.auto_complete::int as wanted from bookings b join tenants t on t.id = b.tenant_id
        left join events v on v.tenant_id = b.tenant_id and v.subject_id = b.id and v.type = 'booking.completed' and v.occurred_at >= b.ends_at
      where b.status = 'confirmed' and b.ends_at between $1 and $2 group by b.id, t.auto_complete having count(v.id) <> t.auto_complete::int`,
      [iso(now() - 2 * DAY), iso(now() - 10 * MINUTE)],
    )
  ).map(({ id, count, wanted }) => `booking ${id} is over and was told completed ${count} times instead of ${wanted}`)

interface Reminded {
  id: string
  due: Date
  since: Date
  sent: number
  /** Of these, written since then. */
  late: number
}

/** Whoever wanted one got one reminder of each time; none was written for a time that was gone when they asked. */
const reminders: Law = async ({ query, now }) => {
  const rows = await query<Reminded>(
    `select b.id, b.starts_at - make_interval(mins => t.reminder_minutes[1]) as due,
      greatest(b.reminders_from, t.reminders_from) as since, told.sent, told.late
    from bookings b join tenants t on t.id = b.tenant_id join customers c on c.tenant_id = b.tenant_id and c.id = b.customer_id
      cross join lateral (
        select count(*)::int as sent, count(*) filter (where n.created_at > greatest(b.reminders_from, t.reminders_from))::int as late
        from notifications n where n.tenant_id = b.tenant_id and n.booking_id = b.id and n.key = 'booking_reminder'
          and n.starts_at = b.starts_at and n.status = 'sent') told
    where b.sends_reminders and b.status in ('confirmed', 'completed', 'no_show') and c.email is not null
      and b.starts_at between $1 and $2
      and not exists (select from bookings e where e.tenant_id = b.tenant_id and e.visit_id = b.visit_id and e.visit_index < b.visit_index
        and e.status in ('confirmed', 'completed', 'no_show'))`,
    [iso(now() - DAY), iso(now())],
  )
  return rows.flatMap(({ id, due, since, sent, late }) => {
    // Whoever came, or did not, may have had one before that was noted.
    const isRight = new Date(due) >= new Date(since) ? sent === 1 : sent <= 1 && late === 0
    return isRight
      ? []
      : [`booking ${id} had ${sent} reminders, ${late} of them too late, due ${new Date(due).toISOString()}`]
  })
}

/** Every mail that is due has gone, and none twice. */
const mails: Law = async ({ query, now, sent }) => {
  const waiting = await query<{ id: string; key: string }>(
    `select id, key from notifications where status = 'queued' and due_at < $1`,
    [iso(now() - 9 * HOUR)],
  )
  const seen = new Set<string>()
  const twice = sent.filter(id => seen.size === seen.add(id).size)
  return [
    ...waiting.map(({ id, key }) => `mail ${id} (${key}) is due and waits`),
    ...twice.map(id => `message ${id} was sent twice`),
  ]
}

interface Person {
  id: string
  tenantId: string
  created: Date
  last: Date | null
  waits: boolean
  forgotten: Date | null
}

const earlier = (at: number, months: number): number =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO('UTC').subtract({ months }).epochMilliseconds

/** Customers are forgotten on the day after their time, not before. */
const retention: Law = async ({ staff, query, now }) => {
  const wrong: string[] = []
  for (const { shop } of staff) {
    if (shop.retentionMonths === null) continue
    const people = await query<Person>(
      `select c.id, c.created_at as created, c.anonymized_at as forgotten,
        (select max(b.ends_at) from bookings b where b.tenant_id = c.tenant_id and b.customer_id = c.id) as last,
        exists (select from waitlist_entries w where w.tenant_id = c.tenant_id and w.customer_id = c.id and w.status in ('waiting', 'offered')
          and w.waits_until > $2) as waits
      from customers c where c.tenant_id = $1 and (c.anonymized_at is null or c.anonymized_at > $2)`,
      [shop.tenantId, iso(now() - DAY)],
    )
    const limit = earlier(now(), shop.retentionMonths)
    for (const { id, created, last, waits, forgotten } of people) {
      const latest = Math.max(Number(new Date(created)), last ? Number(new Date(last)) : 0)
      if (!forgotten && !waits && latest < limit - DAY) wrong.push(`customer ${id} should be forgotten: ${iso(latest)}`)
      if (forgotten && latest > limit + DAY) wrong.push(`customer ${id} was forgotten too early: ${iso(latest)}`)
    }
  }
  return wrong
}

/** Dates of a weekly series keep the time of day, whatever the clocks do. */
const series: Law = async ({ query, now }) => {
  const rows = await query<{ id: string; index: number; first: Date; starts: Date; zone: string; dates: number }>(
    `select b.id, b.series_index as index, s.starts_at as first, b.starts_at as starts, s.time_zone as zone, s.date_count as dates
    from bookings b join booking_series s on s.tenant_id = b.tenant_id and s.id = b.series_id
    where b.reschedule_count = 0 and b.starts_at > $1`,
    [iso(now() - 7 * DAY)],
  )
  return rows.flatMap(({ id, index, first, starts, zone, dates }) => {
    const rule = Temporal.Instant.fromEpochMilliseconds(Number(new Date(first))).toZonedDateTimeISO(zone)
    const wanted = rule.toPlainDateTime().add({ weeks: index }).toZonedDateTime(zone).epochMilliseconds
    const wrong =
      wanted === Number(new Date(starts))
        ? []
        : [`booking ${id}, date ${index} of a series, is at ${iso(Number(new Date(starts)))} and not at ${iso(wanted)}`]
    return dates === 6 ? wrong : [...wrong, `the series of booking ${id} has ${dates} dates`]
  })
}

/** An offer has a place that is held for it, and ends with it; nobody waits for what is free and could be offered to them by itself. */
const waitlist: Law = async ({ api, staff, query, random, now }) => {
  const { shop } = staff[Math.floor(random() * staff.length)] as Staff
  const rows = await query<{ id: string; why: string }>(
    `select w.id, case when w.offer_expires_at < $1 then 'is offered a place until ' || w.offer_expires_at else 'is offered a place that is ' || coalesce(b.status, 'not there') end as why
    from waitlist_entries w left join bookings b on b.tenant_id = w.tenant_id and b.id = w.booking_id
    where w.status = 'offered' and (w.offer_expires_at < $1 or b.status is distinct from 'held')
    union all
    select w.id, 'is converted to a booking that is ' || coalesce(b.status, 'not there') from waitlist_entries w
      left join bookings b on b.tenant_id = w.tenant_id and b.id = w.booking_id where w.status = 'converted' and b.id is null
    union all
    select b.id, 'is held for an entry that is ' || w.status from bookings b join waitlist_entries w on w.tenant_id = b.tenant_id and w.id = b.waitlist_entry_id
    where b.status = 'held' and b.hold_expires_at > $2 and (w.status <> 'offered' or w.booking_id is distinct from b.id)`,
    [iso(now() - 10 * MINUTE), iso(now())],
  )
  const wrong = rows.map(({ id, why }) => `${id} ${why}`)
  const asked = { token: shop.token, tenantId: shop.tenantId }
  const { body } = await api.request('/bookings/waitlist/matches', asked)
  for (const { entryId, variantId, quantity, fits, isAutomatic } of body as {
    entryId: string
    variantId: string
    quantity: number
    fits: boolean
    isAutomatic: boolean
  }[]) {
    if (!fits || !isAutomatic) continue
    // Whoever let a start go is not offered it again, nor anybody a time that somebody in front was passed over for.
    const path = `/availability?variantId=${variantId}&quantity=${quantity}&from=${iso(now())}&to=${iso(now() + 10 * DAY)}`
    const { body: slots } = await api.request(path, asked)
    const [missed] = await query<{ at: Date }>(
      `select slot."startsAt" as at from waitlist_entries w
        cross join jsonb_to_recordset($2) as slot ("startsAt" timestamptz, "endsAt" timestamptz)
        cross join tstzrange(slot."startsAt", slot."endsAt") as span
      where w.id = $1 and w.wanted @> span
        and not exists (select from jsonb_to_recordset(w.offers) as offer ("startsAt" timestamptz) where offer."startsAt" = slot."startsAt")
        and not exists (select from waitlist_entries e where e.tenant_id = w.tenant_id and e.variant_id = w.variant_id
          and e.status in ('waiting', 'offered') and e.passed_over_count >= 3 and (e.joined_at, e.id) < (w.joined_at, w.id) and e.wanted && span)
      order by at limit 1`,
      [entryId, JSON.stringify(slots)],
    )
    if (missed) wrong.push(`${entryId} waits, and ${iso(Number(new Date(missed.at)))} is free`)
  }
  return wrong
}

const datesOf = (zone: string, now: number, days: number) => {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate()
  return { from: today.subtract({ days }).toString(), to: today.toString() }
}

/** The figures of the last weeks, added up anew. */
const reports: Law = async ({ api, staff, query, random, now }) => {
  const { shop } = staff[Math.floor(random() * staff.length)] as Staff
  const { from, to } = datesOf(shop.zone, now(), 15)
  const path = `/reports/figures?measures=bookings,quantity,revenue,cancelled,noShows&from=${from}&to=${to}`
  const { body } = await api.request(path, { token: shop.token, tenantId: shop.tenantId })
  const [wanted] = await query<Record<string, number>>(
    `select count(*) filter (where counts)::int as bookings, coalesce(sum(quantity) filter (where counts), 0)::int as quantity,
      coalesce(sum(total_amount) filter (where status in ('confirmed', 'completed', 'no_show') and payment_status <> 'refunded'), 0)::int as revenue,
      count(*) filter (where status = 'cancelled' and previous_status <> 'held')::int as cancelled,
      count(*) filter (where status = 'no_show')::int as "noShows"
    from (select *, status in ('pending', 'confirmed', 'completed', 'no_show') as counts from bookings
      where tenant_id = $1 and (starts_at at time zone $2)::date >= $3::date and (starts_at at time zone $2)::date < $4::date) as own`,
    [shop.tenantId, shop.zone, from, to],
  )
  return Object.entries(wanted ?? {}).flatMap(([name, value]) => {
    const said = body.totals.figures[name].value
    return said === value ? [] : [`${name} of ${shop.tenantId} from ${from} to ${to} are ${value}, not ${said}`]
  })
}

const closedDates = new Set(['12-24', '12-25', '12-26'])
const isHoliday = (date: Temporal.PlainDate): boolean =>
  closedDates.has(date.toString().slice(5)) ||
  ['2027-12-31', '2028-01-01'].includes(date.toString()) ||
  (date.toString() >= '2027-08-02' && date.toString() <= '2027-08-15')

/** A shop that is always open is open for as long as the day is: 23 or 25 hours, or another half. */
const days: Law = async ({ api, staff, now }) => {
  const wrong: string[] = []
  for (const { shop } of staff) {
    if (!shop.isAlwaysOpen) continue
    const today = Temporal.Instant.fromEpochMilliseconds(now()).toZonedDateTimeISO(shop.zone).toPlainDate()
    const tomorrow = today.add({ days: 1 })
    const [begin, end] = [tomorrow, tomorrow.add({ days: 1 })].map(
      date => date.toZonedDateTime(shop.zone).epochMilliseconds,
    ) as [number, number]
    const path = `/schedules/${shop.business.scheduleId}/windows?from=${tomorrow}&to=${tomorrow.add({ days: 1 })}`
    const { body } = await api.request(path, { token: shop.token, tenantId: shop.tenantId })
    const windows = (body as { windows: { startsAt: string; endsAt: string }[] }[]).flatMap(day => day.windows)
    const open = windows.reduce((sum, { startsAt, endsAt }) => sum + Date.parse(endsAt) - Date.parse(startsAt), 0)
    const wanted = isHoliday(tomorrow) ? 0 : end - begin
    if (open !== wanted)
      wrong.push(`${shop.zone} is open for ${open / HOUR} hours of ${wanted / HOUR} on ${tomorrow.toString()}`)
  }
  return wrong
}

/** What is old is gone. */
const oldThings: Law = async ({ query, now, eventDays }) => {
  const rows = await query<{ why: string }>(
    `select 'event ' || id || ' is kept for too long' as why from events where data is not null and occurred_at < $1
    union all select 'the body of mail ' || id || ' is kept for too long' from notifications where body is not null and status <> 'queued' and created_at < $2
    union all select 'trash ' || entity_id || ' is kept for too long' from trash where deleted_at < $3`,
    [iso(now() - (eventDays + 1) * DAY), iso(now() - 91 * DAY), iso(now() - 31 * DAY)],
  )
  return rows.map(({ why }) => why)
}

const laws: Readonly<Record<string, Law>> = {
  ...{ histories, holds, completions, reminders, mails, retention, series, waitlist, reports, days, oldThings },
}

/** What breaks any of them, each with its name. */
export const breaches = async (year: Year): Promise<string[]> => {
  const found = await Promise.all(
    Object.entries(laws).map(async ([name, law]) => (await law(year)).map(why => `${name}: ${why}`)),
  )
  return found.flat()
}
