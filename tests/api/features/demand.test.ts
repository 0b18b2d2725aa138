import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forgetOldDemand, settleDemand } from '../../../server/features/demand/jobs'
import { openApi, type TestApi } from '../http/support/fixture'
import { type Business, NOW, openBusiness } from './support/business'

let now = NOW
let api: TestApi
let business: Business
let chair: string
let variantId: string
let ann: string
let bob: string

const MINUTE = 60_000
const DAY = 86_400_000
const on = (time: string, day = '03-02') => `2026-${day}T${time}:00+01:00`

beforeAll(async () => {
  api = await openApi({ users: null, now: () => now })
})
afterAll(() => api.close())

beforeEach(async () => {
  now = NOW
  business = await openBusiness(api)
  chair = await business.addResource({ name: 'Chair' })
  variantId = await business.addVariant([chair], { name: 'Cut' })
  ;[ann, bob] = [await business.add('customers', { name: 'Ann' }), await business.add('customers', { name: 'Bob' })]
  await business.addBooking([chair], variantId, [on('10:00'), on('11:00')])
})

type Body = Record<string, unknown>
const book = (values: Body, as = business.owner) =>
  business.send('POST', '/bookings', { variantId, startsAt: on('10:00'), ...values }, as)

const list = async (query = '') => (await business.get(`/demand?sort=at,id&${query}`)).body as Record<string, unknown>[]

/** Refusals are written a moment after they are answered. */
const listed = (count: number, query = '') => expect.poll(() => list(query)).toHaveLength(count)

const refuse = async (values: Body, as = business.owner) => {
  const { status, body } = await book(values, as)
  expect([status, body.code]).toEqual([409, 'slot_unavailable'])
}

describe('a booking that is refused for its time', () => {
  test('is demand: what, when, how many, through which channel, and why', async () => {
    await refuse({ customerId: ann })
    await listed(1)
    const [found] = await list()
    expect(found).toMatchObject({
      variantId,
      title: 'Haircut · Cut',
      wantedFrom: '2026-03-02T09:00:00.000Z',
      wantedTo: '2026-03-02T10:00:00.000Z',
      quantity: 1,
      channelId: business.channelId,
      customerId: ann,
      customerName: 'Ann',
      code: 'resource_busy',
      origin: 'booking',
      note: null,
      status: 'open',
    })
    expect(await business.get('/audit-log?entityType=demand')).toMatchObject({ body: [] })
  })

  test('is one for the same person, start and channel within ten minutes', async () => {
    await refuse({ customerId: ann })
    await listed(1)
    now += 9 * MINUTE
    await refuse({ customerId: ann })
    await refuse({ customerId: bob })
    await refuse({ customerId: ann, startsAt: on('10:30') })
    await listed(3)
    now += 2 * MINUTE
    await refuse({ customerId: ann })
    await listed(4)
  })

  test('knows a person by an address, which is kept only as a hash, and for an hour', async () => {
    const customer = { name: 'Cleo', email: 'cleo@example.com' }
    await refuse({ customer })
    await refuse({ customer: { ...customer, email: 'Cleo@Example.com' } })
    await refuse({ customer: { name: 'Dan', email: 'dan@example.com' } })
    await listed(2)
    const rows = async () => (await business.run(db => db.selectFrom('demand').selectAll().execute())) as Body[]
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/)
    expect((await rows()).map(({ person }) => person)).toEqual([hash, hash])
    now += 61 * MINUTE
    await settleDemand({ ...api.services, now: () => now })
    expect(await rows(), 'whose versions stay').toMatchObject(Array(2).fill({ person: null, version: 1 }))
  })

  test('is none for what no other time would change', async () => {
    await refuse({ customerId: ann, quantity: 5 })
    await business.add('customers', { name: 'Eve', isBlocked: true })
    await business.run(db => db.updateTable('customers').set({ isBlocked: true }).where('id', '=', bob).execute())
    await book({ customerId: bob, startsAt: on('12:00') })
    await refuse({ customerId: ann, startsAt: on('10:30') })
    await listed(1)
  })

  test('is none that counts once that person books the same within half an hour', async () => {
    await refuse({ customerId: ann })
    await refuse({ customerId: bob })
    await listed(2)
    now += 29 * MINUTE
    expect((await book({ customerId: ann, startsAt: on('12:00') })).status).toBe(201)
    now += 2 * MINUTE
    expect((await book({ customerId: bob, startsAt: on('13:00') })).status).toBe(201)
    await settleDemand({ ...api.services, now: () => now })
    expect(await list('status=open')).toMatchObject([{ customerId: bob }])
    expect(await list('status=met')).toMatchObject([{ customerId: ann }])
  })

  test('of a hold is that of who holds another time and books it', async () => {
    await refuse({ hold: true })
    await listed(1)
    now += MINUTE
    const held = await book({ hold: true, startsAt: on('12:00') })
    await settleDemand({ ...api.services, now: () => now })
    await listed(1, 'status=open')
    await business.send('POST', `/bookings/${held.body.id}/confirm`, { customerId: ann })
    await settleDemand({ ...api.services, now: () => now })
    await listed(1, 'status=met')
  })

  test('waits for nobody, and one that cannot be written is only logged', async () => {
    await api.owner.query('alter table demand add constraint never check (false) not valid')
    try {
      await refuse({ customerId: ann })
      await expect
        .poll(() => api.lines)
        .toContainEqual(expect.objectContaining({ message: 'refused demand was not written' }))
    } finally {
      await api.owner.query('alter table demand drop constraint never')
    }
    expect(await list()).toEqual([])
  })

  test('is counted 5000 times in a day at most', async () => {
    await api.owner.query(
      `insert into demand (tenant_id, variant_id, wanted_from, at, origin)
       select $1, $2, now(), $3, 'booking' from generate_series(1, 4999)`,
      [business.tenantId, variantId, new Date(now).toISOString()],
    )
    await refuse({ customerId: ann })
    await listed(1, `customerId=${ann}`)
    await refuse({ customerId: bob })
    await refuse({ customerId: ann, startsAt: on('10:30') })
    await new Promise(resolve => setTimeout(resolve, 600))
    expect((await business.get('/demand?perPage=1')).headers.get('X-Total-Count')).toBe('5000')
  })
})

describe('a wish that staff note', () => {
  const note = (values: Body = {}, as = business.owner) =>
    business.send('POST', '/demand', { variantId, wantedFrom: on('10:00'), ...values }, as)

  test('is demand, with who asked and why', async () => {
    const { status, body } = await note({ customerId: ann, note: 'Wants Maria', code: 'resource_busy' })
    expect([status, body]).toMatchObject([
      201,
      {
        ...{ origin: 'noted', status: 'open', code: 'resource_busy', note: 'Wants Maria', customerName: 'Ann' },
        ...{ wantedTo: '2026-03-02T10:00:00.000Z', channelId: business.channelId },
      },
    ])
    expect((await business.get('/audit-log?entityType=demand')).body).toMatchObject([{ action: 'created' }])
    expect((await business.send('POST', `/demand/${body.id}/settle`, {})).body).toMatchObject({ status: 'done' })
    expect((await business.get('/demand?tab=callBack')).body).toEqual([])
  })

  test('takes the place of the refusal that led to it', async () => {
    await refuse({ hold: true })
    await refuse({ customerId: ann })
    await listed(2)
    expect((await note({ customerId: ann })).body).toMatchObject({ origin: 'noted' })
    await note({ customerId: ann, note: 'again' })
    expect(await list()).toMatchObject([{ origin: 'noted', note: 'again' }])
    await refuse({ customerId: ann })
    await refuse({ customerId: bob })
    await listed(2)
  })

  test('is one for each who asks, though nobody is named', async () => {
    await note()
    await note()
    await listed(2)
  })

  test.each([
    [{ wantedTo: '2026-03-02T08:00:00Z' }, 'wantedTo'],
    [{ quantity: 0 }, 'quantity'],
    [{ code: 'bad_weather' }, 'code'],
    [{ wantedFrom: 'tomorrow' }, 'wantedFrom'],
    [{ note: 'x'.repeat(501) }, 'note'],
  ])('is refused with %o', async (values, name) => {
    const { status, body } = await note(values)
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [name]])
  })

  test('is for staff', async () => {
    const viewer = await api.addPersonIn(business.tenantId, 'viewer')
    const staff = await api.addPersonIn(business.tenantId, 'staff')
    expect((await note({}, viewer)).status).toBe(403)
    expect((await business.get('/demand', viewer)).status).toBe(403)
    expect((await note({}, staff)).status).toBe(201)
  })
})

describe('figures of refused demand', () => {
  const figures = async (query: string, as = business.owner) => {
    const period = 'from=2026-03-01&to=2026-04-01'
    return business.get(`/reports/figures?measures=refused,refusedQuantity&${period}&${query}`, as)
  }
  const values = async (query: string, name = 'refused') => {
    const { body } = await figures(query)
    return body.rows.map((row: { by: Body; figures: Record<string, { value: number }> }) => [
      ...Object.values(row.by),
      row.figures[name]?.value,
    ])
  }

  beforeEach(async () => {
    const other = await business.addVariant([], { name: 'Other', maxQuantity: 9 })
    const wish = (wantedFrom: string, more: Body = {}) =>
      business.add('demand', { variantId, wantedFrom, channelId: business.channelId, ...more })
    await wish(on('10:00'), { code: 'resource_busy', origin: 'booking' })
    await wish(on('10:00'), { code: 'blackout', quantity: 3 })
    await wish(on('23:30'), { status: 'done' })
    await wish(on('10:00', '03-03'), { variantId: other })
    await wish(on('10:00', '03-03'), { status: 'met' })
    await wish(on('10:00', '04-02'))
  })

  test('go by the wanted start, item, variant, channel and reason', async () => {
    const { body } = await figures('groupBy=reason')
    expect(body.totals.figures).toMatchObject({ refused: { value: 4 }, refusedQuantity: { value: 6 } })
    expect(body.measures).toMatchObject([{ key: 'refused', list: 'demand', isAdditive: true }, {}])
    expect(await values('groupBy=reason')).toEqual([
      ['blackout', 1],
      ['other', 2],
      ['resource_busy', 1],
    ])
    expect((await values('groupBy=day')).filter(([, count]: [string, number]) => count > 0)).toEqual([
      ['2026-03-02', 3],
      ['2026-03-03', 1],
    ])
    expect((await values('groupBy=hour', 'refusedQuantity')).filter((row: number[]) => row[1])).toEqual([
      [10, 5],
      [23, 1],
    ])
    expect(await values(`groupBy=item&resourceId=${chair}`)).toEqual([[business.itemId, 3]])
    expect(await values(`groupBy=variant&variantId=${variantId}`)).toEqual([[variantId, 3]])
  })

  test.each(['groupBy=reason,hour', 'groupBy=weekday,item', 'groupBy=variant', 'groupBy=week,channel', ''])(
    'are listed by their drill: %s',
    async query => {
      const { body } = await figures(`${query}&resourceTypeId=${business.typeId}`)
      const all = [...body.rows, body.totals] as { figures: Record<string, { value: number; drill: string }> }[]
      for (const row of all) {
        const { refused, refusedQuantity } = row.figures
        const found = await list(refused?.drill)
        expect(found.length, refused?.drill).toBe(refused?.value)
        expect(found.reduce((sum, { quantity }) => sum + Number(quantity), 0)).toBe(refusedQuantity?.value)
      }
    },
  )

  test('stand beside those of bookings', async () => {
    const { body } = await business.get(
      '/reports/figures?measures=bookings,refused&groupBy=day&from=2026-03-02&to=2026-03-03&compare=previous',
    )
    expect(body.rows).toMatchObject([{ figures: { bookings: { value: 1 }, refused: { value: 3, previous: 0 } } }])
  })

  test('are for staff, and those who keep to their own calendar get what it could have taken', async () => {
    const viewer = await api.addPersonIn(business.tenantId, 'viewer')
    const staff = await api.addPersonIn(business.tenantId, 'staff')
    expect((await figures('', viewer)).status).toBe(403)
    const catalogue = async (as: typeof viewer) =>
      (await business.get('/reports/measures', as)).body.map(({ key }: { key: string }) => key)
    expect(await catalogue(viewer)).not.toContain('refused')
    expect(await catalogue(staff)).toContain('refused')
    const own = await business.addResource({})
    await api.database.run({ as: 'platform' }, async db => {
      await db.updateTable('tenants').set({ staffKeepToOwn: true }).where('id', '=', business.tenantId).execute()
      await db.updateTable('memberships').set({ resourceId: own }).where('userId', '=', staff.id).execute()
    })
    expect((await figures('', staff)).body.totals.figures).toMatchObject({ refused: { value: 0 } })
    expect((await business.get('/demand', staff)).body).toEqual([])
    await api.database.run({ as: 'platform' }, db =>
      db.updateTable('memberships').set({ resourceId: chair }).where('userId', '=', staff.id).execute(),
    )
    expect((await figures('', staff)).body.totals.figures).toMatchObject({ refused: { value: 3 } })
  })

  test.each([
    ['groupBy=resource', 'groupBy'],
    ['groupBy=source', 'groupBy'],
    ['groupBy=leadBucket', 'groupBy'],
    ['source=public', 'source'],
  ])('are refused by %s', async (query, name) => {
    const { status, body } = await figures(query)
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [name]])
  })
})

test('demand is kept for 400 days', async () => {
  const at = (days: number) => new Date(now - days * DAY).toISOString()
  await business.add('demand', { variantId, wantedFrom: on('10:00'), at: at(401), note: 'old' })
  await business.add('demand', { variantId, wantedFrom: on('10:00'), at: at(399), note: 'kept' })
  expect(await forgetOldDemand({ ...api.services, now: () => now })).toBe(1)
  expect(await list()).toMatchObject([{ note: 'kept' }])
})

test('demand of customers is exported, merged and forgotten with them', async () => {
  await business.send('POST', '/demand', { variantId, wantedFrom: on('10:00'), customerId: ann, note: 'Bad back' })
  const exported = await business.send('POST', `/customers/${ann}/export`, {})
  expect(exported.body.demand).toMatchObject([{ note: 'Bad back', wantedFrom: '2026-03-02T09:00:00.000Z' }])
  await business.send('POST', `/customers/${ann}/merge`, { intoId: bob })
  expect(await list()).toMatchObject([{ customerId: bob, note: 'Bad back' }])
  await business.send('POST', `/customers/${bob}/anonymize`, {})
  expect(await list()).toMatchObject([{ customerId: bob, note: null }])
  expect(JSON.stringify((await business.get('/audit-log?entityType=demand')).body)).not.toContain('Bad back')
})
