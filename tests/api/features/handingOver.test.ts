import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestApi } from '../http/support/fixture'
import { openApi } from '../http/support/fixture'
import { describeOnBoth } from '../support/describeOnDatabase'
import { type Business, NOW, openBusiness } from './support/business'

const monday = (time: string) => `2026-03-02T${time}:00.000Z`

describeOnBoth('what is handed over or handed out', use => {
  let api: TestApi
  let business: Business
  let chair: string
  let spare: string
  let variantId: string
  let customerId: string
  beforeAll(async () => {
    api = await openApi({ on: use(), now: () => NOW })
  })
  afterAll(() => api.close())
  beforeEach(async () => {
    business = await openBusiness(api)
    chair = await business.addResource()
    spare = await business.addResource()
    variantId = await business.addVariant([chair, spare])
    customerId = await business.add('customers', { name: 'Lena Fischer', email: 'lena@mail.example', notes: 'Knee' })
  })

  const book = async (time: string, values: object = {}) => {
    const body = { variantId, customerId, startsAt: monday(time), ...values }
    const answer = await business.send('POST', '/bookings', body)
    expect(answer).toMatchObject({ status: 201 })
    return answer.body
  }
  const reassign = (body: object, as = business.owner) =>
    business.send('POST', `/resources/${chair}/reassign`, { toResourceId: spare, ...body }, as)
  const resourcesOf = async (id: string) => (await business.get(`/bookings/${id}`)).body.resourceIds

  test('a resource’s bookings in a range go to another, each for itself, and first only on trial', async () => {
    const early = await book('08:00')
    const clash = await book('10:00')
    await book('10:00', { resourceIds: [spare] })
    const late = await book('12:00')
    const gone = await book('13:00')
    await business.send('POST', `/bookings/${gone.id}/cancel`, {})
    const outcome = [
      {
        bookingId: early.id,
        reference: early.reference,
        startsAt: monday('08:00'),
        ok: true,
        code: null,
        detail: null,
      },
      { bookingId: clash.id, ok: false, code: 'slot_unavailable', detail: expect.stringMatching(/\w/) },
    ]
    const range = { from: '2026-03-02T09:00:00+01:00', to: monday('12:00') }
    const trial = await reassign({ ...range, dryRun: true })
    expect(trial).toMatchObject({ status: 200, body: { dryRun: true, movedCount: 1, bookings: outcome } })
    expect(await resourcesOf(early.id)).toEqual([chair])

    const done = await reassign({ ...range, reason: 'Chair is broken' })
    expect(done.body).toMatchObject({ dryRun: false, movedCount: 1, bookings: outcome })
    expect(done.body.bookings).toHaveLength(2)
    expect(await resourcesOf(early.id)).toEqual([spare])
    expect(await resourcesOf(clash.id)).toEqual([chair])
    expect(await resourcesOf(late.id)).toEqual([chair])
    const { body: history } = await business.get(`/bookings/${early.id}/history`)
    expect(history[0]).toMatchObject({ via: 'reassign', reason: 'Chair is broken' })

    expect((await reassign({})).body).toMatchObject({ movedCount: 1, bookings: [{ ok: false }, { ok: true }] })
    expect(await resourcesOf(late.id)).toEqual([spare])
  })

  test('a resource’s bookings stay where the other is not one of the variant’s, and nobody moves them elsewhere', async () => {
    const booking = await book('08:00')
    const other = await business.addResource()
    expect((await reassign({ toResourceId: other })).body).toMatchObject({
      movedCount: 0,
      bookings: [{ ok: false, code: 'validation', detail: 'This resource is not one of the variant’s' }],
    })
    expect(await resourcesOf(booking.id)).toEqual([chair])
    const errorsOf = async (body: object) => (await reassign(body)).body.errors
    expect(await errorsOf({ toResourceId: chair })).toHaveProperty('toResourceId')
    expect(await errorsOf({ from: monday('12:00'), to: monday('11:00') })).toHaveProperty('to')
    expect(await errorsOf({ override: true })).toHaveProperty('reason')
    const foreign = await openBusiness(api)
    expect(await reassign({ toResourceId: await foreign.addResource() })).toMatchObject({
      status: 404,
      body: { errors: { toResourceId: expect.any(String) } },
    })
    const viewer = await api.addPersonIn(business.tenantId, 'viewer')
    expect((await reassign({}, viewer)).status).toBe(403)
  })

  test('a customer’s export has all that is kept of them and of nobody else, for admins, and is noted', async () => {
    const mine = await book('08:00', { notes: 'Window seat', metadata: { order: 'A-1' } })
    const stranger = await business.add('customers', { name: 'Tom Beck' })
    await book('10:00', { customerId: stranger })
    await business.send('PATCH', `/customers/${customerId}`, { notes: 'Knee, left' })
    const ask = (as = business.owner) => business.send('POST', `/customers/${customerId}/export`, undefined, as)
    const { status, headers, body } = await ask()
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toBe(`attachment; filename="customer-${customerId}.json"`)
    expect(body).toMatchObject({
      exportedAt: '2026-02-20T12:00:00.000Z',
      customer: { id: customerId, email: 'lena@mail.example', notes: 'Knee, left' },
      bookings: [{ id: mine.id, notes: 'Window seat', metadata: { order: 'A-1' } }],
    })
    expect(body.history.map((entry: { entityId: string }) => entry.entityId).toSorted()).toEqual(
      [customerId, mine.id].toSorted(),
    )
    expect(JSON.stringify(body)).not.toContain('Tom')
    const { body: log } = await business.get(`/audit-log?entityId=${customerId}`)
    expect(log[0]).toMatchObject({ action: 'exported', entityType: 'customers', entityLabel: 'Lena Fischer' })

    for (const role of ['viewer', 'staff'] as const)
      expect((await ask(await api.addPersonIn(business.tenantId, role))).status).toBe(403)
    const foreign = await openBusiness(api)
    expect((await foreign.send('POST', `/customers/${customerId}/export`)).status).toBe(404)
  })

  test('bookings come as CSV with the list’s filters, without what the caller may not read, and that is noted', async () => {
    const early = await book('08:00', { notes: '=1+1', externalId: 'pms-1' })
    await book('10:00')
    const { status, headers, body } = await business.get(`/bookings/export?format=csv&to=${monday('09:00')}`)
    expect([status, headers.get('content-type'), headers.get('x-total-count')]).toEqual([
      200,
      'text/csv; charset=utf-8',
      '1',
    ])
    const [head = '', row = '', end] = String(body).replace('\ufeff', '').split('\r\n')
    const cells = Object.fromEntries(head.split(',').map((name, index) => [name, row.split(',')[index]]))
    expect(cells).toMatchObject({
      reference: early.reference,
      startsAt: monday('08:00'),
      customerName: 'Lena Fischer',
      totalAmount: '5000',
      totalCurrency: 'EUR',
      notes: "'=1+1",
      externalId: 'pms-1',
      status: 'confirmed',
    })
    expect(end).toBe('')
    const all = await business.get('/bookings/export?sort=startsAt')
    expect(String(all.body).split('\r\n')).toHaveLength(4)
    expect((await business.get('/bookings/export?format=xml')).status).toBe(422)
    const viewer = await api.addPersonIn(business.tenantId, 'viewer')
    const seen = String((await business.get('/bookings/export', viewer)).body)
    expect(seen).toContain(early.reference)
    for (const hidden of ['notes', '1+1', 'pms-1', 'externalId']) expect(seen).not.toContain(hidden)
    const { body: log } = await business.get('/audit-log?action=exported')
    expect(log[0]).toMatchObject({ entityType: 'bookings', entityId: null, changes: { count: { to: 2 } } })
    const foreign = await openBusiness(api)
    expect(String((await foreign.get('/bookings/export')).body).split('\r\n')).toHaveLength(2)
  })

  test('a long list of bookings comes whole and in its order', async () => {
    const { id } = await book('08:00')
    const { rows: columns } = await api.owner.query<{ name: string }>(
      `select string_agg(column_name, ', ') as name from information_schema.columns where table_name = 'bookings'
       and is_generated = 'NEVER' and column_name not in ('id', 'reference', 'external_id')`,
    )
    const [{ name: others } = { name: '' }] = columns
    await api.owner.query(
      `insert into bookings (id, reference, external_id, ${others}) select uuid_v7(), 'MANY' || lpad(n::text, 4, '0'), n::text, ${others}
       from bookings, generate_series(1, 450) as n where id = $1`,
      [id],
    )
    const { headers, body } = await business.get('/bookings/export?sort=-reference&q=MANY')
    expect(headers.get('x-total-count')).toBe('450')
    const [, ...rows] = String(body).trimEnd().split('\r\n')
    const wanted = Array.from({ length: 450 }, (_, n) => `MANY${String(450 - n).padStart(4, '0')}`)
    expect(rows.map(row => row.slice(0, 8))).toEqual(wanted)
  })

  test.for([
    ['GET', () => '/bookings/export'] as const,
    ['GET', () => '/audit-log/export'] as const,
    ['POST', () => `/customers/${customerId}/export`] as const,
  ])(
    'exports of a tenant come one after another, and leave the connections to others (%s)',
    async ([method, path], { skip }) => {
      const { url, owner } = use()
      if (!url) return skip('The embedded database has one connection.')
      await book('08:00')
      const other = await openBusiness(api)
      const holding = await owner.connect()
      try {
        await holding.query('begin')
        await holding.query('lock table audit_entries in exclusive mode')
        const exports = Array.from({ length: 12 }, () => business.send(method, path()))
        const blocked = `select from pg_locks join pg_database on pg_database.oid = pg_locks.database
        where not granted and datname = current_database()`
        await expect.poll(async () => (await holding.query(blocked)).rowCount).toBe(1)
        expect((await other.get('/customers')).status).toBe(200)
        expect((await holding.query(blocked)).rowCount).toBe(1)
        await holding.query('commit')
        for (const { status } of await Promise.all(exports)) expect(status).toBe(200)
      } finally {
        holding.release(true)
      }
    },
  )
})
