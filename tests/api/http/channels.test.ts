import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeOnDatabase } from '../support/describeOnDatabase'
import { type Answered, openApi, type Person, type TestApi } from './support/fixture'

describeOnDatabase('channels', use => {
  let api: TestApi
  let tenantId: string
  let admin: Person

  beforeAll(async () => {
    api = await openApi({ on: use() })
    tenantId = (await api.addTenant()).id
    admin = await api.addPersonIn(tenantId, 'admin')
  })
  afterAll(() => api.close())

  const call = (method: string, url: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answered> =>
    api.request(url, { method, as: admin, tenantId, body, headers })
  const create = async (values: object): Promise<Answered['body']> => {
    const answer = await call('POST', '/channels', values)
    expect(answer.status).toBe(201)
    return answer.body
  }

  describe('create', () => {
    test('fills in defaults and makes the code from the name', async () => {
      const answer = await call('POST', '/channels', { name: '  Front Désk  ' })
      expect(answer).toMatchObject({
        status: 201,
        body: {
          tenantId,
          name: 'Front Désk',
          code: 'front-desk',
          kind: 'online',
          description: null,
          autoConfirm: true,
          isActive: true,
          version: 1,
        },
      })
      expect(answer.headers.get('etag')).toMatch(/^"1\./)
      expect(answer.body.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    })

    test('names each field that is wrong', async () => {
      const answer = await call('POST', '/channels', {
        name: '',
        code: 'No Good',
        kind: 'carrier_pigeon',
        autoConfirm: 'yes',
      })
      expect(answer.status).toBe(422)
      expect(answer.headers.get('content-type')).toBe('application/problem+json')
      expect(answer.body).toEqual({
        type: '/api/docs/problems#validation',
        title: 'Unprocessable Entity',
        status: 422,
        code: 'validation',
        detail: expect.any(String),
        errors: {
          name: 'Required',
          code: 'Use lower-case letters, digits and hyphens, with no hyphen at either end',
          kind: 'Choose one of: back_office, online, phone, walk_in, partner, api',
          autoConfirm: 'Choose yes or no',
        },
        messages: expect.objectContaining({ name: { key: 'validation.required', args: {} } }),
      })
    })

    test('refuses a field that is not there, and ignores what only the server writes', async () => {
      const unknown = await call('POST', '/channels', { name: 'A', colour: 'red' })
      expect(unknown).toMatchObject({ status: 422, body: { errors: { colour: 'There is no such field' } } })
      const echoed = await create({ name: 'Echo', version: 99, createdAt: '2000-01-01T00:00:00.000Z' })
      expect(echoed.version).toBe(1)
      expect(echoed.createdAt > '2020').toBe(true)
    })

    test('says at the field that a name is taken, whatever its letter case', async () => {
      await create({ name: 'Taken' })
      const answer = await call('POST', '/channels', { name: 'tAKEN', code: 'other-code' })
      expect(answer).toMatchObject({
        status: 422,
        body: { code: 'validation', errors: { name: 'Another record already uses this' } },
      })
      const byCode = await call('POST', '/channels', { name: 'Not taken', code: 'taken' })
      expect(byCode.body.errors).toEqual({ code: 'Another record already uses this' })
    })

    test('lets another tenant use the same name', async () => {
      await create({ name: 'Everywhere' })
      const otherId = (await api.addTenant()).id
      const other = await api.addPersonIn(otherId, 'admin')
      const answer = await api.request('/channels', {
        method: 'POST',
        as: other,
        tenantId: otherId,
        body: { name: 'Everywhere' },
      })
      expect(answer.status).toBe(201)
    })
  })

  describe('change', () => {
    test('writes only what differs, and counts versions', async () => {
      const { id } = await create({ name: 'Before', description: 'Stays' })
      const changed = await call('PATCH', `/channels/${id}`, { name: 'After' })
      expect(changed).toMatchObject({
        status: 200,
        body: { name: 'After', description: 'Stays', code: 'before', version: 2 },
      })
      expect(changed.headers.get('etag')).toMatch(/^"2\./)
      const same = await call('PATCH', `/channels/${id}`, { name: 'After', description: 'Stays' })
      expect(same).toMatchObject({ status: 200, body: { version: 2 } })
      expect((await call('PATCH', `/channels/${id}`, {})).body.version).toBe(2)
      const cleared = await call('PATCH', `/channels/${id}`, { description: '' })
      expect(cleared.body.description).toBeNull()
      expect((await call('GET', `/channels/${id}`)).body).toEqual(cleared.body)
    })

    test('takes back the whole record that it answered', async () => {
      const record = await create({ name: 'Whole' })
      const answer = await call('PATCH', `/channels/${record.id}`, { ...record, kind: 'phone' })
      expect(answer).toMatchObject({ status: 200, body: { kind: 'phone', version: 2 } })
    })

    test('cannot empty what must be there', async () => {
      const { id } = await create({ name: 'Full' })
      const answer = await call('PATCH', `/channels/${id}`, { name: null, isActive: null })
      expect(answer).toMatchObject({ status: 422, body: { errors: { name: 'Required', isActive: 'Required' } } })
    })

    test('of two editors from one version, the second is told', async () => {
      const { id } = await create({ name: 'Contended' })
      const first = await call('PATCH', `/channels/${id}`, { name: 'First' }, { 'If-Match': '"1"' })
      expect(first.status).toBe(200)
      const second = await call('PATCH', `/channels/${id}`, { name: 'Second' }, { 'If-Match': '"1"' })
      expect(second).toMatchObject({
        status: 412,
        body: { code: 'stale', version: 2, updatedAt: first.body.updatedAt },
      })
      expect(second.headers.get('etag')).toBe('"2"')
      expect((await call('PATCH', `/channels/${id}`, { name: 'Second' }, { 'If-Match': '*' })).status).toBe(200)
    })

    test('many at once from one version: one gets through', async () => {
      const { id } = await create({ name: 'Rush' })
      const answers = await Promise.all(
        Array.from({ length: 16 }, (_, index) =>
          call('PATCH', `/channels/${id}`, { name: `Rush ${index}` }, { 'If-Match': '"1"' }),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(15).fill(412)])
      expect((await call('GET', `/channels/${id}`)).body.version).toBe(2)
    })
  })

  describe('delete', () => {
    test('removes the record, once', async () => {
      const { id } = await create({ name: 'Short-lived' })
      expect((await call('DELETE', `/channels/${id}`, undefined, { 'If-Match': '"7"' })).status).toBe(412)
      const gone = await call('DELETE', `/channels/${id}`)
      expect(gone).toMatchObject({ status: 204, body: null })
      expect((await call('DELETE', `/channels/${id}`)).status).toBe(404)
      expect((await call('GET', `/channels/${id}`)).status).toBe(404)
    })
  })

  describe('many at once', () => {
    test('makes the same change to each, and says what became of it', async () => {
      const [a, b] = [await create({ name: 'Bulk A' }), await create({ name: 'Bulk B', isActive: false })]
      const missing = crypto.randomUUID()
      const answer = await call('PATCH', `/channels?ids=${a.id},${b.id}&ids=${missing}`, {
        isActive: false,
        description: 'Both',
      })
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual([
        { id: a.id, ok: true },
        { id: b.id, ok: true },
        { id: missing, ok: false, code: 'not_found', detail: 'There is no such channel.' },
      ])
      const { body } = await call('GET', `/channels?ids=${a.id},${b.id}&sort=name`)
      expect(body).toMatchObject([
        { name: 'Bulk A', isActive: false, description: 'Both', version: 2 },
        { name: 'Bulk B', isActive: false, description: 'Both', version: 2 },
      ])
    })

    test('one that cannot be does not keep the others from it', async () => {
      const [a, b] = [await create({ name: 'Same A' }), await create({ name: 'Same B' })]
      const answer = await call('PATCH', `/channels?ids=${a.id},${b.id}`, { name: 'Same' })
      expect(answer.body).toEqual([
        { id: a.id, ok: true },
        {
          id: b.id,
          ok: false,
          code: 'validation',
          detail: 'Please check: name.',
          errors: { name: 'Another record already uses this' },
        },
      ])
      expect((await call('GET', `/channels/${b.id}`)).body).toMatchObject({ name: 'Same B', version: 1 })
    })

    test('checks the input', async () => {
      const { id } = await create({ name: 'Bulk checked' })
      const answer = await call('PATCH', `/channels?ids=${id}`, { kind: 'none' })
      expect(answer.body).toMatchObject([{ id, ok: false, code: 'validation', errors: { kind: expect.any(String) } }])
    })

    test('deletes', async () => {
      const [a, b] = [await create({ name: 'Gone A' }), await create({ name: 'Gone B' })]
      const answer = await call('DELETE', `/channels?ids=${a.id}&ids=${b.id}`)
      expect(answer.body).toEqual([
        { id: a.id, ok: true },
        { id: b.id, ok: true },
      ])
      expect((await call('GET', `/channels?ids=${a.id},${b.id}`)).body).toEqual([])
    })

    test('does nothing to everything: ids must be named', async () => {
      const before = (await call('GET', '/channels?perPage=1')).headers.get('x-total-count')
      for (const url of ['/channels', '/channels?ids=', '/channels?isActive=true']) {
        expect(await call('DELETE', url)).toMatchObject({ status: 422, body: { errors: { ids: 'Required' } } })
      }
      expect((await call('GET', '/channels?perPage=1')).headers.get('x-total-count')).toBe(before)
    })
  })
})

describeOnDatabase('the list of channels', use => {
  let api: TestApi
  let tenantId: string
  let viewer: Person
  const names = ['zebra', 'Apple', 'apricot', '100% off', 'under_score', 'back\\slash', 'zoo']

  beforeAll(async () => {
    api = await openApi({ on: use() })
    tenantId = (await api.addTenant()).id
    viewer = await api.addPersonIn(tenantId, 'viewer')
    const kinds = ['online', 'phone', 'partner']
    for (const [index, name] of names.entries()) {
      await api.addChannel(tenantId, { name, code: `code-${index}`, kind: kinds[index % 3], isActive: index % 2 === 0 })
    }
    const elsewhere = (await api.addTenant()).id
    await api.addChannel(elsewhere, { name: 'apple of another tenant' })
  })
  afterAll(() => api.close())

  const list = async (query = ''): Promise<{ names: string[]; total: number; answer: Answered }> => {
    const answer = await api.request(`/channels${query}`, { as: viewer, tenantId })
    const found = Array.isArray(answer.body) ? answer.body.map(({ name }: { name: string }) => name) : []
    return { names: found, total: Number(answer.headers.get('x-total-count')), answer }
  }

  test('is sorted as declared, whatever the letter case', async () => {
    const { names: found, total } = await list()
    expect(found).toEqual(['100% off', 'Apple', 'apricot', 'back\\slash', 'under_score', 'zebra', 'zoo'])
    expect(total).toBe(7)
  })

  test('comes in pages that together are the whole', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map(page => list(`?page=${page}&perPage=3&sort=kind`)))
    expect(pages.map(page => page.names.length)).toEqual([3, 3, 1, 0])
    expect(pages.map(({ total }) => total)).toEqual([7, 7, 7, 7])
    expect(pages.flatMap(page => page.names).sort()).toEqual([...names].sort())
  })

  test('sorts both ways, in any spelling', async () => {
    const up = await list('?sort=code')
    expect(up.names).toEqual(names)
    for (const order of ['DESC', 'desc'])
      expect((await list(`?sort=code&order=${order}`)).names).toEqual([...names].reverse())
    expect((await list('?order=desc')).names[0]).toBe('zoo')
  })

  test.each([
    ['APP', ['Apple']],
    ['ap', ['Apple', 'apricot']],
    ['%', ['100% off']],
    ['_', ['under_score']],
    ['\\', ['back\\slash']],
    ['code-3', ['100% off']],
    ["' or 1=1 --", []],
  ])('finds %j', async (q, found) => {
    const answer = await list(`?q=${encodeURIComponent(q)}`)
    expect(answer.names).toEqual(found)
    expect(answer.total).toBe(found.length)
  })

  test('filters by one value, by one of several, and by several fields', async () => {
    expect((await list('?kind=phone')).names).toEqual(['Apple', 'under_score'])
    expect((await list('?kind=phone&kind=partner')).names).toEqual(['Apple', 'apricot', 'back\\slash', 'under_score'])
    expect((await list('?kind=phone&isActive=true')).names).toEqual(['under_score'])
    expect((await list('?kind=&q=')).total).toBe(7)
  })

  test('answers the records that are asked for by id, up to a hundred', async () => {
    const { answer } = await list()
    const ids = answer.body.slice(0, 3).map(({ id }: { id: string }) => id)
    expect((await list(`?ids=${ids.join(',')}`)).names).toHaveLength(3)
    expect((await list(`?${ids.map((id: string) => `ids=${id}`).join('&')}`)).names).toHaveLength(3)
    expect((await list(`?ids=${ids[0]},${crypto.randomUUID()}`)).names).toHaveLength(1)
    const many = Array.from({ length: 101 }, () => crypto.randomUUID())
    expect((await list(`?ids=${many.join(',')}`)).answer).toMatchObject({
      status: 422,
      body: { errors: { ids: 'At most 100' } },
    })
  })

  test.each([
    ['page', '0'],
    ['page', 'one'],
    ['page', '99999999999999999999'],
    ['perPage', '101'],
    ['perPage', '-1'],
    ['perPage', '1e3'],
    ['sort', 'password'],
    ['sort', 'constructor'],
    ['order', 'sideways'],
    ['kind', 'none'],
    ['isActive', 'maybe'],
    ['q', 'a\0b'],
    ['q', 'x'.repeat(201)],
    ['colour', 'red'],
  ])('refuses %s=%j by name', async (name, value) => {
    const { answer } = await list(`?${name}=${encodeURIComponent(value)}`)
    expect(answer).toMatchObject({ status: 422, body: { code: 'validation', errors: { [name]: expect.any(String) } } })
    expect(Object.keys(answer.body.errors)).toEqual([name])
  })
})
