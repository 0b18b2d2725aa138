import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openApi, type TestApi } from '../http/support/fixture'
import { type Business, openBusiness, week } from './support/business'

/** After the worked week. */
const NOW = Date.UTC(2026, 2, 9, 12)
const period = 'from=2026-03-02&to=2026-03-09'
const every = [1, 2, 3, 4, 5, 6, 7]

let api: TestApi
let business: Business

beforeAll(async () => {
  api = await openApi({ users: null, now: () => NOW })
})
afterAll(() => api.close())

/** Local times in Berlin, an hour ahead of UTC until 29 March. */
const at = (day: string, time: string): string => new Date(`2026-03-${day}T${time}:00+01:00`).toISOString()

interface Given {
  day: string
  from: string
  to: string
  total: number
  quantity?: number
  status?: string
  customerId?: string
  capacityMode?: string
}

const figures = async (query: string) => {
  const { status, body } = await business.get(`/reports/figures?${query}`)
  expect(body, query).toMatchObject({ totals: { figures: {} } })
  expect(status).toBe(200)
  return body
}

/** The totals of measures, by name. */
const totals = async (query: string) => {
  const body = await figures(query)
  return Object.fromEntries(
    Object.entries(body.totals.figures as Record<string, { value: number }>).map(([name, { value }]) => [name, value]),
  )
}

/** The values of one measure, by the key of one dimension. */
const byKey = async (measure: string, dimension: string, query = period) => {
  const { rows } = await figures(`measures=${measure}&groupBy=${dimension}&${query}`)
  return Object.fromEntries(
    rows.map((row: { by: Record<string, string>; figures: Record<string, { value: number }> }) => [
      row.by[dimension],
      row.figures[measure]?.value,
    ]),
  )
}

const openMeasures = 'measures=openMinutes,bookedUnitMinutes,outsideMinutes,utilisation'

const openWorkedWeek = async () => {
  business = await openBusiness(api)
  const made = { createdAt: '2026-02-01T00:00:00Z' }
  const [chair, pool] = [
    await business.addResource({ name: 'A', ...made }),
    await business.addResource({ name: 'B', capacity: 4, ...made }),
  ]
  const variantId = await business.addVariant([chair])
  const pooledId = await business.addVariant([pool], { capacityMode: 'pooled' })
  const book = (resourceIds: string[], { day, from, to, total, status = 'confirmed', ...more }: Given) => {
    const { quantity = 1, customerId = null, capacityMode = 'exclusive' } = more
    return business.addBooking(
      resourceIds,
      capacityMode === 'pooled' ? pooledId : variantId,
      [at(day, from), at(day, to)],
      {
        status,
        quantity,
        capacityMode,
        active: status !== 'cancelled',
        booking: {
          totalAmount: total,
          customerId,
          createdAt: '2026-02-20T00:00:00Z',
          previousStatus: status === 'cancelled' ? 'confirmed' : null,
        },
      },
    )
  }
  const of = (day: string, from: string, to: string, total: number, more: Partial<Given> = {}) =>
    book(more.capacityMode ? [pool] : [chair], { day, from, to, total, ...more })
  await of('02', '10:00', '11:00', 4000)
  await of('03', '09:00', '10:30', 6000)
  await of('04', '10:00', '11:00', 4000, { status: 'no_show' })
  await of('05', '10:00', '11:00', 4000, { status: 'cancelled' })
  await of('06', '16:30', '17:30', 4000)
  const pooled = { capacityMode: 'pooled' }
  await of('02', '09:00', '12:00', 3000, { ...pooled, quantity: 2 })
  await of('02', '11:00', '13:00', 1000, { ...pooled, status: 'pending' })
  return { chair, pool, book }
}

describe('the worked week', () => {
  let chair: string
  let pool: string
  beforeEach(async () => {
    ;({ chair, pool } = await openWorkedWeek())
  })

  test('counts bookings, money, cancellations and no-shows', async () => {
    const names = 'bookings,quantity,bookedMinutes,revenue,averageValue,cancelled,cancellationRate,noShows,noShowRate'
    // The owner of a test's business says so: bookings that are over are completed by themselves.
    expect(await totals(`measures=${names}&${period}`)).toEqual({
      bookings: 6,
      quantity: 7,
      bookedMinutes: 570,
      revenue: 21000,
      averageValue: 4200,
      cancelled: 1,
      cancellationRate: 0.1429,
      noShows: 1,
      noShowRate: 0.2,
    })
    expect(await byKey('bookings', 'day')).toMatchObject({ '2026-03-02': 3, '2026-03-05': 0, '2026-03-08': 0 })
    expect(await byKey('bookings', 'resource')).toEqual({ [chair]: 4, [pool]: 2 })
  })

  test('measures open time, and what is booked of it and outside', async () => {
    expect(await totals(`${openMeasures}&${period}&resourceId=${chair}`)).toEqual({
      openMinutes: 2400,
      bookedUnitMinutes: 240,
      outsideMinutes: 30,
      utilisation: 0.1,
    })
    expect(await totals(`${openMeasures}&${period}&resourceId=${pool}`)).toMatchObject({
      openMinutes: 9600,
      bookedUnitMinutes: 480,
      utilisation: 0.05,
    })
    expect(await totals(`${openMeasures}&${period}`)).toMatchObject({
      openMinutes: 12000,
      bookedUnitMinutes: 720,
      utilisation: 0.06,
    })
    const eleven = async (measure: string, filter = '') => {
      const { rows } = await figures(`measures=${measure}&groupBy=weekday,hour&${period}${filter}`)
      expect(rows).toHaveLength(168)
      return rows.find(({ by }: { by: object }) => JSON.stringify(by) === '{"weekday":1,"hour":11}').figures[measure]
        .value
    }
    expect(await eleven('bookings')).toBe(1)
    expect(await eleven('bookedUnitMinutes', `&resourceId=${chair}`)).toBe(0)
    expect(await eleven('bookedUnitMinutes', `&resourceId=${pool}`)).toBe(180)
  })

  test('closes what a blackout or a smaller capacity closes later', async () => {
    const wednesday = { startDate: '2026-03-04', endDate: '2026-03-04' }
    await business.addRule('blackout', wednesday, { resourceIds: [chair] })
    expect(await totals(`${openMeasures}&${period}&resourceId=${chair}`)).toEqual({
      openMinutes: 1920,
      bookedUnitMinutes: 180,
      outsideMinutes: 90,
      utilisation: 0.0938,
    })
    const monday = { capacity: 2, startDate: '2026-03-02', endDate: '2026-03-02' }
    await business.addRule('capacity_override', monday, { resourceIds: [pool] })
    expect(await totals(`${openMeasures}&${period}&resourceId=${pool}`)).toEqual({
      openMinutes: 8640,
      bookedUnitMinutes: 420,
      outsideMinutes: 60,
      utilisation: 0.0486,
    })
  })
})

test('days of a change of the clocks have 23 and 25 hours', async () => {
  business = await openBusiness(api)
  const scheduleId = await business.addSchedule({ weeklyHours: week(every, '00:00', '24:00') })
  const room = await business.addResource({ scheduleId, createdAt: '2026-02-01T00:00:00Z' })
  const variantId = await business.addVariant([room])
  await business.addBooking([room], variantId, ['2026-03-28T23:00:00Z', '2026-03-29T03:00:00Z'])
  expect(await totals(`${openMeasures}&from=2026-03-29&to=2026-03-30`)).toMatchObject({
    openMinutes: 1380,
    bookedUnitMinutes: 240,
  })
  expect(await byKey('openMinutes', 'hour', 'from=2026-03-29&to=2026-03-30')).toMatchObject({ 1: 60, 2: 0, 3: 60 })
  expect(await byKey('openMinutes', 'hour', 'from=2026-10-25&to=2026-10-26')).toMatchObject({ 1: 60, 2: 120, 3: 60 })
  expect(await totals(`${openMeasures}&from=2026-10-25&to=2026-10-26`)).toMatchObject({ openMinutes: 1500 })
})

test('a court counts by its halves, which are booked while it is', async () => {
  business = await openBusiness(api)
  const made = { createdAt: '2026-02-01T00:00:00Z' }
  const court = await business.addResource(made)
  const [left, right] = [
    await business.addResource({ ...made, parentResourceId: court }),
    await business.addResource({ ...made, parentResourceId: court }),
  ]
  const variantId = await business.addVariant([court, left])
  await business.addBooking([court], variantId, [at('02', '10:00'), at('02', '11:00')])
  await business.addBooking([left], variantId, [at('02', '12:00'), at('02', '13:00')])
  expect(await totals(`${openMeasures}&${period}`)).toMatchObject({ openMinutes: 4800, bookedUnitMinutes: 180 })
  expect(await byKey('bookedUnitMinutes', 'resource')).toEqual({ [court]: 60, [left]: 120, [right]: 60 })
})

test('a resource has open time until it becomes inactive', async () => {
  business = await openBusiness(api)
  const chair = await business.addResource({ createdAt: '2026-03-04T11:00:00Z' })
  expect(await totals(`measures=openMinutes&${period}`)).toEqual({ openMinutes: 1440 })
  const { body } = await business.send('PATCH', `/resources/${chair}`, { isActive: false })
  expect(Date.parse(body.deactivatedAt)).toBeGreaterThan(NOW)
  await business.run(db =>
    db.updateTable('resources').set({ deactivatedAt: '2026-03-05T11:00:00Z' }).where('id', '=', chair).execute(),
  )
  expect(await totals(`measures=openMinutes&${period}`)).toEqual({ openMinutes: 660 })
  expect((await business.send('PATCH', `/resources/${chair}`, { isActive: true })).body.deactivatedAt).toBeNull()
})

test('staff who keep to their own calendar get figures of it alone', async () => {
  const { chair } = await openWorkedWeek()
  const staff = await api.addPersonIn(business.tenantId, 'staff')
  await api.database.run({ as: 'platform' }, db =>
    db
      .updateTable('memberships')
      .set({ resourceId: chair })
      .where('tenantId', '=', business.tenantId)
      .where('userId', '=', staff.id)
      .execute(),
  )
  await api.database.run({ as: 'platform' }, db =>
    db.updateTable('tenants').set({ staffKeepToOwn: true }).where('id', '=', business.tenantId).execute(),
  )
  const query = `measures=bookings,revenue,openMinutes,bookedUnitMinutes&groupBy=resource&${period}`
  const { body } = await business.get(`/reports/figures?${query}`, staff)
  expect(body.totals.figures).toMatchObject({
    bookings: { value: 4 },
    revenue: { value: 18000 },
    openMinutes: { value: 2400 },
    bookedUnitMinutes: { value: 240 },
  })
  expect(body.rows.map((row: { by: object }) => row.by)).toEqual([{ resource: chair }])
})

test('periods are compared by position, and other rows by key', async () => {
  const { chair } = await openWorkedWeek()
  const { body } = await business.get(
    '/reports/figures?measures=bookings,averageValue&groupBy=day&from=2026-03-03&to=2026-03-05&compare=previous',
  )
  expect(body.compare).toEqual({ from: '2026-03-01', to: '2026-03-03' })
  expect(body.rows.map((row: { figures: { bookings: object } }) => row.figures.bookings)).toMatchObject([
    { value: 1, previous: 0, change: null },
    { value: 1, previous: 3, change: -0.6667 },
  ])
  const year = await figures(
    `measures=bookings&groupBy=resource,weekday&from=2027-03-01&to=2027-03-02&compare=last_year`,
  )
  expect(year.compare).toEqual({ from: '2026-03-02', to: '2026-03-03' })
  const monday = year.rows.find(
    ({ by }: { by: object }) => JSON.stringify(by) === `{"resource":"${chair}","weekday":1}`,
  )
  expect(monday.figures.bookings).toMatchObject({ value: 0, previous: 1, change: -1 })
  const months = await figures('measures=bookings&from=2026-03-01&to=2026-05-01&compare=previous')
  expect(months.compare).toEqual({ from: '2026-01-01', to: '2026-03-01' })
  const leap = await figures('measures=bookings&from=2028-02-29&to=2028-03-01&compare=last_year')
  expect(leap.compare).toEqual({ from: '2027-02-28', to: '2027-03-01' })
})

test('a file has keys, labels and decimals, and is logged', async () => {
  const { chair, pool } = await openWorkedWeek()
  const address = `/reports/figures?measures=bookings,revenue&groupBy=resource&${period}&compare=previous&format=csv`
  const answer = await api.request(address, { as: business.owner, tenantId: business.tenantId })
  expect(answer.headers.get('Content-Type')).toContain('text/csv')
  expect(answer.body).toBe(
    [
      'resource,resourceLabel,bookings,bookings_previous,bookings_change,revenue,revenue_previous,revenue_change',
      `${chair},A,4,0,,180.00,0.00,`,
      `${pool},B,2,0,,30.00,0.00,`,
      '',
    ].join('\r\n'),
  )
  const { body } = await business.get('/audit-log?entityType=reports')
  expect(body).toMatchObject([{ action: 'exported', changes: { from: { to: '2026-03-02' } } }])
})

test.each([
  ['', 'measures'],
  ['measures=profit', 'measures'],
  ['measures=bookings,bookings', 'measures'],
  ['measures=bookings&groupBy=moon', 'groupBy'],
  ['measures=bookings&groupBy=day,week,month', 'groupBy'],
  ['measures=bookings&groupBy=day&groupBy=day', 'groupBy'],
  ['measures=bookings,utilisation&groupBy=item', 'groupBy'],
  ['measures=bookings&to=2026-03-02', 'to'],
  ['measures=bookings&from=2026-03-02T00:00:00Z', 'from'],
  ['measures=bookings&from=2026-02-30', 'from'],
  ['measures=bookings&to=2029-03-03', 'to'],
  ['measures=bookings&groupBy=day&to=2027-04-07', 'to'],
  ['measures=bookings,quantity&groupBy=day,weekday&from=2026-03-02&to=2026-04-06', null],
  ['measures=bookings,quantity&groupBy=week,hour&to=2029-03-01', null],
  ['measures=bookings,quantity,bookedMinutes,revenue,paidRevenue,cancelled&groupBy=day,hour&to=2027-04-05', 'groupBy'],
])('refuses %s', async (query, name) => {
  business ??= await openBusiness(api)
  const given = new URLSearchParams(query)
  for (const [key, value] of Object.entries({ from: '2026-03-02', to: '2026-03-09' }))
    if (!given.has(key)) given.set(key, value)
  const { body, status } = await business.get(`/reports/figures?${given}`)
  expect([status, Object.keys(body.errors ?? {})]).toEqual(name ? [422, [name]] : [200, []])
})
