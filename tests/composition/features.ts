import { DAY } from '../../src/declare'
import { week } from '../api/features/support/business'
import { makeKey } from '../api/http/support/apiKeys'
import { png } from '../api/http/support/fileSamples'
import { type Body, type Ground, range } from './ground'
import { hold, imported, page, series, visit, type Way, waiting } from './ways'

/** Something that touches a booking. */
export interface Feature {
  name: string
  /**
   * Fields of the variant. Two features that want different values of one stand beside each other: as two variants of the same
   * resources.
   */
  variant?: Body | ((ground: Ground) => Promise<Body>)
  /** Before the variant is there. */
  before?: (ground: Ground) => Promise<unknown>
  after?: (ground: Ground) => Promise<unknown>
  way?: Way
  /** What else must hold, after each step. */
  law?: (ground: Ground) => Promise<string[]>
}

const everyDay = [1, 2, 3, 4, 5, 6, 7]

const rule = (name: string, parameters: Body, more: Body = {}): Feature => ({
  name: `rule ${name}`,
  after: ground =>
    ground.must('rule', 'POST', '/bookings/resource-rules', {
      ...{ name, ruleType: name.split(':')[0], parameters, applyToAllResources: true },
      ...more,
    }),
})

interface Place {
  id: string
  resource: string
  customer: string | null
  starts: string
  ends: string
  /** In Berlin. */
  local: string
}

/** What stands and was judged by rules. */
const standing = (ground: Ground): Promise<Place[]> =>
  ground.query<Place>(
    `select b.id, a.resource_id as resource, b.customer_id as customer,
      to_char(a.starts_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as starts,
      to_char(a.ends_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ends,
      to_char(a.starts_at at time zone 'Europe/Berlin', 'YYYY-MM-DD HH24:MI') as local
    from bookings b join allocations a on a.tenant_id = b.tenant_id and a.booking_id = b.id
    where b.tenant_id = $1 and b.status in ('pending', 'confirmed') and b.source <> 'import'`,
    [ground.tenantId],
  )

const never =
  (what: string, isWrong: (place: Place) => boolean): Feature['law'] =>
  async ground =>
    (await standing(ground)).filter(isWrong).map(({ id, local }) => `booking ${id} at ${local} ${what}`)

const closedDay = '2026-05-06'
const blockedDay = '2026-05-07'
const busyDay = '2026-05-08'

const counted = (places: readonly Place[], keyOf: (place: Place) => string): [string, number][] => {
  const counts = new Map<string, number>()
  for (const place of places) counts.set(keyOf(place), (counts.get(keyOf(place)) ?? 0) + 1)
  return [...counts]
}

const restricting: Feature[] = [
  {
    ...rule('blackout', { startDate: closedDay, endDate: closedDay }),
    law: never('is on a day that is closed', ({ local }) => local.startsWith(closedDay)),
  },
  {
    ...rule('opening_hours', { weeklyHours: week(everyDay, '10:00', '16:00') }),
    law: never('begins out of hours', ({ local }) => local.slice(11) < '10:00' || local.slice(11) > '16:00'),
  },
  {
    ...rule('booking_limit', { max: 4, period: 'day' }),
    law: async ground =>
      counted(await standing(ground), ({ resource, local }) => `${resource} ${local.slice(0, 10)}`)
        .filter(([, count]) => count > 4)
        .map(([key, count]) => `${count} bookings of at most 4: ${key}`),
  },
  {
    ...rule('booking_limit: of a customer', { max: 2, period: 'day', subject: 'customer' }),
    law: async ground =>
      counted(await distinctBookings(ground), ({ customer, local }) => `${customer} ${local.slice(0, 10)}`)
        .filter(([, count]) => count > 2)
        .map(([key, count]) => `${count} bookings of at most 2: ${key}`),
  },
  rule('approval_required', { newCustomersOnly: false }),
  rule('buffer', { beforeMinutes: 10, afterMinutes: 5 }),
  rule('min_notice', { minutes: 120 }),
  rule('max_advance', { days: 120 }),
  rule('duration_limit', { minMinutes: 15, maxMinutes: 4320 }),
  {
    ...rule('start_interval', { intervalMinutes: 60, offsetMinutes: 0 }),
    law: async ground => {
      const rows = await ground.query<{ id: string }>(
        `select id from bookings where tenant_id = $1 and status in ('pending', 'confirmed') and source <> 'import'
          and extract(minute from starts_at at time zone 'Europe/Berlin') <> 0`,
        [ground.tenantId],
      )
      return rows.map(({ id }) => `booking ${id} begins between two starts`)
    },
  },
  rule('min_gap', { minutes: 30 }),
  rule('capacity_override', { capacity: 2 }),
  rule('cancellation_notice', { minutes: 1440 }),
  {
    name: 'block',
    after: ground =>
      ground.must('block', 'POST', '/blocks', {
        resourceIds: ground.resourceIds.slice(0, 1),
        startsAt: `${blockedDay}T04:00:00Z`,
        endsAt: `${blockedDay}T20:00:00Z`,
      }),
    law: async ground =>
      (await standing(ground))
        .filter(
          ({ resource, starts, ends }) =>
            resource === ground.resourceIds[0] &&
            starts < `${blockedDay}T20:00` &&
            ends > `${blockedDay}T04:00` &&
            Date.parse(ends) - Date.parse(starts) < DAY,
        )
        .map(({ id }) => `booking ${id} is where its resource is blocked`),
  },
  {
    name: 'busy calendar',
    after: async ground => {
      const [resourceId] = ground.resourceIds
      const busyCalendarId = await ground.business.add('busyCalendars', {
        resourceId,
        name: 'Private',
        url: 'https://x.test',
      })
      await ground.query(
        'insert into busy_times (tenant_id, busy_calendar_id, starts_at, ends_at) values ($1, $2, $3, $4)',
        [...[ground.tenantId, busyCalendarId, `${busyDay}T06:00:00Z`, `${busyDay}T16:00:00Z`]],
      )
    },
    law: async ground =>
      (await standing(ground))
        .filter(
          ({ resource, starts, ends }) =>
            resource === ground.resourceIds[0] &&
            starts < `${busyDay}T16:00` &&
            ends > `${busyDay}T06:00` &&
            Date.parse(ends) - Date.parse(starts) < DAY,
        )
        .map(({ id }) => `booking ${id} is where its resource is busy elsewhere`),
  },
]

const distinctBookings = async (ground: Ground): Promise<Place[]> => [
  ...new Map((await standing(ground)).map(place => [place.id, place])).values(),
]

const allocation = (choice: string, more?: (ground: Ground) => Body): Feature => ({
  name: `allocation ${choice}`,
  variant: async ground => ({ allocation: choice, ...more?.(ground) }),
})

const shapes: Feature[] = [
  { name: 'buffers', variant: { bufferBeforeMinutes: 10, bufferAfterMinutes: 15 } },
  {
    name: 'person and room',
    before: async ground => {
      const room = await ground.business.add('resourceTypes', { name: 'Room', kind: 'space' })
      ground.resourceIds.push(await ground.add({ name: 'Room 1', resourceTypeId: room }))
      await ground.query(`update resource_types set kind = 'person' where tenant_id = $1 and id = $2`, [
        ground.tenantId,
        ground.typeId,
      ])
    },
    variant: { resourceSelection: 'one_per_type' },
  },
  { name: 'all resources', variant: { resourceSelection: 'all' } },
  { name: 'pool', variant: { capacityMode: 'pooled', minQuantity: 2, maxQuantity: 3 } },
  { name: 'session', variant: { capacityMode: 'session', maxQuantity: 4 } },
  {
    name: 'timeslots',
    variant: async ground => {
      const scheduleId = await ground.business.addSchedule({
        mode: 'timeslots',
        slotDurationMinutes: 60,
        slotCapacity: 8,
        weeklyHours: week(everyDay, '00:00', '24:00'),
      })
      await ground.must('generate', 'POST', `/schedules/${scheduleId}/generate`, {
        from: '2026-05-04',
        to: '2026-05-24',
      })
      return { scheduleId }
    },
  },
  {
    name: 'hours of its own',
    variant: async ground => ({
      scheduleId: await ground.business.addSchedule({ weeklyHours: week([1, 2, 3, 4, 5, 6], '10:00', '17:00') }),
    }),
  },
  {
    name: 'family',
    before: async ground => {
      const whole = await ground.add({ name: 'Whole' })
      await ground.query(`update resources set parent_resource_id = $2 where tenant_id = $1 and id = any($3)`, [
        ground.tenantId,
        whole,
        ground.resourceIds,
      ])
      const variantId = await ground.business.addVariant([whole], { name: 'The whole', waitlistEnabled: true })
      ground.offers.push({
        variantId,
        name: 'Haircut / The whole',
        durationType: 'fixed',
        quantity: 1,
        resourceIds: [whole],
      })
    },
  },
  {
    name: 'flexible length',
    variant: { durationType: 'flexible', minDurationMinutes: 60, maxDurationMinutes: 240, durationStepMinutes: 60 },
  },
  { name: 'days', variant: { durationType: 'daily', minDays: 1, maxDays: 3 } },
  {
    name: 'phases',
    variant: async ground => ({
      phases: [20, 20, 20].map((minutes, index) => ({ minutes, frees: index === 1 ? [ground.typeId] : [] })),
    }),
  },
  allocation('least_booked'),
  allocation('rotation'),
  allocation('weighted', ({ resourceIds: [resourceId] }) => ({ weights: [{ resourceId, weight: 3 }] })),
  { name: 'approval', variant: { requiresApproval: true } },
  { name: 'notice', variant: { minNoticeMinutes: 600, maxAdvanceDays: 150, cancellationNoticeMinutes: 600 } },
  { name: 'price by unit', variant: { pricingUnit: 'per_unit', price: { amount: 1234, currency: 'EUR' } } },
  {
    name: 'waitlist, automatic',
    variant: { waitlistEnabled: true, waitlistOffers: 'automatic' },
    way: waiting,
  },
  { name: 'waitlist, by hand', variant: { waitlistEnabled: true, waitlistOffers: 'manual' }, way: waiting },
  {
    name: 'questions',
    after: async ground => {
      ground.answers = { size: 'L', allergies: 'none' }
      const questions = [
        { key: 'size', label: 'Size', type: 'select', required: true, options: ['M', 'L'] },
        { key: 'allergies', label: 'Allergies', type: 'text', required: true },
      ]
      await ground.must('questions', 'PATCH', `/catalog-items/${ground.business.itemId}`, { questions })
    },
  },
  {
    name: 'files',
    after: async ground => {
      const { api, business, tenantId } = ground
      const { body: image } = await api.request('/uploads/catalog-items/image', {
        ...{ method: 'POST', as: business.owner, tenantId, bytes: png() },
        headers: { 'Content-Type': 'image/png' },
      })
      await ground.must('picture', 'PATCH', `/catalog-items/${business.itemId}`, { image })
    },
  },
]

const callers: Feature[] = [
  {
    name: 'key',
    after: async ground => {
      const { body } = await makeKey(ground.api, ground.business, ['bookings', 'availability.read', 'customers.read'])
      ground.callers.push({ name: 'key', token: body.key })
    },
  },
  {
    name: 'key of a channel',
    after: async ground => {
      const channelId = await ground.business.add('channels', { name: 'Partner', code: 'partner', kind: 'partner' })
      const { body } = await makeKey(ground.api, ground.business, ['bookings', 'availability.read', 'customers.read'], {
        channelId,
      })
      ground.callers.push({ name: 'key of a channel', token: body.key, channelId })
    },
  },
  {
    name: 'staff keep to their own',
    after: async ground => {
      const [resourceId] = ground.resourceIds
      const person = await ground.api.addPerson()
      await ground.api.addMember(ground.tenantId, person, 'staff', { resourceId })
      await ground.setTenant({ staffKeepToOwn: true })
      ground.callers.push({ name: 'staff', as: person, ...(resourceId && { resourceId }) })
    },
  },
  {
    name: 'channel that asks',
    after: async ground => {
      const { id } = await ground.must('channel', 'POST', '/channels', {
        name: 'Phone',
        kind: 'phone',
        autoConfirm: false,
      })
      ground.channelId = id
    },
  },
]

const ways: Feature[] = [
  { name: 'hold', way: hold },
  { name: 'series', way: series },
  { name: 'visit', way: visit },
  {
    name: 'public page',
    after: ground => ground.business.add('channels', { name: 'Web', code: 'web', kind: 'online', hasPage: true }),
    way: page,
  },
  { name: 'import', way: imported },
]

/** Their addresses, by tenant. */
const feeds = new Map<string, string>()

const draftBlackout = (startDate: string, endDate: string, resourceIds: string[]) => ({
  action: 'create',
  entityType: 'resourceRules',
  data: {
    name: 'Draft',
    ruleType: 'blackout',
    parameters: { startDate, endDate },
    applyToAllResources: resourceIds.length === 0,
    resourceIds,
  },
})

const told: Feature[] = [
  {
    name: 'what-if',
    law: async ground => {
      const ask = async (startDate: string, endDate: string) =>
        ground.must('what-if', 'POST', '/availability/simulate', {
          from: range.from,
          to: range.to,
          changes: [draftBlackout(startDate, endDate, [])],
        })
      const wrong: string[] = []
      // Far from all that is booked and asked about.
      const nothing = await ask('2027-01-01', '2027-01-02')
      if (nothing.bookings.strandedCount !== 0)
        wrong.push(`what-if: a draft about another year strands ${nothing.bookings.strandedCount}`)
      const all = await ask('2026-05-01', '2026-05-31')
      const rows = await ground.query<{ count: number }>(
        `select count(*)::int as count from bookings where tenant_id = $1 and status in ('pending', 'confirmed') and starts_at >= $2 and starts_at < $3`,
        [ground.tenantId, range.from, range.to],
      )
      const { strandedCount, irregularCount } = all.bookings
      if (strandedCount + irregularCount !== rows[0]?.count)
        wrong.push(
          `what-if: closing everything strands ${strandedCount} and finds ${irregularCount} irregular of ${rows[0]?.count}`,
        )
      return wrong
    },
  },
  {
    name: 'feed',
    law: async ground => {
      const [known] = await ground.query<{ id: string }>('select id from calendar_feeds where tenant_id = $1', [
        ground.tenantId,
      ])
      if (!known)
        feeds.set(
          ground.tenantId,
          (await ground.must('feed', 'POST', '/calendar-feeds', { name: 'All', scope: 'tenant' })).url,
        )
      const path = String(feeds.get(ground.tenantId)).replace('http://app.test/api', '')
      const { body } = await ground.call('feed', 'GET', path)
      const events = String(body).split('BEGIN:VEVENT').slice(1)
      return (await distinctBookings(ground)).flatMap(({ id, starts }) => {
        const own = events.filter(event => event.includes(id)).at(-1)
        if (!own) return [`feed: booking ${id} is missing`]
        const stamp = starts.replace(/[-:]|\.000/g, '')
        if (!own.includes(`DTSTART:${stamp}`)) return [`feed: booking ${id} is not at ${stamp}`]
        return own.includes('STATUS:CANCELLED') ? [`feed: booking ${id} stands and is called cancelled`] : []
      })
    },
  },
  {
    name: 'webhook',
    after: ground =>
      ground.must('webhook', 'POST', '/webhooks', {
        url: 'https://hooks.example.com/x',
        events: ['booking.created', 'booking.rescheduled', 'booking.cancelled', 'booking.confirmed'],
      }),
    law: async ground => {
      const rows = await ground.query<{ id: string; type: string }>(
        `select e.id, e.type from events e where e.tenant_id = $1
          and e.type in ('booking.created', 'booking.rescheduled', 'booking.cancelled', 'booking.confirmed')
          and (select count(*) from webhook_deliveries d where d.tenant_id = e.tenant_id and d.event_id = e.id) <> 1`,
        [ground.tenantId],
      )
      return rows.map(({ id, type }) => `webhook: event ${id} (${type}) has not one delivery`)
    },
  },
]

export const features: readonly Feature[] = [...shapes, ...restricting, ...callers, ...ways, ...told]

/** @throws if there is none of a name */
export const featuresNamed = (...names: readonly string[]): Feature[] =>
  names.map(name => {
    const found = features.find(feature => feature.name === name)
    if (!found) throw new Error(`There is no feature "${name}". There are: ${features.map(one => one.name).join(', ')}`)
    return found
  })
