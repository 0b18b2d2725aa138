import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Random, randomOf } from '../../../testing/random'
import { openApi, type TestApi } from '../http/support/fixture'
import { type Business, openBusiness, week } from './support/business'
import {
  type SlowBooking,
  type SlowResource,
  type SlowRule,
  type SlowSums,
  type SlowWish,
  type SlowWorld,
  slowBookingFigures,
  slowCapacityFigures,
  slowDemandFigures,
  startOf,
} from './support/slowFigures'

/** `WORLDS=200 npx vitest run …` tries more, `SEED=17` begins with another one. */
const [worlds, firstSeed] = [Number(process.env.WORLDS ?? 3), Number(process.env.SEED ?? 1)]

const MINUTE = 60_000
const NOW = startOf('2026-04-06')
/** With a change of the clocks on 29 March. */
const period = { from: '2026-03-23', to: '2026-04-13' }
const every = [1, 2, 3, 4, 5, 6, 7]

let api: TestApi
beforeAll(async () => {
  api = await openApi({ users: null, now: () => NOW * MINUTE })
})
afterAll(() => api.close())

const iso = (minute: number): string => new Date(minute * MINUTE).toISOString()

const dateIn = (random: Random): string => `2026-${random.of(['03-24', '03-28', '03-29', '04-01', '04-07'])}`
const range = (random: Random): [string, string] => {
  const [one, other] = [dateIn(random), dateIn(random)]
  return one < other ? [one, other] : [other, one]
}
const clock = (minutes: number): string => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:00`
const clocks = (random: Random): [number, number] => {
  const from = 60 * random.below(16)
  return [from, from + 60 * (1 + random.below(7))]
}

const addRules = async (
  business: Business,
  random: Random,
  resources: readonly SlowResource[],
): Promise<SlowRule[]> => {
  const rules: SlowRule[] = []
  for (const kind of ['blackout', 'opening_hours', 'capacity_override', 'capacity_override'] as const) {
    if (random.chance(0.3)) continue
    const named = random.chance(0.5) ? [random.of(resources).id] : null
    const isWhole = kind === 'opening_hours' || random.chance(0.5)
    const rule: SlowRule = {
      kind,
      resources: named,
      days: kind === 'opening_hours' ? null : range(random),
      minutes: kind === 'opening_hours' || !isWhole ? clocks(random) : null,
      valid: random.chance(0.4) ? range(random) : null,
      capacity: random.below(4),
    }
    rules.push(rule)
    const [startDate, endDate] = rule.days ?? []
    const [startTime, endTime] = rule.minutes?.map(clock) ?? []
    const dated = { startDate, endDate, ...(startTime && kind !== 'opening_hours' && { startTime, endTime }) }
    const parameters = {
      blackout: dated,
      capacity_override: { capacity: rule.capacity, ...dated },
      opening_hours: { weeklyHours: week(every, startTime ?? '', endTime ?? '') },
    }[kind]
    await business.addRule(kind, parameters, {
      resourceIds: named ?? [],
      validFrom: rule.valid?.[0] ?? null,
      validUntil: rule.valid?.[1] ?? null,
    })
  }
  return rules
}

const openWorld = async (random: Random): Promise<{ business: Business; world: SlowWorld }> => {
  const business = await openBusiness(api)
  const weekStartsOn = random.of([1, 7, 4])
  await api.database.run({ as: 'platform' }, db =>
    db.updateTable('tenants').set({ weekStartsOn }).where('id', '=', business.tenantId).execute(),
  )
  const whole = await business.addSchedule({ weeklyHours: week(every, '00:00', '24:00') })
  const types = [business.typeId, await business.add('resourceTypes', { name: 'Room' })]
  const office: SlowResource['hours'] = Object.fromEntries([1, 2, 3, 4, 5].map(day => [day, [[540, 1020]]]))
  const always: SlowResource['hours'] = Object.fromEntries(every.map(day => [day, [[0, 1440]]]))
  const resources: SlowResource[] = []
  for (let count = 2 + random.below(4); count > 0; count--) {
    const isAlways = random.chance(0.4)
    const made = {
      type: random.of(types),
      capacity: 1 + random.below(4),
      parent: resources.length > 0 && random.chance(0.4) ? (resources[0]?.id ?? null) : null,
      since: startOf(random.of(['2026-01-01', '2026-03-25', '2026-04-02'])) + 600,
      until: random.chance(0.2) ? startOf('2026-04-08') + 625 : null,
      hours: isAlways ? always : office,
    }
    const id = await business.addResource({
      resourceTypeId: made.type,
      capacity: made.capacity,
      parentResourceId: made.parent,
      createdAt: iso(made.since),
      isActive: made.until === null,
      ...(isAlways && { scheduleId: whole }),
    })
    if (made.until !== null)
      await business.run(db =>
        db
          .updateTable('resources')
          .set({ deactivatedAt: iso(made.until ?? 0) })
          .where('id', '=', id)
          .execute(),
      )
    resources.push({ id, ...made })
  }
  const variants = await Promise.all(
    (['exclusive', 'pooled'] as const).map(async mode => ({
      mode,
      id: await business.addVariant([], { capacityMode: mode }),
    })),
  )
  const modes = resources.map(() => random.of(variants))
  const channels = [business.channelId, (await api.addChannel(business.tenantId)).id]
  const customers = [
    ...(await Promise.all(['Ann', 'Bob', 'Cleo'].map(name => business.add('customers', { name })))),
    null,
  ]
  const bookings: SlowBooking[] = []
  for (let count = 10 + random.below(25); count > 0; count--) {
    const index = random.below(resources.length)
    const { id: resource = '' } = resources[index] ?? {}
    const { mode, id: variant } = modes[index] as (typeof variants)[number]
    const also = resources.filter((_, at) => at !== index && modes[at]?.mode === mode && random.chance(0.2))
    const from = startOf('2026-03-16') + 15 * random.below(4 * 24 * 35)
    const status = random.of(['pending', 'confirmed', 'confirmed', 'completed', 'no_show', 'cancelled', 'declined'])
    const one: SlowBooking = {
      id: '',
      resources: [resource, ...also.map(({ id }) => id)],
      mode,
      from,
      to: from + 15 * (1 + random.below(random.chance(0.1) ? 300 : 16)),
      made: from - random.below(random.of([90, 3000, 60_000])) + random.below(60),
      quantity: 1 + random.below(4),
      total: random.below(10_000),
      status,
      previousStatus: status === 'cancelled' ? random.of(['held', 'pending', 'confirmed']) : null,
      paymentStatus: random.of(['not_required', 'unpaid', 'paid', 'refunded']),
      customer: random.of(customers),
      item: business.itemId,
      variant,
      channel: random.of(channels),
      source: random.of(['admin', 'public']),
    }
    const takes = status !== 'cancelled' && status !== 'declined'
    const meets = (other: SlowBooking) =>
      other.mode === 'exclusive' &&
      other.from < one.to &&
      one.from < other.to &&
      other.resources.some(id => one.resources.includes(id))
    if (takes && mode === 'exclusive' && bookings.some(meets)) continue
    const made = await business.addBooking(one.resources, variant, [iso(one.from), iso(one.to)], {
      status,
      quantity: one.quantity,
      capacityMode: mode,
      active: takes,
      booking: {
        createdAt: iso(one.made),
        totalAmount: one.total,
        previousStatus: one.previousStatus,
        paymentStatus: one.paymentStatus,
        customerId: one.customer,
        channelId: one.channel,
        source: one.source,
      },
    })
    bookings.push({ ...one, id: made })
  }
  for (const resource of resources) {
    const taking = bookings.filter(
      ({ status, resources }) => !['cancelled', 'declined'].includes(status) && resources.includes(resource.id),
    )
    resource.since = Math.min(resource.since, ...taking.map(({ from }) => from))
  }
  const wishes: SlowWish[] = Array.from({ length: random.below(30) }, () => ({
    from: startOf('2026-03-16') + 15 * random.below(4 * 24 * 35),
    quantity: 1 + random.below(4),
    item: business.itemId,
    variant: random.of(variants).id,
    channel: random.of(channels),
    reason: random.of(['resource_busy', 'blackout', 'other']),
    status: random.of(['open', 'open', 'done', 'met']),
  }))
  for (const { from, quantity, variant, channel, reason, status } of wishes)
    await business.add('demand', {
      ...{ wantedFrom: iso(from), quantity, variantId: variant, channelId: channel, code: reason, status },
      origin: random.of(['booking', 'noted']),
    })
  const rules = await addRules(business, random, resources)
  return { business, world: { bookings, wishes, resources, rules, weekStartsOn, now: NOW } }
}

interface Figure {
  value: number | null
  drill: string | null
}
interface Row {
  by: Record<string, string | number>
  figures: Record<string, Figure>
}

const bookingMeasures = [
  'bookings',
  'quantity',
  'bookedMinutes',
  'revenue',
  'averageValue',
  'paidRevenue',
  'cancelled',
  'cancellationRate',
  'noShows',
  'noShowRate',
  'leadTimeMedian',
  'newCustomers',
]
const otherMeasures = ['leadTimeAverage', 'returningCustomers']
const capacityMeasures = ['openMinutes', 'bookedUnitMinutes', 'outsideMinutes', 'utilisation']
const additive = ['bookings', 'quantity', 'bookedMinutes', 'revenue', 'paidRevenue', 'cancelled', 'noShows']

const demandMeasures = ['refused', 'refusedQuantity']

const valuesOf = (figures: Record<string, Figure>): SlowSums =>
  Object.fromEntries(Object.entries(figures).map(([name, { value }]) => [name, value]))

const isEmpty = (sums: SlowSums) => Object.values(sums).every(value => value === null || value === 0)

/** All that a drill lists, page by page. */
const listed = async (business: Business, drill: string, list = 'bookings') => {
  const found: { quantity: number; total: { amount: number }; startsAt: string; endsAt: string; customerId: string }[] =
    []
  for (let page = 1; ; page++) {
    const { body, status, headers } = await business.get(`/${list}?${drill}&perPage=100&page=${page}`)
    expect(status, drill).toBe(200)
    found.push(...body)
    if (body.length < 100) {
      expect(Number(headers.get('X-Total-Count'))).toBe(found.length)
      return found
    }
  }
}

const sumOfListed: Record<string, (of: Awaited<ReturnType<typeof listed>>) => number> = {
  bookings: of => of.length,
  cancelled: of => of.length,
  noShows: of => of.length,
  quantity: of => of.reduce((sum, { quantity }) => sum + quantity, 0),
  revenue: of => of.reduce((sum, { total }) => sum + total.amount, 0),
  paidRevenue: of => of.reduce((sum, { total }) => sum + total.amount, 0),
  bookedMinutes: of =>
    of.reduce((sum, { startsAt, endsAt }) => sum + (Date.parse(endsAt) - Date.parse(startsAt)) / MINUTE, 0),
  newCustomers: of => new Set(of.flatMap(({ customerId }) => customerId ?? [])).size,
  refused: of => of.length,
  refusedQuantity: of => of.reduce((sum, { quantity }) => sum + quantity, 0),
  returningCustomers: of => new Set(of.flatMap(({ customerId }) => customerId ?? [])).size,
}

const groupings = [
  [],
  ['day'],
  ['week'],
  ['month'],
  ['weekday', 'hour'],
  ['leadBucket'],
  ['resource'],
  ['resourceType'],
  ['week', 'resource'],
  ['item'],
  ['variant', 'channel'],
  ['source', 'weekday'],
]

const demandGroupings = [
  [],
  ['day'],
  ['week'],
  ['month', 'item'],
  ['weekday', 'hour'],
  ['reason', 'variant'],
  ['channel'],
]

test.each(Array.from({ length: worlds }, (_, index) => firstSeed + index))(
  'world %i is counted as read literally',
  async seed => {
    const random = randomOf(seed)
    const { business, world } = await openWorld(random)
    const ask = async (measures: string[], by: string[]) => {
      const query = `measures=${measures}&from=${period.from}&to=${period.to}${by.length > 0 ? `&groupBy=${by}` : ''}`
      const { body, status } = await business.get(`/reports/figures?${query}`)
      expect(status, JSON.stringify(body)).toBe(200)
      return body as { rows: Row[]; totals: { figures: Record<string, Figure> } }
    }
    const agree = (
      rows: readonly Row[],
      total: Record<string, Figure>,
      expected: Map<string, SlowSums>,
      by: string[],
    ) => {
      const values = new Map(rows.map(row => [JSON.stringify(by.map(name => row.by[name])), valuesOf(row.figures)]))
      if (by.length > 0)
        for (const [key, sums] of expected)
          if (key !== 'total' && !isEmpty(sums)) expect(values.get(key), `${by} ${key}`).toMatchObject(sums)
      for (const [key, sums] of values) if (!expected.has(key)) expect(isEmpty(sums), `${by} ${key}`).toBe(true)
      expect(valuesOf(total), `${by} total`).toMatchObject(expected.get('total') ?? {})
    }
    const only = (expected: Map<string, SlowSums>, names: readonly string[]) =>
      new Map([...expected].map(([key, sums]) => [key, Object.fromEntries(names.map(name => [name, sums[name] ?? 0]))]))
    const nulls = (expected: Map<string, SlowSums>, names: readonly string[]) =>
      new Map(
        [...expected].map(([key, sums]) => [key, Object.fromEntries(names.map(name => [name, sums[name] ?? null]))]),
      )

    /** Lists and sums a figure of each measure, and the total. */
    const open = async (rows: readonly Row[], total: Record<string, Figure>, list = 'bookings') => {
      for (const [name, sumOf] of Object.entries(sumOfListed)) {
        const figures = rows.flatMap(({ figures }) => figures[name] ?? []).filter(({ value }) => value !== 0)
        const opened = [...(figures.length > 0 ? [random.of(figures)] : []), ...(total[name] ? [total[name]] : [])]
        for (const { value, drill } of opened)
          expect(sumOf(await listed(business, drill ?? '', list)), `${name} ${drill}`).toBe(value)
      }
    }
    /** What takes something of a figure's time is listed, and nothing is where nothing takes any. */
    const overlapped = async (all: readonly Record<string, Figure>[]) => {
      for (const [name, figure] of Object.entries(random.of(all))) {
        if (figure.drill === null) continue
        const { bookedUnitMinutes: used, outsideMinutes: outside } = all.find(of => of[name] === figure) ?? {}
        const isTaken = (used?.value ?? 0) + (outside?.value ?? 0) > 0
        expect((await listed(business, figure.drill)).length > 0, `${name} ${figure.drill}`).toBe(isTaken)
      }
    }
    for (const by of demandGroupings) {
      const { rows, totals } = await ask(demandMeasures, by)
      agree(rows, totals.figures, slowDemandFigures(world, by, period), by)
      for (const name of by.length > 0 ? demandMeasures : [])
        expect(rows.reduce((sum, { figures }) => sum + (figures[name]?.value ?? 0), 0)).toBe(
          totals.figures[name]?.value,
        )
      await open(rows, totals.figures, 'demand')
    }
    for (const by of groupings) {
      const expected = slowBookingFigures(world, by, period)
      for (const names of [bookingMeasures, otherMeasures]) {
        const { rows, totals } = await ask(names, by)
        agree(rows, totals.figures, nulls(expected, names), by)
        const isSum = !by.includes('resource') && !by.includes('resourceType') && !by.includes('leadBucket')
        for (const name of by.length > 0 && isSum ? additive.filter(name => names.includes(name)) : []) {
          const sum = rows.reduce((total, { figures }) => total + (figures[name]?.value ?? 0), 0)
          expect(sum, `${name} by ${by}`).toBe(totals.figures[name]?.value)
        }
        await open(rows, totals.figures)
      }
      if (!by.every(name => ['day', 'week', 'month', 'weekday', 'hour', 'resource', 'resourceType'].includes(name)))
        continue
      const capacity = await ask(capacityMeasures, by)
      await overlapped([...capacity.rows.map(row => row.figures), capacity.totals.figures])
      const read = slowCapacityFigures(world, by, period)
      const sums = only(read, capacityMeasures.slice(0, 3))
      agree(capacity.rows, capacity.totals.figures, sums.has('total') ? sums : sums.set('total', {}), by)
      const ratios = nulls(read, ['utilisation'])
      agree(capacity.rows, capacity.totals.figures, ratios.has('total') ? ratios : ratios.set('total', {}), by)
    }
  },
  120_000,
)
