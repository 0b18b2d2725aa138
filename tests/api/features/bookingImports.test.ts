import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createImportQueue } from '../../../server/crud/imports/importQueue'
import { quietShift } from '../../../server/jobs/jobs'
import { product } from '../../../server/product'
import { lockInvariant } from '../../../server/serve'
import { expectEntries, watchVersions } from '../../../testing/versions'
import { openApi, type TestApi } from '../http/support/fixture'
import { describeOnDatabase } from '../support/describeOnDatabase'
import { openBusiness } from './support/business'

const head = 'externalId,variantId,resourceIds,customerName,customerEmail,startsAt,status,bookedAt,total,notes'

describeOnDatabase('imported bookings', use => {
  let api: TestApi
  let business: Awaited<ReturnType<typeof openBusiness>>
  let chair: string
  // A Monday, 10:00 in Berlin.
  const now = Date.parse('2026-03-02T09:00:00Z')

  beforeAll(async () => {
    api = await openApi({ on: use(), users: null, now: () => now })
    await watchVersions(api.owner)
  })
  afterAll(async () => {
    await api.close()
    await expectEntries(api.owner)
  })
  beforeEach(async () => {
    business = await openBusiness(api)
    chair = await business.addResource({ name: 'Chair', code: 'chair' })
    await business.addVariant([chair], { name: 'Cut', sku: 'CUT' })
  })

  const send = (method: string, url: string, body?: unknown) =>
    api.request(url, { method, as: business.owner, tenantId: business.tenantId, ...(body !== undefined && { body }) })
  const upload = async (file: string) =>
    (
      await api.request('/imports?resource=bookings&fileName=moved.csv', {
        method: 'POST',
        as: business.owner,
        tenantId: business.tenantId,
        bytes: new TextEncoder().encode(file),
      })
    ).body
  const step = async (id: string, name: string) => {
    const answer = await send('POST', `/imports/${id}/${name}`)
    if (answer.status !== 202) return answer.body
    await createImportQueue({ ...api.services, hooks: product.hooks }).work(business.tenantId, quietShift())
    return (await send('GET', `/imports/${id}`)).body
  }
  const rowsOf = async (id: string, query = '') =>
    (await send('GET', `/imports/${id}/rows?perPage=100${query}`)).body.map(
      ({ line, outcome, code, errors }: Record<string, unknown>) => ({ line, outcome, code, errors }),
    )
  const bring = async (file: string, query = '') => {
    const { id } = await upload(file)
    const checked = await step(id, 'check')
    expect(checked).toMatchObject({ status: 'checked', failure: null })
    const expected = await rowsOf(id, query)
    const done = await step(id, 'start')
    expect(done).toMatchObject({ status: 'done', failure: null, counts: checked.counts })
    expect(await rowsOf(id, query)).toEqual(expected)
    return { ...done, rows: expected }
  }
  const bookings = async () => (await send('GET', '/bookings?sort=startsAt')).body
  const customerCount = async () => (await send('GET', '/customers')).body.length

  test('take turns from when they were booked, not from the import', async () => {
    const stool = await business.addResource({ name: 'Stool', code: 'stool' })
    const variantId = await business.addVariant([chair, stool], { sku: 'TURN', allocation: 'rotation' })
    await bring(
      [
        head,
        '1,TURN,chair,Ann,,2026-03-03 10:00,,2026-02-20 12:00,,',
        '2,TURN,stool,Bob,,2026-03-03 10:00,,2026-02-10 12:00,,',
      ].join('\n'),
    )
    const { body } = await send('GET', `/availability/explain?variantId=${variantId}&startsAt=2026-03-03T11:00:00Z`)
    expect(body.allocation.order).toMatchObject([
      { resourceId: stool, lastBookedAt: '2026-02-10T11:00:00.000Z' },
      { resourceId: chair, lastBookedAt: '2026-02-20T11:00:00.000Z' },
    ])
  })

  test('rules do not count, capacity does; customers are met or made; nobody is told', async () => {
    await business.addRule('min_notice', { minutes: 100_000 })
    await send('POST', '/customers', { name: 'Ann', email: 'ann@x.test' })
    const { rows, counts } = await bring(
      [
        head,
        // Years ago, at night.
        '1,CUT,,Ann B.,ann@x.test,2019-05-01 03:00,completed,2019-04-01 12:00,40.00 EUR,Was early',
        '2,Haircut / Cut,chair,Bob,bob@x.test,2026-03-03 10:00,,,,',
        // The same hour.
        '3,CUT,,Cem,cem@x.test,2026-03-03 10:30,,,,',
        '4,CUT,,Cem,cem@x.test,2026-03-03 10:30,cancelled,,,',
        '5,CUT,,Dora,,2026-03-09 10:00,no_show,,,',
        '6,CUT,,Dora,,2026-03-09 10:00,pending,,,',
        '7,CUT,,,,2026-03-09 12:00,,,,',
        '8,CUT,,Eve,,2026-03-09 12:00,held,2030-01-01 10:00,,',
        '9,None,,Eve,,,,,,',
        '10,CUT,chair; Chair,Eve,,2026-03-09 12:00,cancelled,,,',
        '',
      ].join('\n'),
    )
    expect(counts).toEqual({ create: 4, update: 0, unchanged: 0, error: 5, conflict: 1 })
    const place = 'The resource is booked at this time'
    const begun = 'Only what has begun can be completed or a no-show'
    expect(rows.filter(({ outcome }: { outcome: string }) => outcome !== 'create')).toEqual([
      { line: 4, outcome: 'conflict', code: 'slot_unavailable', errors: { startsAt: place } },
      { line: 6, outcome: 'error', code: 'validation', errors: { status: begun } },
      { line: 8, outcome: 'error', code: 'validation', errors: { customerName: expect.any(String) } },
      {
        ...{ line: 9, outcome: 'error', code: 'validation' },
        errors: { status: expect.stringContaining('pending'), bookedAt: 'This is in the future' },
      },
      {
        line: 10,
        outcome: 'error',
        code: 'validation',
        errors: { variantId: 'There is no such record' },
      },
      { line: 11, outcome: 'error', code: 'validation', errors: { resourceIds: 'Each value may appear once' } },
    ])
    expect(await bookings()).toMatchObject([
      {
        ...{ externalId: '1', customerName: 'Ann', startsAt: '2019-05-01T01:00:00.000Z', status: 'completed' },
        ...{ endsAt: '2019-05-01T02:00:00.000Z', createdAt: '2019-04-01T10:00:00.000Z', source: 'import' },
        ...{ total: { amount: 4000, currency: 'EUR' }, notes: 'Was early', resourceIds: [chair] },
      },
      { externalId: '2', customerName: 'Bob', status: 'confirmed', total: { amount: 5000 }, sendsReminders: false },
      { externalId: '4', status: 'cancelled', previousStatus: 'confirmed', resourceIds: [chair] },
      { externalId: '6', customerName: 'Dora', status: 'pending', source: 'import' },
    ])
    expect(await customerCount()).toBe(4)
    const { rows: mails } = await api.owner.query('select from notifications where tenant_id = $1', [business.tenantId])
    expect(mails).toHaveLength(0)
    expect((await send('GET', '/audit-log?entityType=bookings&action=created')).body[0].reason).toBe('Import moved.csv')
    // What was cancelled takes no place: its time is free for another.
    expect((await bring(`${head}\n11,CUT,,Eve,,2026-03-03 12:00,,,,\n`)).counts.create).toBe(1)
  })

  test('families and pools keep what they have', async () => {
    const hall = await business.addResource({ name: 'Hall' })
    const half = await business.addResource({ name: 'Half', parentResourceId: hall })
    const boats = await business.addResource({ name: 'Boats', capacity: 3 })
    await business.addVariant([hall], { name: 'Hall', sku: 'HALL' })
    await business.addVariant([half], { name: 'Half', sku: 'HALF' })
    await business.addVariant([boats], { name: 'Boat', sku: 'BOAT', capacityMode: 'pooled', maxQuantity: 3 })
    const { rows } = await bring(
      [
        'externalId,variantId,customerName,startsAt,quantity',
        '1,HALF,Ann,2026-03-03 10:00,',
        '2,HALL,Ann,2026-03-03 10:00,',
        '3,BOAT,Ann,2026-03-03 10:00,2',
        '4,BOAT,Ann,2026-03-03 10:00,2',
        '5,BOAT,Ann,2026-03-03 10:00,1',
        '6,BOAT,Ann,2026-03-03 10:00,1',
        '',
      ].join('\n'),
    )
    expect(rows.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      ...['create', 'conflict', 'create', 'conflict', 'create', 'conflict'],
    ])
    expect(rows[1].errors).toEqual({ startsAt: expect.stringContaining('A part or the whole') })
    expect(rows[3].errors).toEqual({ startsAt: expect.stringContaining('Not enough') })
  })

  test('timeslots keep their places, which nothing else gives', async () => {
    const scheduleId = await business.addSchedule({ mode: 'timeslots' })
    const bus = await business.addResource({ scheduleId, capacity: 20 })
    const [startsAt, endsAt] = ['2026-03-03T09:00:00.000Z', '2026-03-03T10:00:00.000Z']
    await business.add('timeslots', { scheduleId, startsAt, endsAt, capacity: 12 })
    await business.addVariant([bus], { sku: 'TOUR', capacityMode: 'session', maxQuantity: 12 })
    const { rows } = await bring(
      [
        'externalId,variantId,customerName,startsAt,quantity',
        `1,TOUR,Ann,${startsAt},10`,
        `2,TOUR,Bob,${startsAt},3`,
        `3,TOUR,Bob,${startsAt},2`,
        '',
      ].join('\n'),
    )
    expect(rows.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['create', 'conflict', 'create'])
    expect(rows[1]).toMatchObject({ code: 'slot_unavailable', errors: { startsAt: expect.any(String) } })
  })

  test('a dry run of several pieces knows what earlier ones would take, and whom they would make', async () => {
    const hall = await business.addResource({ name: 'Hall' })
    const half = await business.addResource({ name: 'Half', parentResourceId: hall })
    const boats = await business.addResource({ name: 'Boats', capacity: 3 })
    await business.addVariant([hall], { name: 'Hall', sku: 'HALL' })
    await business.addVariant([half], { name: 'Half', sku: 'HALF' })
    await business.addVariant([boats], { name: 'Boat', sku: 'BOAT', capacityMode: 'pooled', maxQuantity: 3 })
    const { counts, rows } = await bring(
      [
        'externalId,variantId,customerName,customerEmail,startsAt,quantity',
        '1,HALF,Ann,ann@x.test,2026-03-03 10:00,',
        '2,BOAT,Ann,ann@y.test,2026-03-03 10:00,2',
        '3,CUT,Bob,bob@x.test,2026-03-03 10:00,',
        ...Array.from({ length: 500 }, (_, index) => `f${index},None,Bob,,2026-03-03 10:00,`),
        '4,HALL,Bob,,2026-03-03 10:30,',
        '5,BOAT,Bob,bob@x.test,2026-03-03 10:00,2',
        '6,BOAT,Bob,,2026-03-03 10:00,1',
        '7,HALL,Bob,,2026-03-03 11:00,',
        '8,CUT,Ann,,2026-03-03 11:00,',
        '',
      ].join('\n'),
      '&outcome=conflict',
    )
    expect(counts).toEqual({ create: 5, update: 0, unchanged: 0, error: 501, conflict: 2 })
    expect(rows.map(({ line }: { line: number }) => line)).toEqual([505, 506])
    expect(await customerCount()).toBe(3)
  })

  test('a check takes no place from the desk, not even while it runs', async ({ skip }) => {
    skip(api.database.kind !== 'postgres', 'An embedded database has one session.')
    const { tenantId } = business
    const startsAt = '2026-03-03T09:00:00.000Z'
    const variantId = await business.addVariant([chair], { name: 'Trim', sku: 'TRIM' })
    const { id } = await upload(
      [
        'externalId,variantId,customerName,customerEmail,startsAt',
        `1,TRIM,Ann,ann@x.test,${startsAt}`,
        '2,TRIM,Bob,bob@x.test,2026-03-03 12:00',
        '',
      ].join('\n'),
    )
    const held = await api.database.run({ as: 'tenant', tenantId }, async db => {
      await lockInvariant(db, `the customer bob@x.test of ${tenantId}`)
      const checked = step(id, 'check')
      const waiting = `select from pg_locks join pg_database on pg_database.oid = pg_locks.database
        where datname = current_database() and locktype = 'advisory' and not granted`
      await expect.poll(async () => (await api.owner.query(waiting)).rows.length).toBe(1)
      const walkIn = { variantId, startsAt, customer: { name: 'Cem', email: 'cem@x.test' } }
      expect(await send('POST', '/bookings', walkIn)).toMatchObject({ status: 201 })
      return { checked }
    })
    // The desk came after the first row was judged.
    expect(await held.checked).toMatchObject({ counts: { create: 2 } })
    expect(await step(id, 'start')).toMatchObject({ counts: { create: 1, conflict: 1 } })
  })

  test('a row says where the clock skipped or repeated its time', async () => {
    const { id } = await upload(
      'externalId,variantId,customerName,startsAt\n1,CUT,Ann,2026-03-29 02:30\n2,CUT,Ann,2026-10-25 02:30\n',
    )
    await step(id, 'check')
    expect((await send('GET', `/imports/${id}/rows`)).body).toMatchObject([
      { outcome: 'create', notes: ['dst_gap'] },
      { outcome: 'create', notes: ['dst_overlap'] },
    ])
  })

  test('a reference is kept if it is free; the same file twice, and what was exported, change nothing', async () => {
    const file = [
      `reference,${head}`,
      'ABCDEFGH,1,CUT,,Ann,ann@x.test,2026-03-03 10:00,,,,',
      'abc,2,CUT,,Bob,,2026-03-03 11:00,,,,',
      ',3,CUT,,Cem,,2026-03-02 09:00,confirmed,,,',
      '',
    ].join('\n')
    const { counts, rows } = await bring(file)
    expect(counts).toMatchObject({ create: 2, error: 1 })
    expect(rows[1].errors).toEqual({ reference: 'Eight capital letters and digits, without 0, O, 1 and I' })
    expect((await bookings()).find(({ externalId }: { externalId: string }) => externalId === '1').reference).toBe(
      'ABCDEFGH',
    )
    expect((await bring(file)).counts).toMatchObject({ create: 0, unchanged: 2, error: 1 })
    const before = await bookings()
    const { body: csv } = await send('GET', '/exports/bookings')
    expect((await bring(csv)).counts).toEqual({ create: 0, update: 0, unchanged: 2, error: 0, conflict: 0 })
    expect(await bookings()).toEqual(before)
    // What would need a place, or tell somebody, is no matter for files.
    const moved = await bring('reference,startsAt,status,notes\nABCDEFGH,2026-03-03 12:00,cancelled,Moved\n')
    expect(moved.rows[0].errors).toEqual({ startsAt: expect.any(String), status: expect.any(String) })
    expect((await bring('reference,notes,total\nABCDEFGH,Moved,30.00\n')).counts).toMatchObject({ update: 1 })
  })

  test('open calendars hear of imported bookings, and of their undo', async () => {
    const response = await api.app.request('/bookings/live', {
      headers: { Authorization: `Bearer ${await api.tokenOf(business.owner)}`, 'X-Tenant-ID': business.tenantId },
    })
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    const heard = async () => new TextDecoder().decode((await reader.read()).value)
    expect(await heard()).toContain('retry')
    const { id } = await bring('externalId,variantId,customerName,startsAt\n1,CUT,Ann,2026-03-03 10:00\n')
    expect(await heard()).toContain('"resource":"bookings"')
    await step(id, 'undo')
    expect(await heard()).toContain('"resource":"bookings"')
    await reader.cancel()
  })

  test('customers go with their bookings, unless something else refers to them', async () => {
    await bring('reference,customerName,variantId,startsAt,notes\nABCDEFGH,Ann,CUT,2026-03-02 12:00,Before\n')
    const file = [
      'reference,externalId,customerName,variantId,startsAt,notes',
      'ABCDEFGH,,,,,After',
      ',1,Bob,CUT,2026-03-03 10:00,',
      ',2,Bob,CUT,2026-03-03 11:00,',
      '',
    ].join('\n')
    const { id } = await bring(file)
    expect(await customerCount()).toBe(2)
    expect(await step(id, 'undo')).toMatchObject({ status: 'undone', failure: null })
    expect(await bookings()).toMatchObject([{ reference: 'ABCDEFGH', notes: 'Before' }])
    expect(await customerCount()).toBe(1)

    const again = await bring(file)
    const [bob] = (await send('GET', '/customers?q=Bob')).body
    await bring('externalId,customerId,variantId,startsAt\n3,Bob,CUT,2026-03-03 12:00\n')
    expect(await step(again.id, 'undo')).toMatchObject({
      ...{ code: 'undo_blocked', count: 1 },
      blocking: [{ resource: 'customers', id: bob.id, label: 'Bob', reason: 'used' }],
    })
    expect(await bookings()).toHaveLength(4)
    await send('PATCH', `/customers/${bob.id}`, { notes: 'Came by' })
    expect(await step(again.id, 'undo')).toMatchObject({
      code: 'undo_blocked',
      blocking: [{ resource: 'customers', id: bob.id, label: 'Bob', reason: 'changed' }],
    })
  })
})
