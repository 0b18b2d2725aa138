import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createImportQueue } from '../../../server/crud/imports/importQueue'
import { quietShift } from '../../../server/jobs/jobs'
import { product } from '../../../server/product'
import { openApi, type TestApi } from '../http/support/fixture'
import { describeOnDatabase } from '../support/describeOnDatabase'
import { openBusiness } from './support/business'

const text = (value: string) => new TextEncoder().encode(value)
const latin = (value: string) => new Uint8Array(Buffer.from(value, 'latin1'))

describeOnDatabase('cells of files', use => {
  let api: TestApi
  let business: Awaited<ReturnType<typeof openBusiness>>

  beforeAll(async () => {
    api = await openApi({ on: use(), users: null })
  })
  afterAll(() => api.close())
  beforeEach(async () => {
    business = await openBusiness(api)
  })

  const send = (method: string, url: string, body?: unknown) =>
    api.request(url, { method, as: business.owner, tenantId: business.tenantId, ...(body !== undefined && { body }) })
  const upload = (resource: string, bytes: Uint8Array<ArrayBuffer>) =>
    api.request(`/imports?resource=${resource}&fileName=moved.csv`, {
      ...{ method: 'POST', as: business.owner, tenantId: business.tenantId, bytes },
    })
  const step = async (id: string, name: string) => {
    expect((await send('POST', `/imports/${id}/${name}`)).status).toBe(202)
    await createImportQueue({ ...api.services, hooks: product.hooks }).work(business.tenantId, quietShift())
    return (await send('GET', `/imports/${id}`)).body
  }
  const bring = async (resource: string, file: string | Uint8Array<ArrayBuffer>, changes?: object) => {
    const { id } = (await upload(resource, typeof file === 'string' ? text(file) : file)).body
    if (changes) expect(await send('PATCH', `/imports/${id}`, changes)).toMatchObject({ status: 200 })
    await step(id, 'check')
    return step(id, 'start')
  }
  const rowsOf = async ({ id }: { id: string }) => (await send('GET', `/imports/${id}/rows?perPage=100`)).body
  const namesOf = async () =>
    (await send('GET', '/customers?perPage=100')).body.map(({ name }: { name: string }) => name).toSorted()

  const armed = ['=1+1', '+49 30', '-5', '@home', '＝1', '＋1', '－1', '＠x', "'=x", "''", "'tis"]

  test('what a spreadsheet could take for a formula leaves disarmed, and comes back as it was', async () => {
    for (const name of armed) await business.add('customers', { name, notes: `${name}; ${name}` })
    const { body } = await send('GET', '/exports/customers')
    const cells = body.split('\r\n').slice(1, -1)
    for (const cell of cells) expect(cell).not.toMatch(/(^|[,;] *)"?[=+\-@＝＋－＠]/)
    expect((await bring('customers', body)).counts).toMatchObject({ unchanged: armed.length })
    // In another tenant, where nobody has them.
    business = await openBusiness(api)
    expect((await bring('customers', body)).counts).toMatchObject({ create: armed.length, error: 0 })
    expect(await namesOf()).toEqual(armed.toSorted())
  })

  test('a formula that nobody disarmed is the text that it is', async () => {
    const file = `name\n${armed.map(name => `"${name}"`).join('\n')}\n`
    expect((await bring('customers', file)).counts).toMatchObject({ create: armed.length })
    // An apostrophe before a formula, or before another one, is ours.
    expect(await namesOf()).toEqual(
      armed
        .filter(name => !["'=x", "''"].includes(name))
        .concat(['=x', "'"])
        .toSorted(),
    )
  })

  test('telephone numbers without a country code are of the country of the business', async () => {
    const file = `name;phone\n${['030 1234567', '(0151) 23456789', '0043 1 5123456', '+1 212 555 0123', '12'].map((phone, index) => `${index};${phone}`).join('\n')}`
    const unknown = await bring('customers', file)
    expect((await rowsOf(unknown)).map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      ...['error', 'error', 'create', 'create', 'error'],
    ])
    const country = `update tenants set address = jsonb_build_object('country', 'DE') where id = $1`
    await api.owner.query(country, [business.tenantId])
    const known = await bring('customers', file)
    expect(known.counts).toMatchObject({ create: 2, unchanged: 2, error: 1 })
    const phones = (await send('GET', '/customers?sort=name')).body.map(({ phone }: { phone: string }) => phone)
    expect(phones).toEqual(['+49301234567', '+4915123456789', '+4315123456', '+12125550123'])
    expect((await bring('customers', file)).counts).toMatchObject({ unchanged: 4 })
  })

  test.each([
    ['1,234', ['decimal'], null],
    ['1.234', ['decimal'], null],
    ['12.50', [], '.'],
    ['12,5', [], ','],
    ['1.234,50 EUR', [], ','],
    ['1,234.50', [], '.'],
    ['1.234.567', [], ','],
    ['1234', [], '.'],
    // Two rows that say different things.
    ['12.50\nB,12,50', ['decimal'], null],
  ])('%j asks %j which sign is the decimal one', async (price, questions, decimal) => {
    const [first = '', second] = price.split('\nB,')
    const file = `name;catalogItemId;price\nA;Haircut;${first}\n${second ? `B;Haircut;${second}\n` : ''}`
    const { body } = await upload('variants', text(file))
    expect(body).toMatchObject({ questions, decimal })
    if (questions.length === 0) return
    expect(await send('POST', `/imports/${body.id}/check`)).toMatchObject({
      status: 422,
      body: { errors: { decimal: expect.any(String) } },
    })
  })

  test('the answer decides what the amounts are', async () => {
    const file = 'name;catalogItemId;price\nA;Haircut;1,234\n'
    expect(await rowsOf(await bring('variants', file, { decimal: '.' }))).toMatchObject([{ outcome: 'create' }])
    const priceOf = async () => (await send('GET', `/catalog-items/${business.itemId}/variants`)).body[0].price
    expect(await priceOf()).toEqual({ amount: 123_400, currency: 'EUR' })
    const refused = await bring('variants', file, { decimal: ',' })
    expect(await rowsOf(refused)).toMatchObject([{ outcome: 'error', errors: { price: expect.any(String) } }])
  })

  test('money is of the tenant’s currency, named or not, and of no other', async () => {
    const cells = ['40.00', '40.00 EUR', 'EUR 40.00', '40.00 €', '40.00 USD', '$40.00', '40.00 CHF', '40.001', 'free']
    const rows = cells.map((cell, index) => `V${index};Haircut;${cell}`)
    const done = await bring('variants', `name;catalogItemId;price\n${rows.join('\n')}\n`, { decimal: '.' })
    const outcomes = await rowsOf(done)
    expect(outcomes.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      ...['create', 'create', 'create', 'create', 'error', 'error', 'error', 'error', 'error'],
    ])
    for (const { errors } of outcomes.slice(4, 7)) expect(errors.price).toContain('EUR')
  })

  test.each([
    ['a picture', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]],
    ['a JPEG', [0xff, 0xd8, 0xff, 0xe0, 1, 16, 0x4a, 0x46, 0x49, 0x46, 1, 1, 2, 3, 4, 5, 0x0a, 0x61, 0x2c, 0x62]],
    ['UTF-32', [0, 0, 0xfe, 0xff, 0, 0, 0, 0x6e]],
    ['UTF-32 without its mark', [0x6e, 0, 0, 0, 0x61, 0, 0, 0, 0x0a, 0, 0, 0]],
    ['noise', Array.from({ length: 4096 }, (_, index) => (index * 7919) % 251 || 1)],
  ])('%s is no table', async (_, bytes) => {
    expect(await upload('customers', new Uint8Array(bytes))).toMatchObject({
      status: 422,
      body: { errors: { file: expect.stringContaining('not a text file') } },
    })
  })

  test('a row with bytes that the encoding does not know is an error, and the others are not', async () => {
    // 0x81 is no character of Windows-1252; after a mark of UTF-8, 0xe9 is none.
    const files = [
      latin('name;notes\nAnn;M\u0081x\nBob;caf\u00e9\n'),
      new Uint8Array([0xef, 0xbb, 0xbf, ...latin('name;notes\nAnn;caf\u00e9\nBob;x\n')]),
    ]
    for (const [index, file] of files.entries()) {
      const done = await bring('customers', file, { operation: index === 0 ? 'create' : 'upsert' })
      expect(done).toMatchObject({ encoding: index === 0 ? 'windows-1252' : 'utf-8', counts: { error: 1 } })
      expect(await rowsOf(done)).toMatchObject([
        { line: 2, outcome: 'error', errors: { notes: expect.stringContaining('characters') } },
        { line: 3 },
      ])
    }
    expect((await send('GET', '/customers')).body).toMatchObject([{ name: 'Bob', notes: 'x' }])
  })

  test('choices and flags are read by value or by label, in any language; missing cells are blank', async () => {
    const words = ['yes', 'ja', 'x', '1', 'TRUE', 'no', 'Nein', '0']
    const kinds = ['space', 'Space', 'Raum', 'person', 'Person', '', 'Fahrzeug', 'FAHRZEUG']
    const rows = words.map((word, index) => `T${index};${kinds[index]};${word}`)
    const file = `\u00a0Name ;kind;isActive\n${rows.join('\n')}\n T8\u00a0\nT9;cosy;perhaps\n`
    const done = await bring('resourceTypes', file)
    expect(done.counts).toMatchObject({ create: 9, error: 1 })
    expect((await rowsOf(done)).at(-1).errors).toEqual({ kind: expect.any(String), isActive: expect.any(String) })
    const made = (await send('GET', '/resources/types?sort=name&perPage=50')).body
    const types = made.filter(({ name }: { name: string }) => /^T\d$/.test(name))
    expect(types.map(({ kind }: { kind: string }) => kind)).toEqual([
      ...['space', 'space', 'space', 'person', 'person', 'other', 'vehicle', 'vehicle', 'other'],
    ])
    expect(types.map(({ isActive }: { isActive: boolean }) => isActive)).toEqual([
      ...[true, true, true, true, true, false, false, false, true],
    ])
  })

  test('times with points in a.m. and p.m. leave open which is the day', async () => {
    const head = 'externalId,variantId,customerName,startsAt'
    const { body } = await upload('bookings', text(`${head}\n1,CUT,Ann,03/04/2026 2:30 p.m.\n`))
    expect(body.questions).toEqual(['dateFormat'])
    const { body: dotted } = await upload('bookings', text(`${head}\n1,CUT,Ann,03.04.2026 14:30\n`))
    expect(dotted).toMatchObject({ questions: [], dateFormat: 'dmy' })
  })
})
