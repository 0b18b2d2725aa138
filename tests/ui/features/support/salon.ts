import { createEngine, parseLocalDate, type Snapshot, zoneOf } from '../../../../src/scheduling'

const berlin = zoneOf('Europe/Berlin')
const hours = (days: number[], startTime: string, endTime: string) =>
  days.map(dayOfWeek => ({ dayOfWeek, startTime, endTime }))
const id = (number: number) => `0197c0de-0000-7000-8000-${String(number).padStart(12, '0')}`

export const ids = {
  tenant: '0197c0de-0000-7000-8000-0000000000e0',
  item: id(1),
  draft: id(2),
  cut: id(11),
  pool: id(12),
  anna: id(21),
  ben: id(22),
  kayaks: id(23),
  schedule: id(31),
  holiday: id(41),
  notice: id(42),
  booking: id(51),
  hold: id(52),
  stylist: id(61),
  office: id(71),
  website: id(72),
}

/** An instant of Berlin's clock, such as `at('2026-03-02', '10:00')`. */
export const at = (date: string, time: string): string => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return new Date(berlin.at(parseLocalDate(date), hour * 60 + minute)).toISOString()
}

export const now = at('2026-03-02', '07:00')

const allocation = { variantId: ids.cut, quantity: 1, capacityMode: 'exclusive', bufferAfterMinutes: 15 } as const

/** A salon with two stylists and a pool of kayaks; on Monday 2 March 2026 Anna is booked at ten, and Ben is away from noon. */
export const salon: Snapshot = {
  now,
  tenant: { timeZone: 'Europe/Berlin', weekStartsOn: 1, defaultScheduleId: ids.schedule, defaultChannelId: ids.office },
  channels: [
    { id: ids.office, name: 'Back office', kind: 'back_office' },
    { id: ids.website, name: 'Website', kind: 'online' },
  ],
  schedules: [
    {
      id: ids.schedule,
      name: 'Salon hours',
      timeZone: 'Europe/Berlin',
      weeklyHours: [...hours([1, 2, 3, 4, 5], '09:00', '17:00'), ...hours([7], '00:00', '06:00')],
    },
  ],
  resources: [
    { id: ids.anna, name: 'Anna', resourceTypeId: ids.stylist, capacity: 1 },
    { id: ids.ben, name: 'Ben', resourceTypeId: ids.stylist, capacity: 1 },
    { id: ids.kayaks, name: 'Kayaks', resourceTypeId: ids.stylist, capacity: 10 },
  ],
  rules: [
    {
      id: ids.holiday,
      name: 'Ben at the dentist',
      ruleType: 'blackout',
      parameters: { startDate: '2026-03-02', endDate: '2026-03-02', startTime: '12:00', endTime: '15:00' },
      resourceIds: [ids.ben],
    },
    {
      id: ids.notice,
      name: 'Two hours of notice',
      ruleType: 'min_notice',
      parameters: { minutes: 180 },
      applyToAllResources: true,
    },
  ],
  items: [{ id: ids.item, name: 'Haircut', status: 'active' }],
  variants: [
    {
      id: ids.cut,
      name: 'Short hair',
      catalogItemId: ids.item,
      durationMinutes: 60,
      slotIntervalMinutes: 30,
      bufferAfterMinutes: 15,
      resources: [
        { resourceId: ids.anna, priority: 0 },
        { resourceId: ids.ben, priority: 1 },
      ],
    },
    {
      id: ids.pool,
      name: 'Kayak hour',
      catalogItemId: ids.item,
      durationMinutes: 60,
      slotIntervalMinutes: 60,
      capacityMode: 'pooled',
      maxQuantity: 6,
      resources: [{ resourceId: ids.kayaks, priority: 0 }],
    },
  ],
  allocations: [
    {
      ...allocation,
      bookingId: ids.booking,
      resourceId: ids.anna,
      startsAt: at('2026-03-02', '10:00'),
      endsAt: at('2026-03-02', '11:00'),
      status: 'confirmed',
    },
    {
      ...allocation,
      bookingId: ids.hold,
      resourceId: ids.ben,
      startsAt: at('2026-03-02', '15:30'),
      endsAt: at('2026-03-02', '16:30'),
      status: 'held',
      holdExpiresAt: at('2026-03-02', '23:00'),
    },
    {
      ...allocation,
      bookingId: id(53),
      variantId: ids.pool,
      capacityMode: 'pooled',
      quantity: 6,
      resourceId: ids.kayaks,
      startsAt: at('2026-03-02', '11:00'),
      endsAt: at('2026-03-02', '13:00'),
      bufferAfterMinutes: 0,
      status: 'pending',
    },
    {
      ...allocation,
      bookingId: id(54),
      variantId: ids.pool,
      capacityMode: 'pooled',
      quantity: 3,
      resourceId: ids.kayaks,
      startsAt: at('2026-03-02', '12:00'),
      endsAt: at('2026-03-02', '13:00'),
      bufferAfterMinutes: 0,
      status: 'confirmed',
    },
  ],
}

const customerNames: Readonly<Record<string, string>> = { [ids.booking]: 'Clara Vogt' }

const record = { tenantId: ids.tenant, createdAt: now, updatedAt: now, version: 1 }

/** What the product API answers to a GET about the salon, by the engine itself; undefined for what this network does not know. */
export const answerOf = (path: string, query: URLSearchParams): unknown => {
  const { resources, variants, channels = [], items } = salon
  const engine = createEngine(salon)
  const param = (name: string): string => query.get(name) ?? ''
  const instant = (text: string): number =>
    text.includes('T') ? Date.parse(text) : berlin.startOfDay(parseLocalDate(text))
  const range = () => [instant(param('from')), instant(param('to'))] as const
  const ask = (resourceId?: string) =>
    engine.ask({
      variantId: param('variantId'),
      ...(query.has('quantity') && { quantity: Number(param('quantity')) }),
      ...(query.has('channelId') && { channelId: param('channelId') }),
      ...(resourceId && { resourceIds: [resourceId] }),
    })
  if (path === '/catalog-items') {
    return items.map((item, sortOrder) => ({ ...item, ...record, slug: item.name, sortOrder, questions: [] }))
  }
  const item = items.find(({ id }) => path === `/catalog-items/${id}`)
  if (item) return { ...item, ...record, slug: item.name, sortOrder: 0, questions: [] }
  if (path === '/channels') return channels.map(channel => ({ ...channel, ...record, isActive: true }))
  if (path === '/resources/types') return [{ id: ids.stylist, name: 'Stylist', ...record }]
  if (path === '/resources') return resources.map(resource => ({ ...resource, ...record, isActive: true }))
  const assigned = /^\/catalog-items\/[^/]+\/variants\/([^/]+)\/resources$/.exec(path)
  if (assigned) {
    const byId = new Map(resources.map(resource => [resource.id, resource]))
    const taking = (id: string) => ({
      resourceName: byId.get(id)?.name,
      resourceTypeId: byId.get(id)?.resourceTypeId,
      isActive: true,
    })
    return variants
      .find(variant => variant.id === assigned[1])
      ?.resources.map(one => ({ ...one, ...taking(one.resourceId) }))
  }
  if (/^\/catalog-items\/[^/]+\/variants$/.test(path)) {
    const fixed = { durationType: 'fixed', isActive: true }
    return variants.map((variant, sortOrder) => ({ ...fixed, ...variant, ...record, sortOrder }))
  }
  if (path === '/availability') {
    return ask().slots(...range(), { includeUnavailable: param('includeUnavailable') === 'true' })
  }
  if (path === '/availability/days') return ask().days(param('month'))
  if (path === '/availability/next')
    return ask().next({ after: instant(param('after')), count: Number(param('count')) })
  if (path === '/availability/explain') {
    const explanation = ask(param('resourceId')).explain({
      startsAt: param('startsAt'),
      ...(query.has('endsAt') && { endsAt: param('endsAt') }),
    })
    return { ...explanation, resources: resources.map(({ id, name }) => ({ resourceId: id, name })) }
  }
  if (path === '/availability/timeline') {
    const [from, to] = range()
    const byId = new Map(resources.map(resource => [resource.id, resource]))
    return engine.timeline({ from, to, resourceIds: query.getAll('resourceIds') }).map(line => ({
      ...byId.get(line.resourceId),
      ...line,
      isActive: true,
      blackouts: line.blackouts.map(({ rule, ...span }) => ({
        ...span,
        ...{ ruleId: rule.id, name: rule.name, blockId: rule.blockId ?? null, reason: rule.message ?? null },
      })),
      bookings: line.bookings.map(({ blockedStartsAt, blockedEndsAt, ...booking }) => ({
        ...booking,
        blockedFrom: blockedStartsAt,
        blockedUntil: blockedEndsAt,
        reference: booking.bookingId.slice(-4),
        customerName: customerNames[booking.bookingId] ?? null,
        seriesId: null,
        seriesIndex: null,
        seriesLength: null,
        ...{ visitId: null, visitIndex: null, visitLength: null },
      })),
      slots: query.has('variantId') ? ask(line.resourceId).slots(from, to, { includeUnavailable: true }) : [],
    }))
  }
  return undefined
}
