import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '../server/crud/product'
import { problemKinds } from '../server/http/problem'
import { allFields } from '../src/schema'
import { type Answered, openApi, type Person, type TestApi } from './api'
import { paramsOf, querySchema } from './callParts'
import { type Call, callsOf, readDocument, type Schema, sampleOf } from './openApiCalls'
import { recordIn } from './samples'

interface Exceptions {
  bareArrays: readonly string[]
  /** Calls over local dates, which refuse an empty period. */
  wholeDays?: readonly string[]
}

const isCounted = ({ operation }: Call): boolean =>
  Object.hasOwn(
    (operation as unknown as { responses: Record<string, { headers?: object }> }).responses[200]?.headers ?? {},
    'X-Total-Count',
  )

const answerOf = ({ operation }: Call): Schema | undefined =>
  (operation as unknown as { responses: Record<string, { content?: Record<string, { schema: Schema }> }> })
    .responses[200]?.content?.['application/json']?.schema

const hasParam = (call: Call, name: string): boolean => Object.hasOwn(querySchema(call).properties ?? {}, name)

/** Tests every list and reading call of the reference against docs/domain.md#conventions. */
export const testEvenness = async (product: Product, { bareArrays, wholeDays = [] }: Exceptions): Promise<void> => {
  const calls = callsOf(await readDocument(product))
  const reads = calls.filter(call => call.method === 'GET' && answerOf(call) && !/^\/(docs|openapi)/.test(call.path))
  const asked = reads.filter(({ path }) => !path.startsWith('/public/') && !path.startsWith('/setup/template'))
  const lists = reads.filter(call => hasParam(call, 'sort'))
  let api: TestApi
  let tenant: { id: string; slug: string }
  let superuser: Person

  beforeAll(async () => {
    api = await openApi({ product })
    tenant = (await api.addTenant()) as unknown as typeof tenant
    superuser = await api.addPerson({ userType: 'superuser' })
  })
  afterAll(() => api.close())

  const kept = new Map<string, Promise<string>>()
  const recordOf = (resource: Parameters<typeof recordIn>[1]): Promise<string> => {
    const found = kept.get(resource.name) ?? recordIn(api, resource, tenant.id)
    kept.set(resource.name, found)
    return found
  }

  const addressOf = async (call: Call, more: Record<string, string> = {}): Promise<string> => {
    const params = await paramsOf(api, call, recordOf, tenant)
    // Platform records already exist.
    const above = api.services.resources.find(
      ({ scope, api: path, name }) => scope === 'platform' && name !== 'tenants' && call.path.startsWith(`${path}/{`),
    )
    const [, ofAbove = 'id'] = /\{(\w+)\}/.exec(call.path) ?? []
    if (above) params[ofAbove] = (await api.request(above.api, { as: superuser })).body[0].id
    const schema = querySchema(call)
    const needed = Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name))
    const query = new URLSearchParams()
    for (const [name, of] of needed) {
      const resource = api.services.resources.find(({ name: plural }) => `${plural.replace(/s$/, '')}Id` === name)
      const id = resource ? await recordOf(resource) : crypto.randomUUID()
      query.set(name, String(sampleOf(of, () => id, name, name)))
    }
    for (const [name, value] of Object.entries(more)) query.set(name, value)
    return `${call.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')}?${query}`
  }
  const get = async (call: Call, more?: Record<string, string>, headers?: Record<string, string>): Promise<Answered> =>
    api.request(await addressOf(call, more), { as: superuser, tenantId: tenant.id, ...(headers && { headers }) })

  describe('a reading call', () => {
    test.each(asked)('$name answers its entity tag with 304', async call => {
      const first = await get(call)
      expect(first.status, JSON.stringify(first.body)).toBe(200)
      const tag = first.headers.get('etag') ?? ''
      expect(tag).toMatch(/^(?:W\/)?"[\w.-]+"$/)
      const again = await get(call, {}, { 'If-None-Match': `"other", ${tag}` })
      expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, null, tag])
      expect((await get(call, {}, { 'If-None-Match': '"other"' })).status).toBe(200)
    })

    test('that pages is an array with its count, and any other an object, but for those of old', () => {
      const arrays = reads.filter(call => answerOf(call)?.type === 'array')
      const pages = reads.filter(isCounted)
      expect(pages.filter(call => answerOf(call)?.type !== 'array')).toEqual([])
      const bare = arrays.filter(call => !isCounted(call)).map(({ name }) => name)
      expect(bare.toSorted()).toEqual(bareArrays.toSorted())
    })

    const ranges = asked.filter(
      call => hasParam(call, 'from') && hasParam(call, 'to') && !wholeDays.includes(call.name),
    )
    test.each(ranges)(
      '$name has nothing from a day to the same day, and refuses one that ends before it begins',
      async call => {
        const day = { from: '2026-03-02', to: '2026-03-02' }
        const empty = await get(call, day)
        expect(empty.status, JSON.stringify(empty.body)).toBe(200)
        const backwards = await get(call, { ...day, to: '2026-03-01' })
        expect(backwards).toMatchObject({ status: 422, body: { errors: { to: expect.any(String) } } })
        expect((await get(call, { from: '2026-03-02T10:00:00+01:00', to: '2026-03-02T09:00:00Z' })).status).not.toBe(
          500,
        )
      },
    )
  })

  describe('a list', () => {
    test.each(lists)('$name sorts by several fields, each up or down', async call => {
      const { body } = await get(call, { perPage: '100' })
      const ids = (records: { id: string }[]) => records.map(({ id }) => id)
      expect(ids((await get(call, { perPage: '100', sort: 'id' })).body)).toEqual(ids(body).toSorted())
      const down = ids(body).toSorted().reverse()
      expect(ids((await get(call, { perPage: '100', sort: '-id' })).body)).toEqual(down)
      expect(ids((await get(call, { perPage: '100', sort: 'id', order: 'desc' })).body)).toEqual(down)
      expect((await get(call, { sort: 'id,-id' })).status).toBe(422)
      const pattern = new RegExp(querySchema(call).properties?.sort?.pattern ?? '$^')
      const names = (/-\?\(\?:([^)]*)\)/.exec(pattern.source)?.[1] ?? '').split('|')
      for (let start = 0; start < names.length; start += 5) {
        const sort = names
          .slice(start, start + 5)
          .map((name, index) => (index % 2 ? `-${name}` : name))
          .join(',')
        expect(sort).toMatch(pattern)
        const sorted = await get(call, { perPage: '100', sort })
        expect(sorted.status, JSON.stringify([sort, sorted.body])).toBe(200)
        expect(ids(sorted.body).toSorted()).toEqual(ids(body).toSorted())
      }
    })

    test.each(lists)('$name tells what changed since', async call => {
      const { body } = await get(call, { perPage: '100' })
      const [last] = (body as { updatedAt: string }[])
        .map(({ updatedAt }) => updatedAt)
        .toSorted()
        .slice(-1)
      if (last) {
        const since = await get(call, { perPage: '100', updatedSince: last })
        expect(since.body.length).toBeGreaterThan(0)
        for (const record of since.body) expect(record.updatedAt >= last).toBe(true)
      }
      expect((await get(call, { updatedSince: '2199-01-01' })).body).toEqual([])
      expect((await get(call, { updatedSince: 'yesterday' })).status).toBe(422)
    })

    const filters = lists.flatMap(call =>
      Object.entries(querySchema(call).properties ?? {}).flatMap(([name, { type, items }]) =>
        type === 'array' && name !== 'ids' && (items?.enum || items?.format === 'uuid')
          ? [{ of: call.name, call, name, items }]
          : [],
      ),
    )
    test.each(filters)('$of takes several $name, repeated or between commas', async ({ call, name, items }) => {
      const all = (items.enum ?? [crypto.randomUUID(), crypto.randomUUID()]).map(String)
      const repeated = `${await addressOf(call)}&${all.map(value => `${name}=${value}`).join('&')}`
      const ask = { as: superuser, tenantId: tenant.id }
      const answer = await api.request(repeated, ask)
      expect(answer.status).toBe(200)
      expect((await get(call, { [name]: all.join(',') })).body).toEqual(answer.body)
    })

    test.each(product.resources.map(resource => ({ name: resource.name, resource })))(
      'of $name can tell what changed since',
      ({ resource }) => {
        expect(allFields(resource)).toHaveProperty('updatedAt')
      },
    )
  })

  describe('a word where an id belongs', () => {
    const withIds = calls.filter(({ path, operation }) => {
      const last = path.split('/').findLast(segment => segment.startsWith('{')) ?? ''
      const schema = operation.parameters.find(
        ({ in: place, name }) => place === 'path' && `{${name}}` === last,
      )?.schema
      return schema?.format === 'uuid'
    })
    test.each(withIds)('in $name is not found, and the answer says why', async call => {
      const params: Record<string, string> = await paramsOf(api, call, recordOf, tenant)
      const last = call.path.split('/').findLast(segment => segment.startsWith('{')) ?? ''
      const own = call.operation['x-access']
      // The tenant in a path is looked up first.
      if (own.who === 'member' && own.tenant && last === `{${own.tenant.param}}`) return
      const address = call.path.replace(/\{(\w+)\}/g, (place, name: string) =>
        place === last ? 'series-of-words' : (params[name] ?? ''),
      )
      const { status, body } = await api.request(address, {
        method: call.method,
        as: superuser,
        tenantId: tenant.id,
        ...(call.body && { body: {} }),
      })
      expect([status, body.code, body.detail]).toEqual([
        404,
        'not_found',
        expect.stringContaining('"series-of-words" is not an id'),
      ])
    })
  })

  describe('the type of a problem', () => {
    const codes = [...Object.keys(problemKinds), ...product.problemCodes.map(({ code }) => code)]

    test('leads to where its code is explained', async () => {
      const { body } = await api.request('/nowhere')
      expect(body).toMatchObject({ type: '/api/docs/problems#not_found', code: 'not_found' })
      const page = await api.request('/docs/problems')
      expect(page.headers.get('content-type')).toContain('text/html')
      const places = Array.from(String(page.body).matchAll(/ id="(\w+)"/g), ([, id]) => id)
      expect(places.toSorted()).toEqual(codes.toSorted())
    })
  })
}
