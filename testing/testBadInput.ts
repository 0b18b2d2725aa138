import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '../server/crud/product'
import type { Route } from '../server/http/route'
import { isBytesBody } from '../src/contract'
import type { AnyResource, Fields } from '../src/schema'
import { sidesOf } from '../src/schema/bounds'
import { type Answered, openApi, type Person, routesOf, type TestApi } from './api'
import { callsOf, readDocument } from './openApiCalls'
import { draftOf, paramsOf, recordIn, resourceOf } from './samples'
import { openTestDatabase, type TestDatabase } from './testDatabase'

const strange = fc.constantFrom<unknown>(
  null,
  true,
  0,
  -1,
  0.1,
  1e300,
  -0,
  Number.MAX_SAFE_INTEGER,
  2 ** 31,
  '',
  ' ',
  'a\0b',
  '\ud800',
  '\u202e',
  '%00',
  'x'.repeat(5000),
  "'; drop table users --",
  '0000-01-01',
  '0000-01-01T00:00:00.000Z',
  '2026-02-30',
  '9999-12-31T23:59:60.000Z',
  '24:00',
  '-infinity',
  'NaN',
  '00000000-0000-0000-0000-000000000000',
  [],
  [null],
  ['a', 'a'],
  {},
  { amount: -1, currency: 'EUR' },
  { amount: 1e20, currency: 'eur' },
  { __proto__: null, constructor: 1 },
  { toString: 0 },
)
const value = fc.oneof(strange, fc.jsonValue({ maxDepth: 3 }), fc.string({ unit: 'binary', maxLength: 40 }))
const key = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'id', 'tenantId', 'version', 'toString', ''),
  fc.string(),
)

const expectClear = (answer: Answered, what: unknown) => {
  // Formatting every answer takes longer than most of them.
  if (answer.status >= 500) expect.fail(`${JSON.stringify(what)} → ${JSON.stringify(answer.body)}`)
  // No single field causes a limit on the number of records.
  if (answer.status !== 422 || answer.body.message?.key === 'refusal.limit') return
  expect(Object.keys(answer.body.errors ?? {}), JSON.stringify(what)).not.toEqual([])
}

/** FUZZ=20 runs twenty times as many. */
const thoroughness = Number(process.env.FUZZ ?? 1)
const options = { numRuns: 8 * thoroughness }

export interface BadInputOptions {
  answers?: readonly string[]
  handWritten?: readonly string[]
}

/** No answer may be a server error, and each names what is wrong. */
export const testBadInput = async (
  product: Product,
  { answers = [], handWritten = [] }: BadInputOptions = {},
): Promise<void> => {
  const bodySchemas = new Map(callsOf(await readDocument(product)).map(({ name, body }) => [name, body]))
  // Nothing that a client sends may stop the embedded database.
  let embedded: TestDatabase
  let api: TestApi
  let tenantId: string
  let superuser: Person

  beforeAll(async () => {
    embedded = await openTestDatabase(null, product.migrations)
    api = await openApi({ product, on: embedded, users: null })
    tenantId = (await api.addTenant()).id
    superuser = await api.addPerson({ userType: 'superuser' })
    await api.addPerson({ userType: 'superuser' })
  })
  afterAll(async () => {
    await api.close()
    await embedded.close()
  })

  const urlOf = (route: Route, params: Record<string, string>): string =>
    route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(Buffer.from(params[name] ?? params.id ?? tenantId).toString()),
    )

  const table = routesOf(product).map(route => ({ name: `${route.method} ${route.path}`, route }))

  const usedUp = new Set(['validation.unique', 'validation.invited', 'validation.overlaps'])

  const isBoundBy = (resource: AnyResource | undefined, field: string, name: string): boolean =>
    resource !== undefined &&
    sidesOf(resource).some(side => side.name === field && JSON.stringify(side.limit).includes(`"${name}"`))

  describe.each(table.filter(({ route }) => route.body))('the body of $name', ({ route }) => {
    const send = (url: string, body: unknown) =>
      api.request(url, { method: route.method, as: superuser, tenantId, text: JSON.stringify(body) })

    test('may be anything', async () => {
      const resource = resourceOf(route, product.resources)
      const id = resource ? await recordIn(api, resource, tenantId) : tenantId
      const url = urlOf(route, { tenantId, id }) + (route.query?.ids?.isRequired ? `?ids=${id}` : '')
      const body = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.dictionary(key, value, { maxKeys: 5 }))
      await fc.assert(
        fc.asyncProperty(body, async json => expectClear(await send(url, json), json)),
        options,
      )
    })

    test('may have anything in any field', async () => {
      const resource = resourceOf(route, product.resources)
      const id = resource ? await recordIn(api, resource, tenantId) : tenantId
      const url = urlOf(route, { tenantId, id }) + (route.query?.ids?.isRequired ? `?ids=${id}` : '')
      const schema = bodySchemas.get(`${route.method} ${route.path}`) ?? {}
      const isCreated = route.method === 'POST' && resource?.api === route.path
      const draft = isCreated ? await draftOf(api, resource, tenantId) : {}
      const names = new Set([...Object.keys(resource?.fields ?? {}), ...Object.keys(schema.properties ?? {})])
      for (const name of names) {
        await fc.assert(
          fc.asyncProperty(value, async replaced => {
            const body = { ...draft, [name]: replaced }
            const answer = await send(url, body)
            expectClear(answer, body)
            if (!isCreated || answer.status !== 422) return
            // All else is fine, except values that a first success used up, or that depend on this one.
            const messages: [string, { key: string }][] = Object.entries(answer.body.messages ?? {})
            const blamed = messages
              .filter(([field, { key }]) => !usedUp.has(key) && (field.split('.')[0] === name || field in body))
              .filter(([field]) => !isBoundBy(resource, field, name))
              .map(([field]) => field)
            if (blamed.length > 0) expect(blamed, JSON.stringify(body)).toContainEqual(expect.stringContaining(name))
          }),
          { numRuns: 3 * thoroughness },
        )
      }
    })
  })

  const blamed = ({ status, body }: Answered): string[] =>
    status === 422 ? Object.keys(body.errors ?? {}).map(path => path.split('.')[0] ?? '') : []

  const jsonCalls = table.filter(({ route }) => route.body && !isBytesBody(route.body))

  describe.each(jsonCalls)('what is wrong in $name', ({ name: call, route }) => {
    test('is said at once, of body and query, and what is required as the document says', async () => {
      const resource = resourceOf(route, product.resources)
      const id = resource && resource.name !== 'tenants' ? await recordIn(api, resource, tenantId) : tenantId
      const url = urlOf(route, { tenantId, id }) + (route.query?.ids?.isRequired ? `?ids=${id}` : '')
      const send = (at: string, body: Record<string, unknown>) =>
        api.request(at, { method: route.method, as: superuser, tenantId, body })
      const { properties = {}, required = [] } = bodySchemas.get(call) ?? {}
      const fields: Readonly<Record<string, { kind: string }>> = resource?.fields ?? {}
      const names = Object.keys(properties).filter(name => fields[name]?.kind !== 'typed' && !answers.includes(name))
      const wrong = { 'no such name': {} }

      const missing = blamed(await send(url, {}))
      const all = new Set(missing)
      for (const name of names) {
        const alone = blamed(await send(url, { [name]: wrong }))
        if (!alone.includes(name)) continue
        all.add(name)
        // `customer` replaces `customerId`.
        const others = missing.filter(one => one !== `${name}Id`)
        expect(alone, `${name} and what is missing`).toEqual(expect.arrayContaining(others))
      }
      const together = await send(url, Object.fromEntries(names.map(name => [name, wrong])))
      expect(blamed(together)).toEqual(expect.arrayContaining([...all]))

      if (missing.length === 0) return
      const hasSubstitute = (name: string) => /Id$/.test(name) && name.replace(/Id$/, '') in properties
      const needed = [...new Set(missing)].filter(name => !hasSubstitute(name))
      expect(needed.toSorted(), 'as the document says').toEqual(required.toSorted())
      if (route.body?.schema.$ref) return
      const search = `${url}${url.includes('?') ? '&' : '?'}rehearse=true`
      expect(blamed(await send(search, {}))).toEqual(expect.arrayContaining(['rehearse', ...missing]))
    })
  })

  const optionalBodies = jsonCalls.filter(({ name, route }) => route.method === 'POST' && !bodySchemas.get(name)?.$ref)

  test.each(optionalBodies)('$name takes no body for an empty one', async ({ route }) => {
    const url = urlOf(route, { tenantId, id: crypto.randomUUID() })
    const sent = { method: route.method, as: superuser, tenantId }
    const [without, empty] = [await api.request(url, sent), await api.request(url, { ...sent, body: {} })]
    expect([without.status, without.body?.code]).toEqual([empty.status, empty.body?.code])
  })

  const nested = table.filter(
    ({ route }) => route.query?.ids?.isRequired && /\{\w+\}/.test(route.path) && !route.path.includes('{id}'),
  )

  test.each(nested)('$name is not found below a parent that is not there, as its list is', async ({ route }) => {
    const params = { tenantId: crypto.randomUUID(), id: crypto.randomUUID() }
    const body = route.body && { body: {} }
    const answer = await api.request(`${urlOf(route, params)}?ids=${crypto.randomUUID()}`, {
      ...{ method: route.method, as: superuser, tenantId, ...body },
    })
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  })

  const written = product.resources.flatMap(resource => {
    const routes = [`POST ${resource.api}`, `PATCH ${resource.api}/{id}`].map(call =>
      table.find(({ name }) => name === call),
    )
    return routes.every(Boolean) && !handWritten.includes(resource.name)
      ? [{ name: resource.name, resource, routes }]
      : []
  })

  describe.each(written)('null in $name', ({ resource, routes }) => {
    test('is refused by POST as by PATCH where a field is never empty', async () => {
      const id = resource.name === 'tenants' ? tenantId : await recordIn(api, resource, tenantId)
      const draft = await draftOf(api, resource, tenantId)
      const params = resource.scope === 'tenant' ? await paramsOf(api, resource, tenantId, id) : { id, tenantId }
      for (const found of routes) {
        const { route } = found as (typeof table)[number]
        const { properties = {} } = bodySchemas.get(`${route.method} ${route.path}`) ?? {}
        const never = Object.entries(resource.fields as Fields).filter(
          ([name, { presence, kind }]) =>
            presence === 'defaulted' && name in properties && kind !== 'typed' && kind !== 'slug',
        )
        for (const [name] of never) {
          const body = { ...(route.method === 'POST' && draft), [name]: null }
          const answer = await api.request(urlOf(route, params), {
            ...{ method: route.method, as: superuser, tenantId, body },
          })
          expect([answer.status, blamed(answer)], `${route.method} ${name}`).toEqual([
            422,
            expect.arrayContaining([name]),
          ])
        }
      }
    })
  })

  const givenByPrograms = ['externalId', 'requestId']
  const idsAsked = table.flatMap(({ name, route }) =>
    Object.entries(route.query ?? {}).flatMap(([param, { schema }]) => {
      const { format } = (schema.type === 'array' ? schema.items : schema) as { format?: string }
      return format === 'uuid' || (/^ids?$|[a-z]Ids?$/.test(param) && !givenByPrograms.includes(param))
        ? [{ name, route, param }]
        : []
    }),
  )

  test.each(idsAsked)('$name says at $param that something is no id', async ({ route, param }) => {
    for (const given of ['zz', `${tenantId},zz`, `${tenantId}x`]) {
      const url = `${urlOf(route, { tenantId, id: tenantId })}?${new URLSearchParams({ [param]: given })}`
      const body = route.body && { body: {} }
      const answer = await api.request(url, { method: route.method, as: superuser, tenantId, ...body })
      expect(answer, given).toMatchObject({ status: 422, body: { messages: { [param]: { key: 'validation.uuid' } } } })
    }
  })

  describe.each(table)('the address of $name', ({ route }) => {
    test.skipIf(route.params)('has nothing in it that the route does not know', async () => {
      // A route without rehearsals must not carry one out.
      const url = `${urlOf(route, { tenantId, id: tenantId })}?rehearse=true`
      const body = route.body && { body: {} }
      expect(await api.request(url, { method: route.method, as: superuser, tenantId, ...body })).toMatchObject({
        status: 422,
        body: { messages: { rehearse: { key: 'validation.unknownParameter' } } },
      })
    })

    test('may be anything', async () => {
      const names = fc.constantFrom(...Object.keys(route.query ?? {}), 'other')
      const text = value.map(part => (typeof part === 'string' ? part : JSON.stringify(part)))
      const query = fc.array(fc.tuple(names, text), { maxLength: 3 })
      await fc.assert(
        fc.asyncProperty(query, fc.option(text), async (pairs, id) => {
          const search = new URLSearchParams(pairs)
          const url = `${urlOf(route, { tenantId, id: id || crypto.randomUUID() })}?${search}`
          const body = route.body && { body: {} }
          expectClear(await api.request(url, { method: route.method, as: superuser, tenantId, ...body }), url)
        }),
        { ...options, examples: [[[], 'a\u0000b']] },
      )
    })
  })
}
