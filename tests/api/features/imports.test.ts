import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createImportQueue } from '../../../server/crud/imports/importQueue'
import { importRetention } from '../../../server/crud/imports/retention'
import { quietShift } from '../../../server/jobs/jobs'
import { product } from '../../../server/product'
import { expectEntries, watchVersions } from '../../../testing/versions'
import { openApi, type Person, type TestApi } from '../http/support/fixture'
import { describeOnDatabase } from '../support/describeOnDatabase'

const text = (value: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(value)

const worked = ['externalId;name;email', '1;Ann;ann@x.test', '2;Bob;', '1;Zoe;z@x.test', '3;;c@x.test', ''].join('\r\n')

describeOnDatabase('imports', use => {
  let api: TestApi
  let tenantId: string
  let admin: Person
  let now = Date.parse('2026-03-02T09:00:00Z')

  beforeAll(async () => {
    api = await openApi({ on: use(), users: null, now: () => now })
    await watchVersions(api.owner)
  })
  afterAll(async () => {
    await api.close()
    await expectEntries(api.owner)
  })
  beforeEach(async () => {
    now = Date.parse('2026-03-02T09:00:00Z')
    tenantId = (await api.addTenant()).id
    admin = await api.addPersonIn(tenantId, 'admin')
  })

  const send = (method: string, url: string, body?: unknown, as = admin) =>
    api.request(url, { method, as, tenantId, ...(body !== undefined && { body }) })
  const upload = (resource: string, file: string | Uint8Array<ArrayBuffer>, as = admin) =>
    api.request(`/imports?resource=${resource}&fileName=moved.csv`, {
      method: 'POST',
      as,
      tenantId,
      bytes: typeof file === 'string' ? text(file) : file,
    })
  const work = () => createImportQueue({ ...api.services, hooks: product.hooks }).work(tenantId, quietShift())
  /** Carries out a step, and answers how the import stands then. */
  const step = async (id: string, name: string) => {
    const answer = await send('POST', `/imports/${id}/${name}`)
    if (answer.status !== 202) return answer.body
    await work()
    return (await send('GET', `/imports/${id}`)).body
  }
  const rowsOf = async (id: string, query = '') => (await send('GET', `/imports/${id}/rows?perPage=100${query}`)).body
  const outcomesOf = async (id: string) =>
    (await rowsOf(id)).map(({ row, outcome, changes, errors, code }: Record<string, unknown>) => ({
      ...{ row, outcome, errors, code },
      // What a dry run makes has other ids.
      changes: JSON.stringify(changes).replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'id'),
    }))
  /** Checks and imports a file. */
  const bring = async (resource: string, file: string | Uint8Array<ArrayBuffer>, changes?: object) => {
    const { id } = (await upload(resource, file)).body
    if (changes) await send('PATCH', `/imports/${id}`, changes)
    const checked = await step(id, 'check')
    const expected = await outcomesOf(id)
    const done = await step(id, 'start')
    // The dry run is the run.
    expect(await outcomesOf(id)).toEqual(expected)
    expect(done.counts).toEqual(checked.counts)
    return done
  }
  const exported = async (resource: string): Promise<string> => (await send('GET', `/exports/${resource}`)).body
  const checksumOf = async (resource: string) => {
    const table = resource.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
    const { rows } = await api.owner.query(`select md5(string_agg(t::text, '|' order by t::text)) from ${table} t`)
    return rows
  }
  const countOf = async (entity: string) => {
    const { rows } = await api.owner.query(`select count(*)::int as count from ${entity} where tenant_id = $1`, [
      tenantId,
    ])
    return rows[0].count
  }

  test('the worked file makes two customers, and refuses two rows', async () => {
    const uploaded = await upload('customers', worked)
    expect(uploaded).toMatchObject({
      status: 201,
      body: {
        ...{ status: 'uploaded', delimiter: ';', encoding: 'utf-8', rowCount: 4, questions: [] },
        columns: [
          { header: 'externalId', field: 'externalId', via: 'name', samples: ['1', '2', '1'] },
          { header: 'name', field: 'name' },
          { header: 'email', field: 'email' },
        ],
      },
    })
    const { id } = uploaded.body
    for (const name of ['start', 'resume', 'undo', 'cancel'])
      expect(await send('POST', `/imports/${id}/${name}`)).toMatchObject({
        status: 409,
        body: { code: 'wrong_status' },
      })
    const checked = await step(id, 'check')
    const page = await send('GET', `/imports/${id}/rows?outcome=error&perPage=1&page=2`)
    expect(page.headers.get('X-Total-Count')).toBe('2')
    expect(page.body).toMatchObject([{ row: 4, line: 5, outcome: 'error' }])
    expect(checked).toMatchObject({ status: 'checked', counts: { create: 2, update: 0, unchanged: 0, error: 2 } })
    expect(await countOf('customers')).toBe(0)
    expect(await rowsOf(id, '&outcome=error')).toMatchObject([
      { line: 4, code: 'duplicate_in_file', errors: { externalId: 'Line 2 is about the same record' } },
      { line: 5, code: 'validation', errors: { name: 'Required' } },
    ])
    expect(await step(id, 'start')).toMatchObject({ status: 'done', counts: { create: 2, error: 2 }, doneCount: 4 })
    expect((await bring('customers', worked)).counts).toMatchObject({ create: 0, update: 0, unchanged: 2, error: 2 })
    const added = worked.replace('2;Bob;', '2;Bob;bob@x.test')
    expect((await bring('customers', added)).counts).toMatchObject({ update: 1, unchanged: 1, error: 2 })
    const { body: log } = await send('GET', `/audit-log?entityType=customers&action=created`)
    expect(log).toMatchObject([{ reason: 'Import moved.csv' }, { reason: 'Import moved.csv' }])
    expect((await send('GET', '/audit-log?action=imported')).body).toHaveLength(3)
  })

  test('refused rows come back as a file that can be imported once mended', async () => {
    const file = `${worked.trimEnd().split('\r\n').join(';x\r\n').replace('email;x', 'email;Farbe')};=x\r\n`
    const { id } = await bring('customers', file, { mapping: { Farbe: 'notes' } })
    const { body } = await send('GET', `/imports/${id}/errors.csv`)
    expect(body.split('\r\n')).toEqual([
      'externalId,name,email,Farbe,_line,_code,_errors',
      '1,Zoe,z@x.test,x,4,duplicate_in_file,externalId: Line 2 is about the same record',
      "3,,c@x.test,'=x,5,validation,name: Required",
      '',
    ])
    // Mended by half: the rest comes back again, with the same columns.
    const half = await bring('customers', body.replace('1,Zoe,', '4,Zoe,'))
    expect(half).toMatchObject({
      counts: { create: 1, error: 1 },
      columns: [
        ...['externalId', 'name', 'email', 'notes'].map(field => ({ field, via: 'remembered' })),
        ...['_line', '_code', '_errors'].map(header => ({ header, field: null })),
      ],
    })
    const { body: rest } = await send('GET', `/imports/${half.id}/errors.csv`)
    expect(rest.split('\r\n').slice(0, 2)).toEqual([
      'externalId,name,email,Farbe,_line,_code,_errors',
      "3,,c@x.test,'=x,3,validation,name: Required",
    ])
    expect((await bring('customers', rest.replace('3,,', '3,Cem,'))).counts).toMatchObject({ create: 1, error: 0 })
    expect((await send('GET', '/customers?q=Cem')).body).toMatchObject([{ notes: '=x' }])
  })

  test('is undone within a day, all of it or nothing', async () => {
    await bring('customers', 'externalId,name\n1,Ann\n')
    const { id, undoUntil } = await bring('customers', 'externalId,name\n1,Anna\n2,Bob\n3,Cem\n')
    expect(undoUntil).toBe('2026-03-03T09:00:00.000Z')
    const [bob] = (await send('GET', '/customers?q=Bob')).body
    await send('PATCH', `/customers/${bob.id}`, { notes: 'Came by' })
    const blocked = await send('POST', `/imports/${id}/undo`)
    expect(blocked).toMatchObject({
      status: 409,
      body: { code: 'undo_blocked', count: 1, blocking: [{ resource: 'customers', id: bob.id, reason: 'changed' }] },
    })
    const { body: entries } = await send('GET', `/audit-log?entityId=${bob.id}&action=updated`)
    await send('POST', `/audit-log/${entries[0].id}/take-back`)
    expect((await send('POST', `/imports/${id}/undo`)).body.code).toBe('undo_blocked')
    await send('DELETE', `/customers/${bob.id}`)
    now += 25 * 3_600_000
    expect((await send('POST', `/imports/${id}/undo`)).body.code).toBe('undo_expired')

    now -= 25 * 3_600_000
    const again = await bring('customers', 'externalId,name\n1,Annette\n4,Dora\n')
    expect(await step(again.id, 'undo')).toMatchObject({ status: 'undone', undoUntil: null })
    expect((await send('GET', '/customers?sort=name')).body.map(({ name }: { name: string }) => name)).toEqual([
      'Anna',
      'Cem',
    ])
    expect((await send('GET', '/audit-log?action=undone')).body).toHaveLength(1)
  })

  test('asks what the file does not tell', async () => {
    const { id, questions } = (await upload('resourceRules', 'name,ruleType,validFrom\nA,min_notice,03/04/2026\n')).body
    expect(questions).toEqual(['dateFormat'])
    expect(await send('POST', `/imports/${id}/check`)).toMatchObject({
      status: 422,
      body: { errors: { dateFormat: expect.any(String) } },
    })
    expect((await send('PATCH', `/imports/${id}`, { dateFormat: 'mdy' })).body.questions).toEqual([])
    const proven = await upload(
      'resourceRules',
      'name,ruleType,validFrom\nA,min_notice,03/04/2026\nB,min_notice,25/12/2026\n',
    )
    expect(proven.body).toMatchObject({ questions: [], dateFormat: 'dmy' })
  })

  test('columns are mapped by names, labels of both languages, aliases and what is similar, and remembered', async () => {
    const file = 'Kundennummer\tName\tE-Mail\tTelfon\tFarbe\n7\tAnn\tann@x.test\t+49 30 123456\tred\n'
    const { id, columns } = (await upload('customers', file)).body
    expect(columns.map(({ field, via }: Record<string, string>) => [field, via])).toEqual([
      ['externalId', 'label'],
      ['name', 'name'],
      ['email', 'name'],
      ['phone', 'similar'],
      [null, null],
    ])
    expect(
      await send('PATCH', `/imports/${id}`, { mapping: { Farbe: 'nothing', Name: 'bookingCount', Telfon: 'email' } }),
    ).toMatchObject({
      status: 422,
      body: { errors: { 'mapping.Farbe': 'There is no such field', 'mapping.Name': 'No file can fill this' } },
    })
    expect((await send('PATCH', `/imports/${id}`, { mapping: { Farbe: 'notes' } })).status).toBe(200)
    await step(id, 'check')
    const again = (await upload('customers', file)).body.columns
    expect(again.at(-1)).toMatchObject({ field: 'notes', via: 'remembered' })
  })

  test.each([
    ['utf-8', text('name;notes\nJürgen „Jo“ Müller;Größe €\n')],
    ['utf-8', text('\ufeffname;notes\nJürgen „Jo“ Müller;Größe €\n')],
    ['utf-16le', new Uint8Array(Buffer.from('\ufeffname;notes\nJürgen „Jo“ Müller;Größe €\n', 'utf16le'))],
    ['utf-16be', new Uint8Array(Buffer.from('name;notes\nJürgen „Jo“ Müller;Größe €\n', 'utf16le').swap16())],
    [
      'windows-1252',
      new Uint8Array(
        Buffer.concat([
          Buffer.from('name;notes\nJ\u00fcrgen \u0084Jo\u0093 M\u00fcller;Gr\u00f6\u00dfe \u0080\n', 'latin1'),
        ]),
      ),
    ],
  ] as const)('reads %s', async (encoding, bytes) => {
    expect(await bring('customers', bytes as Uint8Array<ArrayBuffer>)).toMatchObject({
      encoding,
      counts: { create: 1 },
    })
    expect((await send('GET', '/customers')).body).toMatchObject([{ name: 'Jürgen „Jo“ Müller', notes: 'Größe €' }])
  })

  test.each([
    ['utf-8-comma', 'utf-8', ','],
    ['utf-8-semicolon', 'utf-8', ';'],
    ['windows-1252-semicolon', 'windows-1252', ';'],
    ['utf-16-tab', 'utf-16le', '\t'],
  ])('reads what LibreOffice saves as %s', async (name, encoding, delimiter) => {
    const file = new Uint8Array(await readFile(`tests/fixtures/spreadsheets/${name}.csv`))
    expect(await bring('customers', file)).toMatchObject({ encoding, delimiter, counts: { create: 3, error: 0 } })
    expect((await send('GET', '/customers?sort=externalId')).body).toMatchObject([
      { name: 'Jürgen Müller', phone: '+4930123456', notes: 'Grüße, „bitte klingeln“' },
      { name: 'Zoë Ångström', phone: null, notes: 'a;b, "c"\nsecond line' },
      { name: 'Ann 100 €', notes: '=1+1' },
    ])
  })

  test('what was exported changes nothing when it is imported', async () => {
    const type = await api.insert({ as: 'tenant', tenantId }, 'resourceTypes', { tenantId, name: '=Room; big' })
    await bring(
      'customers',
      'name,email,phone,tags,notes\nAnn,ann@x.test,+4930123456,VIP; a\\;b,"two\nlines; =1+1"\nAnn,,,,-5\n',
    )
    await bring(
      'resources',
      'Name;Code;Type;Capacity;Part of\nCourt;court;=Room; big;2;\nHalf;half;=Room; big;1;Court\n'.replaceAll(
        '=Room; big',
        '"=Room; big"',
      ),
    )
    await send('POST', '/resources', { name: 'By id', resourceTypeId: type.id, capacity: 1 })
    const item = (await send('POST', '/catalog-items', { name: 'Cut', slug: 'cut' })).body
    await send('POST', `/catalog-items/${item.id}/variants`, {
      name: 'Short',
      price: { amount: 4000, currency: 'EUR' },
    })
    await send('POST', '/schedules', { name: 'Hours', timeZone: 'Europe/Berlin' })
    await send('POST', '/channels', { name: 'Site', code: 'site' })
    await send('POST', '/bookings/resource-rules', {
      name: 'Notice',
      ruleType: 'min_notice',
      parameters: { minutes: 60 },
    })
    // Bookings: bookingImports.test.ts.
    for (const resource of product.resources.filter(each => each.import && each.name !== 'bookings')) {
      const file = await exported(resource.name)
      const before = await checksumOf(resource.name)
      const { counts, rowCount } = await bring(resource.name, file)
      expect.soft(counts, resource.name).toMatchObject({ unchanged: rowCount })
      expect(rowCount).toBeGreaterThan(0)
      expect(await checksumOf(resource.name)).toEqual(before)
    }
  })

  test('variants make the items that they are of, and take their resources in order', async () => {
    const type = await api.insert({ as: 'tenant', tenantId }, 'resourceTypes', { tenantId, name: 'Chair' })
    const ids: string[] = []
    for (const code of ['a', 'b'])
      ids.push(
        (await send('POST', '/resources', { name: `Chair ${code}`, code, capacity: 1, resourceTypeId: type.id })).body
          .id,
      )
    const [a, b] = ids
    await send('POST', '/catalog-items', { name: 'Cut', slug: 'cut' })
    const file = [
      'SKU;Catalog Item Name;Artikel Kürzel;catalogItem.description;Name;Preis;resources',
      'c-1;Cut;;Not theirs to change;Short;40.00 EUR;b; a',
      's-1;Shave;shave;With foam;Dry;20.00 EUR;Chair a',
      's-2;Shave;shave;;Wet;25.00 EUR;',
      's-3;Shave;shave;;Wet;25.00 EUR;',
      'x-1;;;No name;Wet;25.00 EUR;',
      'x-2;;;;Wet;25.00 EUR;',
      'x-3;Trim;Not a slug!;;Wet;25.00 EUR;nobody',
      'x-4;Trim;Not a slug!;;Wet;25.00 EUR;',
      '',
    ]
      .map(row => row.replace(/;b; a$/, ';"b; a"'))
      .join('\n')
    const changes = { mapping: { 'Artikel Kürzel': 'catalogItem.slug' } }
    const done = await bring('variants', file, changes)
    expect(done.columns.map(({ field }: { field: string }) => field)).toEqual([
      ...['sku', 'catalogItem.name', 'catalogItem.slug', 'catalogItem.description', 'name', 'price', 'resources'],
    ])
    expect(done.counts).toMatchObject({ create: 3, error: 5 })
    expect(
      (await rowsOf(done.id, '&outcome=error')).map(({ errors }: { errors: object }) => Object.keys(errors)),
    ).toEqual([['name'], ['catalogItem.name'], ['catalogItemId'], ['resources'], ['catalogItem.slug']])
    const items = (await send('GET', '/catalog-items?sort=name')).body
    expect(items).toMatchObject([
      { name: 'Cut', description: null },
      { name: 'Shave', slug: 'shave', description: 'With foam' },
    ])
    const variantsOf = async ({ id }: { id: string }) => (await send('GET', `/catalog-items/${id}/variants`)).body
    const [cut, shave] = items
    const variants = [(await variantsOf(shave))[0], ...(await variantsOf(cut)), (await variantsOf(shave))[1]]
    expect(variants).toMatchObject([{ sku: 's-1' }, { sku: 'c-1' }, { sku: 's-2' }])
    const resourcesOf = async ({ id, catalogItemId }: { id: string; catalogItemId: string }) =>
      (await send('GET', `/catalog-items/${catalogItemId}/variants/${id}/resources`)).body.map(
        ({ resourceId }: { resourceId: string }) => resourceId,
      )
    expect(await resourcesOf(variants[0])).toEqual([a])
    expect(await resourcesOf(variants[1])).toEqual([b, a])
    expect((await bring('variants', file, changes)).counts).toMatchObject({ unchanged: 3, error: 5 })
    const { body: csv } = await send('GET', '/exports/variants')
    expect(csv).toContain('b; a')
    expect(csv).not.toContain('catalogItem.name')
    // In another order: a change, which is taken back like others.
    const turned = await bring('variants', 'sku,resources\nc-1,a; b\n')
    expect(turned.counts).toMatchObject({ update: 1 })
    expect(await resourcesOf(variants[1])).toEqual([a, b])
    await step(turned.id, 'undo')
    expect(await resourcesOf(variants[1])).toEqual([b, a])
    // Items that it made go with its variants.
    await step(done.id, 'undo')
    expect((await send('GET', '/catalog-items')).body).toMatchObject([{ name: 'Cut' }])
    expect(await countOf('variants')).toBe(0)
  })

  test('an export is streamed whole, and ends with the right to read it', async () => {
    await api.owner.query(
      `insert into customers (tenant_id, name) select $1, 'Guest ' || n from generate_series(1, 1800) as n`,
      [tenantId],
    )
    const whole = (await exported('customers')).split('\r\n')
    expect(whole).toHaveLength(1802)
    expect((await send('GET', '/audit-log?action=exported')).body).toMatchObject([{ changes: { count: { to: 1800 } } }])
    const response = await api.app.request('/exports/customers', {
      headers: { Authorization: `Bearer ${await api.tokenOf(admin)}`, 'X-Tenant-ID': tenantId },
    })
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    await api.owner.query('delete from memberships where user_id = $1', [admin.id])
    const rest = async () => {
      while (!(await reader.read()).done);
    }
    await expect(rest()).rejects.toThrow()
  })

  test('refuses what is no table, and who may not', async () => {
    expect(await upload('nothing', worked)).toMatchObject({
      status: 422,
      body: { errors: { resource: expect.any(String) } },
    })
    expect(await upload('bookingSeries', worked)).toMatchObject({ status: 422 })
    for (const file of ['', 'name\n', 'PK\u0003\u0004zip', '%PDF-1.7'])
      expect(await upload('customers', file)).toMatchObject({
        status: 422,
        body: { errors: { file: expect.any(String) } },
      })
    const staff = await api.addPersonIn(tenantId, 'staff')
    expect((await upload('customers', worked, staff)).status).toBe(403)
    const { id } = (await upload('customers', worked)).body
    const other = (await api.addTenant()).id
    const stranger = await api.addPersonIn(other, 'owner')
    expect((await api.request(`/imports/${id}`, { as: stranger, tenantId: other })).status).toBe(404)
    const unkeyed = (await upload('customers', 'notes\nx\n')).body.id
    expect(await send('POST', `/imports/${unkeyed}/check`)).toMatchObject({
      status: 422,
      body: { errors: { mapping: expect.any(String) } },
    })
  })

  test('refuses files that are too large, and mappings that say two things', async () => {
    const utf32 = new Uint8Array([0xff, 0xfe, 0, 0, 0x6e, 0, 0, 0])
    for (const file of [`name\n${'x\n'.repeat(50_001)}`, utf32, new Uint8Array([0x1f, 0x8b, 8, 0])])
      expect(await upload('customers', file)).toMatchObject({
        status: 422,
        body: { errors: { file: expect.any(String) } },
      })
    expect((await upload('customers', new Uint8Array(32 * 1024 * 1024 + 1))).status).toBe(413)
    const { id } = (await upload('customers', 'name,Other\nAnn,Bob\n')).body
    expect(await send('PATCH', `/imports/${id}`, { mapping: { name: 'name', Other: 'name' } })).toMatchObject({
      status: 422,
      body: { errors: { 'mapping.Other': expect.any(String) } },
    })
    // What was chosen goes before what was guessed.
    expect((await send('PATCH', `/imports/${id}`, { mapping: { Other: 'name' } })).body.columns).toMatchObject([
      { header: 'name', field: null },
      { header: 'Other', field: 'name' },
    ])
  })

  test('cells are texts, rows have a size, and blanks and operations do what was chosen', async () => {
    const read = await bring('customers', "sep=;\nname;email;notes\n=1+1;a@x.test;'=2+2\nAnn;ann@x.test;x;y\n")
    expect(read).toMatchObject({ delimiter: ';', counts: { create: 1, error: 1 } })
    expect(await rowsOf(read.id, '&outcome=error')).toMatchObject([{ line: 4, errors: { _row: expect.any(String) } }])
    expect((await send('GET', '/customers')).body).toMatchObject([{ name: '=1+1', notes: '=2+2' }])

    const blank = 'email,notes\na@x.test,\n'
    expect((await bring('customers', blank)).counts).toMatchObject({ unchanged: 1 })
    expect((await bring('customers', blank, { blanks: 'clear' })).counts).toMatchObject({ update: 1 })
    expect((await send('GET', '/customers')).body).toMatchObject([{ notes: null }])

    for (const email of ['1@x.test', '2@x.test']) await send('POST', '/customers', { name: 'Twin', email })
    const codeOf = async (file: string, changes?: object) => {
      const { id } = await bring('customers', file, changes)
      return (await rowsOf(id)).map(({ code }: { code: string }) => code)
    }
    expect(await codeOf('name\nTwin\n')).toEqual(['ambiguous'])
    expect(await codeOf('name,email\nTwin,1@x.test\n', { operation: 'create' })).toEqual(['exists'])
    expect(await codeOf('name,email\nNew,3@x.test\n', { operation: 'update' })).toEqual(['not_found'])
  })

  test('one at a time; whole or not at all; stopped and gone on', async () => {
    const first = (await upload('customers', worked)).body.id
    const second = (await upload('customers', worked)).body.id
    expect((await send('POST', `/imports/${first}/check`)).body.status).toBe('checking')
    expect((await send('POST', `/imports/${second}/check`)).body.code).toBe('import_running')
    await work()
    await send('PATCH', `/imports/${first}`, { onError: 'nothing' })
    await step(first, 'check')
    expect((await send('POST', `/imports/${first}/start`)).body.code).toBe('import_has_errors')
    const long = `name\n${Array.from({ length: 1200 }, (_, index) => `Guest ${index}`).join('\n')}`
    const { id } = (await upload('customers', long)).body
    await step(id, 'check')
    await send('POST', `/imports/${id}/start`)
    expect((await send('POST', `/imports/${id}/cancel`)).body.status).toBe('cancelled')
    expect((await send('GET', '/audit-log?action=status_changed')).body).toMatchObject([
      { entityLabel: 'moved.csv', changes: { status: { from: 'importing', to: 'cancelled' }, create: { to: 0 } } },
    ])
    now += 25 * 3_600_000
    expect((await send('POST', `/imports/${id}/resume`)).body.code).toBe('wrong_status')
    now -= 25 * 3_600_000
    await work()
    expect(await countOf('customers')).toBe(0)
    expect(await step(id, 'resume')).toMatchObject({ status: 'done', doneCount: 1200, counts: { create: 1200 } })
    expect(await countOf('customers')).toBe(1200)
  })

  test('a row meets those of earlier transactions alike in the check and in the import', async () => {
    await bring('customers', 'externalId,name,email\nA,Ann,a@x.test\n')
    const guests = Array.from({ length: 1000 }, (_, index) => `${index},Guest ${index},${index}@x.test`)
    const last = [',New,a@x.test', ',Again,b@x.test', 'A,Again,', '7,Again,', ',Guest 8,', 'Z,Again,9@x.test', ',Last,']
    const file = ['externalId,name,email', 'A,Ann,b@x.test', ...guests, ...last, ''].join('\n')
    const { id } = (await upload('customers', file)).body
    const refused = async () =>
      (await rowsOf(id, '&outcome=error')).map(({ line, code, errors }: Record<string, unknown>) => ({
        ...{ line, code, errors },
      }))
    const checked = await step(id, 'check')
    const foreseen = await refused()
    const done = await step(id, 'start')
    expect(done.counts).toEqual(checked.counts)
    expect(done.counts).toMatchObject({ create: 1002, update: 1, error: 5 })
    expect(await refused()).toEqual(foreseen)
    const about = (line: number) => expect.stringContaining(`Line ${line} `)
    expect(foreseen).toEqual([
      { line: 1004, code: 'duplicate_in_file', errors: { email: about(2) } },
      { line: 1005, code: 'duplicate_in_file', errors: { externalId: about(2) } },
      { line: 1006, code: 'duplicate_in_file', errors: { externalId: about(10) } },
      { line: 1007, code: 'duplicate_in_file', errors: { name: about(11) } },
      { line: 1008, code: 'validation', errors: { email: 'Another record already uses this' } },
    ])
  })

  test('what stops in the middle loses nothing and doubles nothing', async () => {
    const rows = Array.from({ length: 1200 }, (_, index) => `${index},Guest ${index}`)
    const { id } = (await upload('customers', `externalId,name\n${rows.join('\n')}`)).body
    await step(id, 'check')
    const begin = async (stopped: { isDying: boolean }) => {
      let calls = 0
      const dying = new AbortController()
      const services = {
        ...api.services,
        hooks: product.hooks,
        // The second piece asks for the time, too.
        now: () => {
          if (++calls > 3 && stopped.isDying) throw new Error('The process dies.')
          if (calls > 3) dying.abort()
          return now
        },
      }
      await createImportQueue(services).work(tenantId, { ...quietShift(), signal: dying.signal })
    }
    await send('POST', `/imports/${id}/start`)
    await begin({ isDying: false })
    const stopped = (await send('GET', `/imports/${id}`)).body
    expect(stopped).toMatchObject({ status: 'importing' })
    expect(await countOf('customers')).toBe(stopped.doneCount)
    expect(stopped.doneCount).toBeGreaterThan(0)
    expect(stopped.doneCount).toBeLessThan(1200)
    await begin({ isDying: true })
    const dead = (await send('GET', `/imports/${id}`)).body
    expect(await countOf('customers')).toBe(dead.doneCount)
    if (dead.status === 'failed') await send('POST', `/imports/${id}/resume`)
    // What a dead process had leased is free after a minute.
    await api.owner.query('update imports set leased_until = null where id = $1', [id])
    await work()
    expect((await send('GET', `/imports/${id}`)).body).toMatchObject({
      status: 'done',
      counts: { create: 1200, error: 0 },
    })
    expect(await countOf('customers')).toBe(1200)
    expect(await step(id, 'undo')).toMatchObject({ status: 'undone' })
    expect(await countOf('customers')).toBe(0)
  })

  test('another process leaves a step alone that outlasts its lease', async () => {
    // The embedded database has one session, which holds every lock already.
    if (api.services.database.kind !== 'postgres') return
    const { id } = (await upload('customers', 'name\nAnn\n')).body
    await send('PATCH', `/imports/${id}`, { onError: 'nothing' })
    await step(id, 'check')
    await send('POST', `/imports/${id}/start`)
    const lock = (name: string) => api.owner.query(`select ${name}(hashtextextended($1, 0))`, [`import ${id}`])
    await lock('pg_advisory_lock')
    try {
      expect(await work()).toBeGreaterThan(50_000)
    } finally {
      await lock('pg_advisory_unlock')
    }
    await api.owner.query('update imports set leased_until = null where id = $1', [id])
    await work()
    expect((await send('GET', `/imports/${id}`)).body.status).toBe('done')
  })

  test('a customer who is anonymised leaves the files, too', async () => {
    const { id } = await bring('customers', worked)
    const bytesOf = () => api.owner.query('select 1 from import_pieces where import_id = $1', [id])
    expect((await bytesOf()).rows).toEqual([])
    const [ann] = (await send('GET', '/customers?q=Ann')).body
    expect((await send('POST', `/customers/${ann.id}/anonymize`, {})).status).toBe(200)
    const rows = await api.owner.query(
      `select row, key, changes, cells from import_rows where import_id = $1 and (key is not null or cells is not null)`,
      [id],
    )
    expect(rows.rows).toMatchObject([{ row: 2, key: expect.stringContaining('Bob') }])
    const kept = (await send('GET', `/imports/${id}`)).body
    expect(kept.columns).toMatchObject([
      { header: 'externalId', field: 'externalId', samples: [] },
      { header: 'name', samples: [] },
      { header: 'email', samples: [] },
    ])
    expect(JSON.stringify([kept, await rowsOf(id)])).not.toMatch(/Ann|Zoe|x\.test/)
  })

  test('a customer who is anonymised leaves refused rows that no record is linked to', async () => {
    await bring('customers', 'name,email,phone\nAnn,ann@x.test,+4915112345678\n')
    const file = 'name,email,phone\nAnn B.,ANN@x.test,none\nann,no address,\n,no address,0151 1234 5678\n,bob@x.test,\n'
    const { id } = await upload('customers', file).then(({ body }) => body)
    await step(id, 'check')
    const [ann] = (await send('GET', '/customers?q=Ann')).body
    expect((await send('POST', `/customers/${ann.id}/anonymize`, {})).status).toBe(200)
    const { rows } = await api.owner.query('select row, cells from import_rows where import_id = $1 order by row', [id])
    expect(rows.filter(({ cells }) => cells)).toEqual([{ row: 4, cells: ['', 'bob@x.test', ''] }])
    expect(JSON.stringify((await send('GET', `/imports/${id}`)).body)).not.toMatch(/ann|1234/i)
  })

  test('20 files wait to be imported, for a day; what can be undone is not deleted', async () => {
    const ids: string[] = []
    const waiting = await Promise.all(Array.from({ length: 21 }, () => upload('customers', worked)))
    for (const { status, body } of waiting)
      if (status === 201) ids.push(body.id)
      else expect(body.errors.file).toContain('20')
    expect(ids).toHaveLength(20)
    const [done = '', other = '', large = ''] = ids
    await step(done, 'check')
    await step(done, 'start')
    expect(await send('DELETE', `/imports/${done}`)).toMatchObject({ status: 409, body: { code: 'wrong_status' } })
    expect((await send('DELETE', `/imports/${other}`)).status).toBe(204)
    expect((await send('GET', '/audit-log?action=deleted')).body).toMatchObject([
      { entityLabel: 'moved.csv', changes: { create: { from: 0, to: null } } },
    ])
    await api.owner.query(
      `insert into import_pieces (tenant_id, import_id, piece, bytes)
        select tenant_id, id, piece, convert_to(repeat('a', 20 * 1024 * 1024), 'UTF8')
        from imports, generate_series(1, 10) as piece where id = $1`,
      [large],
    )
    expect((await upload('customers', worked)).body.errors.file).toContain('too large')
    now = Date.now() + 25 * 3_600_000
    await importRetention.run({ ...api.services, now: () => now } as never)
    expect((await send('GET', '/imports?perPage=100')).body).toMatchObject([{ id: done }])
    expect((await send('DELETE', `/imports/${done}`)).status).toBe(204)
    // What was imported stays.
    expect(await countOf('customers')).toBe(2)
    expect((await upload('customers', worked)).status).toBe(201)
  })

  test('what became of rows is kept for 30 days', async () => {
    const { id } = await bring('customers', worked)
    const listedAfter = async (days: number) => {
      now = Date.now() + days * 24 * 3_600_000
      await importRetention.run({ ...api.services, now: () => now } as never)
      return (await send('GET', '/imports')).body
    }
    expect(await listedAfter(29)).toMatchObject([{ id }])
    expect(await listedAfter(31)).toEqual([])
    expect(await countOf('customers')).toBe(2)
  })
})
