import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApi } from '../../../server/http/createApi'
import { newApiKey } from '../../../server/http/identity/apiKey'
import { createRequestCounts } from '../../../server/http/middleware/requestCounts'
import type { Route } from '../../../server/http/route'
import { product } from '../../../server/product'
import { type ApiScopeValue, apiScopes } from '../../../src/resources/apiScopes'
import { withIncluded } from '../../../src/schema'
import { DAY, MINUTE } from '../../../src/time/instant'
import { expandShared } from '../../../testing/expandShared'
import { describeOnDatabase } from '../support/describeOnDatabase'
import { makeKey } from './support/apiKeys'
import { openApi, type Person, routesOf, type TestApi } from './support/fixture'

const apiScopeNames = Object.keys(apiScopes) as ApiScopeValue[]

const NOW = Date.UTC(2026, 2, 2, 9, 30, 20)
const unknownId = '01900000-0000-7000-8000-00000000dead'

const openTenant = async (api: TestApi) => {
  const tenantId = (await api.addTenant()).id
  return { tenantId, owner: await api.addPersonIn(tenantId, 'owner') }
}

describe('the scopes of every route', () => {
  const routes = routesOf(product)
  let api: TestApi
  let tenantId: string
  let keys: Record<ApiScopeValue, string>

  beforeAll(async () => {
    api = await openApi({ users: null })
    const place = await openTenant(api)
    tenantId = place.tenantId
    const made = await Promise.all(
      apiScopeNames.map(async scope => [scope, (await makeKey(api, place, [scope])).body.key] as const),
    )
    keys = Object.fromEntries(made) as typeof keys
  })
  afterAll(() => api.close())

  const urlOf = ({ path, access }: Route): string => {
    const own = access.who === 'member' && 'param' in access.tenant ? access.tenant.param : ''
    return path
      .replace(`{${own}}`, tenantId)
      .replace('{slug}', 'none')
      .replace('{file}', 'start.js')
      .replaceAll(/\{\w+\}/g, unknownId)
  }

  const isOpenTo = ({ access, scopes = [] }: Route, scope: ApiScopeValue): boolean =>
    access.who === 'member' && scopes.some(name => withIncluded(apiScopes, [scope]).has(name))

  test.each(routes.map(route => ({ name: `${route.method} ${route.path}`, route })))('$name', async ({ route }) => {
    if (route.access.who === 'anyone') return expect(route.scopes).toBeUndefined()
    for (const scope of apiScopeNames) {
      const { status, body } = await api.request(urlOf(route), {
        method: route.method,
        token: keys[scope],
        ...(route.body && { body: {} }),
      })
      if (isOpenTo(route, scope)) {
        expect([401, 403, 500], `${scope}: ${JSON.stringify(body)}`).not.toContain(status)
      } else {
        const refused = { status: 403, body: { code: 'scope_missing', needed: route.scopes ?? [] } }
        expect({ scope, status, body }).toMatchObject({ scope, ...refused })
      }
    }
  })

  test('is what the reference says', async () => {
    const document = expandShared((await api.request('/openapi.json')).body)
    expect(document.components.securitySchemes.apiKey).toMatchObject({ type: 'http', scheme: 'bearer' })
    for (const route of routes) {
      const { 'x-scopes': told = [], security } = document.paths[route.path][route.method.toLowerCase()]
      expect(told, route.operationId).toEqual(apiScopeNames.filter(scope => isOpenTo(route, scope)))
      expect(
        security.some((one: object) => 'apiKey' in one),
        route.operationId,
      ).toBe(told.length > 0)
    }
  })

  test('are none for what keys never do', () => {
    const never = [
      /^\w+ \/api-keys/,
      /^(?!GET \/tenants\/\{id\}$)\w+ \/tenants/,
      /^\w+ \/users/,
      /^\w+ \/platform-log/,
      /^\w+ \/dead-letters/,
      /^(?!GET)\w+ \/(?:calendar-feeds|notification-templates)/,
      /rotate/,
      /live$/,
      /simulate$/,
    ]
    const open = routes.filter(({ scopes = [] }) => scopes.length > 0).map(({ method, path }) => `${method} ${path}`)
    expect(open.filter(name => never.some(pattern => pattern.test(name)))).toEqual([])
    // A scope opens a call, or is needed beside another.
    for (const scope of apiScopeNames)
      expect(routes.some(route => isOpenTo(route, scope)) || 'forMember' in apiScopes[scope], scope).toBe(true)
  })

  test('writing takes a scope that reading does not give', () => {
    const reading = apiScopeNames.filter(name => name.endsWith('.read'))
    // They only ask: what a visit is made of needs a body.
    const questions = ['POST /availability/visits', 'POST /availability/visits/explain']
    const writes = routes.filter(({ method, path }) => method !== 'GET' && !questions.includes(`${method} ${path}`))
    for (const route of writes)
      expect(
        reading.filter(scope => isOpenTo(route, scope)),
        `${route.method} ${route.path}`,
      ).toEqual([])
  })
})

describeOnDatabase('API keys', use => {
  let api: TestApi
  let now = NOW
  let place: { tenantId: string; owner: Person }
  beforeAll(async () => {
    api = await openApi({ on: use(), users: null, now: () => now })
    place = await openTenant(api)
  })
  afterAll(() => api.close())

  const send = (method: string, url: string, body?: object, as = place.owner) =>
    api.request(url, { method, as, tenantId: place.tenantId, ...(body && { body }) })
  const make = (scopes: readonly ApiScopeValue[] = ['setup.read'], values: object = {}) =>
    makeKey(api, place, scopes, values)
  const made = async (scopes?: readonly ApiScopeValue[], values?: object) => {
    const answer = await make(scopes, values)
    expect(answer).toMatchObject({ status: 201 })
    return answer.body as { id: string; key: string; prefix: string; expiresAt: string | null }
  }
  const listChannels = (token: string, headers: Record<string, string> = {}) =>
    api.request('/channels', { token, headers })

  test('are of a form that a scanner knows, with a checksum, and different each time', async () => {
    const keys = Array.from({ length: 200 }, newApiKey)
    for (const key of keys) {
      expect(key).toMatch(/^sw_[0-9A-Za-z]{49}$/)
      const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
      const checksum = Array.from(key.slice(-6)).reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0)
      expect(checksum).toBe(crc32(key.slice(3, 46)))
    }
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('are shown once, and open what they may without a tenant being named', async () => {
    const { id, key, prefix } = await made()
    expect(key.startsWith(prefix)).toBe(true)
    expect(prefix).toHaveLength(11)
    expect((await listChannels(key)).status).toBe(200)
    expect((await listChannels(key, { 'X-Tenant-ID': place.tenantId })).status).toBe(200)
    expect((await api.request(`/tenants/${place.tenantId}`, { token: key })).body.id).toBe(place.tenantId)
    for (const url of [`/api-keys/${id}`, '/api-keys', '/audit-log?entityType=apiKeys'])
      expect(JSON.stringify((await send('GET', url)).body)).not.toContain(key.slice(11))
    expect((await send('GET', `/api-keys/${id}`)).body).toMatchObject({ createdBy: place.owner.id, revokedAt: null })
  })

  test('are nowhere: not in the log, not in the database, not among the answers kept for retries', async () => {
    const headers = { 'Idempotency-Key': 'make-a-key' }
    const body = { name: 'Retried', scopes: ['setup.read'] }
    const first = await api.request('/api-keys', { method: 'POST', as: place.owner, ...place, body, headers })
    const again = await api.request('/api-keys', { method: 'POST', as: place.owner, ...place, body, headers })
    expect(again).toMatchObject({ status: 201, body: { id: first.body.id } })
    expect(again.body).not.toHaveProperty('key')

    const { key } = first.body
    await listChannels(key)
    await listChannels(`${key.slice(0, -1)}!`)
    await api.request(`/channels/${key}`, { token: key })
    await api.request(`/channels?q=${key}`, { token: key })
    const secret = key.slice(11)
    expect(api.lines.length).toBeGreaterThan(0)
    expect(JSON.stringify(api.lines)).not.toContain(secret)
    expect(api.lines.at(-1)?.details).toMatchObject({ apiKeyId: first.body.id })
    const { rows: tables } = await api.owner.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    )
    for (const { name } of tables) {
      const { rows } = await api.owner.query(`select t::text as row from "${name}" t where t::text like '%${secret}%'`)
      expect(rows, name).toEqual([])
    }
  })

  test('of no worth are all answered alike', async () => {
    const revoked = await made()
    const over = await made(undefined, { expiresAt: new Date(now + DAY).toISOString() })
    const gone = await made()
    expect((await send('POST', `/api-keys/${revoked.id}/revoke`)).status).toBe(200)
    expect((await send('DELETE', `/api-keys/${gone.id}`)).status).toBe(204)
    const right = (await made()).key
    const last = right.at(-1) === '0' ? '1' : '0'
    now += 2 * DAY
    const bad = [
      revoked.key,
      over.key,
      gone.key,
      newApiKey(),
      right.slice(0, -1) + last,
      `${right}0`,
      right.slice(0, -1),
      'sw_',
      `sw_${'é'.repeat(49)}`.normalize(),
      `sw_${'0'.repeat(5000)}`,
    ]
    const answers = []
    for (const token of bad) {
      const { status, body, headers } = await api.request('/channels', {
        headers: { Authorization: `Bearer ${encodeURI(token)}` },
      })
      answers.push({ status, body, challenge: headers.get('www-authenticate') })
    }
    now = NOW
    expect(answers[0]).toMatchObject({ status: 401, body: { code: 'unauthorized' }, challenge: 'Bearer' })
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  test('that cannot be one are not looked up', async () => {
    let lookups = 0
    const database = {
      ...api.database,
      run: (...args: Parameters<typeof api.database.run>) => {
        lookups++
        return api.database.run(...args)
      },
    } as typeof api.database
    const app = createApi({ ...api.services, database }, { routes: api.routes })
    const call = (token: string) => app.request('/channels', { headers: { Authorization: `Bearer ${token}` } })
    const { key } = await made()
    expect((await call(key.slice(0, -1) + (key.at(-1) === 'a' ? 'b' : 'a'))).status).toBe(401)
    expect(lookups).toBe(0)
    expect((await call(newApiKey())).status).toBe(401)
    expect(lookups).toBe(1)
  })

  test('are over with the call after they were revoked, also in another process', async () => {
    const { id, key } = await made()
    const elsewhere = createApi(api.services, { routes: api.routes })
    const call = () => elsewhere.request('/channels', { headers: { Authorization: `Bearer ${key}` } })
    expect((await call()).status).toBe(200)
    const revoke = () => send('POST', `/api-keys/${id}/revoke`)
    const first = await revoke()
    expect(first).toMatchObject({ status: 200, body: { revokedAt: expect.any(String) } })
    expect((await call()).status).toBe(401)
    expect((await revoke()).body).toEqual(first.body)
    const log = await send('GET', `/audit-log?entityId=${id}`)
    expect(log.body.map(({ action }: { action: string }) => action)).toEqual(['revoked', 'created'])
  })

  test('are refused with what is wrong at the field', async () => {
    const inDays = (days: number) => new Date(now + days * DAY).toISOString()
    const refused = async (body: object, field: string) => {
      const answer = await send('POST', '/api-keys', { name: 'Wrong', scopes: ['setup.read'], ...body })
      expect(answer, JSON.stringify(body)).toMatchObject({ status: 422, body: { errors: expect.anything() } })
      expect(Object.keys(answer.body.errors)[0]).toMatch(new RegExp(`^${field}`))
    }
    await refused({ scopes: [] }, 'scopes')
    await refused({ scopes: undefined }, 'scopes')
    await refused({ scopes: ['root'] }, 'scopes')
    await refused({ scopes: ['setup', 'setup'] }, 'scopes')
    await refused({ scopes: 'setup' }, 'scopes')
    await refused({ name: '' }, 'name')
    await refused({ expiresAt: inDays(-1) }, 'expiresAt')
    await refused({ expiresAt: inDays(3 * 366 + 1) }, 'expiresAt')
    const { id: channelId } = await api.addChannel(place.tenantId)
    await refused({ scopes: ['audit.read'], channelId }, 'channelId')
    const foreign = await api.addChannel((await openTenant(api)).tenantId)
    const answer = await send('POST', '/api-keys', { name: 'Wrong', scopes: ['bookings'], channelId: foreign.id })
    expect(answer).toMatchObject({ status: 404, body: { errors: { channelId: expect.any(String) } } })
  })

  test('last a year unless something else is said, and for ever only if that is said', async () => {
    const { expiresAt } = await made()
    const days = (Date.parse(String(expiresAt)) - now) / DAY
    expect(days).toBeGreaterThan(364)
    expect(days).toBeLessThan(367)
    expect((await made(undefined, { expiresAt: null })).expiresAt).toBe(null)
  })

  test('stay what they are: another scope or channel is another key', async () => {
    const { id } = await made()
    for (const change of [{ scopes: ['bookings'] }, { channelId: (await api.addChannel(place.tenantId)).id }])
      expect((await send('PATCH', `/api-keys/${id}`, change)).status).toBe(422)
    const renamed = await send('PATCH', `/api-keys/${id}`, { name: 'Another name', expiresAt: null })
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Another name', expiresAt: null } })
    for (const name of ['prefix', 'revokedAt', 'key', 'hash'])
      expect((await send('PATCH', `/api-keys/${id}`, { [name]: 'x' })).body.prefix ?? '', name).not.toBe('x')
  })

  test('have names of their own among those in use, also when two are made at once', async () => {
    const first = await made(undefined, { name: 'Door' })
    const twice = await make(undefined, { name: 'door' })
    expect(twice).toMatchObject({ status: 422, body: { errors: { name: expect.any(String) } } })
    await send('POST', `/api-keys/${first.id}/revoke`)
    const both = await Promise.all([make(undefined, { name: 'Door' }), make(undefined, { name: 'DOOR' })])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
  })

  test('are fifty at most, not counting those that were revoked', async () => {
    const full = await openTenant(api)
    const first = await makeKey(api, full, ['setup'])
    for (let n = 1; n < 50; n++) expect((await makeKey(api, full, ['setup'])).status).toBe(201)
    expect(await makeKey(api, full, ['setup'])).toMatchObject({
      status: 422,
      body: { message: { key: 'refusal.limit', args: { max: 50 } } },
    })
    await api.request(`/api-keys/${first.body.id}/revoke`, { method: 'POST', as: full.owner, ...full })
    expect((await makeKey(api, full, ['setup'])).status).toBe(201)
  })

  test('are made, seen and revoked by owners alone', async () => {
    const { id } = await made()
    for (const role of ['admin', 'staff', 'viewer'] as const) {
      const person = await api.addPersonIn(place.tenantId, role)
      for (const [method, url] of [
        ['GET', '/api-keys'],
        ['GET', `/api-keys/${id}`],
        ['POST', '/api-keys'],
        ['POST', `/api-keys/${id}/revoke`],
        ['DELETE', `/api-keys/${id}`],
      ] as const)
        expect((await send(method, url, method === 'POST' ? {} : undefined, person)).status, url).toBe(403)
    }
  })

  test('reach nothing of another tenant, and say so like of what is not there', async () => {
    const other = await openTenant(api)
    const theirs = await api.addChannel(other.tenantId)
    const { key } = await made(['setup'])
    const reach = (method: string, url: string, headers: Record<string, string> = {}) =>
      api.request(url, { method, token: key, headers, ...(method !== 'GET' && { body: { name: 'Taken' } }) })
    expect((await reach('GET', '/channels', { 'X-Tenant-ID': other.tenantId })).status).toBe(404)
    expect((await reach('GET', `/tenants/${other.tenantId}`)).status).toBe(404)
    expect((await reach('GET', '/channels', { 'X-Tenant-ID': 'nonsense' })).status).toBe(404)
    expect((await reach('GET', `/channels/${theirs.id}`)).status).toBe(404)
    expect((await reach('PATCH', `/channels/${theirs.id}`)).status).toBe(404)
    const seen = (await reach('GET', '/channels')).body as { tenantId: string }[]
    expect(seen.filter(({ tenantId }) => tenantId !== place.tenantId)).toEqual([])
    const named = await reach('POST', '/channels', { 'X-Tenant-ID': other.tenantId })
    expect(named.status).toBe(404)
  })

  test('read a suspended tenant, and change nothing in it', async () => {
    const suspended = await openTenant(api)
    const { key } = (await makeKey(api, suspended, ['setup'])).body
    await api.owner.query('update tenants set is_active = false where id = $1', [suspended.tenantId])
    expect((await listChannels(key)).status).toBe(200)
    const refused = await api.request('/channels', { method: 'POST', token: key, body: { name: 'New' } })
    expect(refused).toMatchObject({ status: 403, body: { code: 'tenant_inactive' } })
  })

  test('tell in the audit log what they did, and when and from where they were used last', async () => {
    const { id, key } = await made(['setup'], { name: 'Website' })
    expect((await send('GET', `/api-keys/${id}`)).body).toMatchObject({ lastUsedAt: null, lastUsedIp: null })
    const channel = await api.request('/channels', { method: 'POST', token: key, body: { name: 'Made by a key' } })
    expect(channel.status).toBe(201)
    const log = await send('GET', `/audit-log?entityId=${channel.body.id}`)
    expect(log.body[0].actor).toEqual({ type: 'api_key', id, name: 'Website' })
    const used = (await send('GET', `/api-keys/${id}`)).body
    expect(used).toMatchObject({ lastUsedAt: '2026-03-02T09:30:00.000Z', lastUsedIp: '127.0.0.1', version: 1 })
    now = NOW + MINUTE
    await listChannels(key)
    now = NOW
    expect((await send('GET', `/api-keys/${id}`)).body.lastUsedAt).toBe('2026-03-02T09:31:00.000Z')
    const own = await send('GET', `/audit-log?entityId=${id}`)
    expect(own.body.map(({ action }: { action: string }) => action)).toEqual(['created'])
  })

  test('answer a retry as their own, and not as that of another key', async () => {
    const [one, two] = [await made(['setup']), await made(['setup'])]
    const headers = { 'Idempotency-Key': 'same' }
    const call = (token: string, name: string) =>
      api.request('/channels', { method: 'POST', token, headers, body: { name } })
    const first = await call(one.key, 'Of the first')
    expect((await call(one.key, 'Of the first')).body.id).toBe(first.body.id)
    expect((await call(two.key, 'Of the second')).body).toMatchObject({ name: 'Of the second' })
  })

  test('are for servers: a page of another site is refused, and none may read an answer', async () => {
    const { key } = await made()
    const app = createApi(api.services, { routes: api.routes, isOwnOrigin: () => true })
    const call = (headers: Record<string, string>, token = key) =>
      app.request('http://api.test/channels', { headers: { Authorization: `Bearer ${token}`, ...headers } })
    const page = await call({ Origin: 'https://shop.example', Host: 'api.test' })
    expect(page.status).toBe(403)
    expect(page.headers.get('access-control-allow-origin')).toBe(null)
    // The answer does not reveal which keys exist.
    const unknown = await call({ Origin: 'https://shop.example', Host: 'api.test' }, newApiKey())
    expect(await unknown.text()).toBe(await page.text())
    const own = await call({ Origin: 'https://api.test', Host: 'api.test' })
    expect(own.status).toBe(200)
    expect(own.headers.get('access-control-allow-origin')).toBe(null)
  })

  test('have a limit of their own over all processes; unknown ones count against their network', async () => {
    let minute = NOW
    const process = () => {
      const counts = createRequestCounts(api.database, () => minute)
      const limits = { counts, perAccount: 0, perNetwork: 5, perKey: 2, networkOf: networkIn }
      return { counts, app: createApi(api.services, { routes: api.routes, limits }) }
    }
    const networkIn = (c: { req: { header: (name: string) => string | undefined } }) => c.req.header('from') ?? ''
    const [one, two] = [process(), process()]
    const call = ({ app }: typeof one, token: string, from: string) =>
      app.request('/channels', { headers: { Authorization: `Bearer ${token}`, from } })
    const { key } = await made()
    const first = await call(one, key, 'a')
    expect(first.headers.get('ratelimit')).toContain('"key";r=1')
    expect((await call(one, key, 'b')).status).toBe(200)
    await one.counts.share()
    // The second process learned of it at its own first exchange.
    expect((await call(two, key, 'c')).status).toBe(200)
    await two.counts.share()
    const over = await call(two, key, 'd')
    expect(over.status).toBe(429)
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0)
    for (let n = 0; n < 5; n++) expect((await call(one, newApiKey(), 'thief')).status).toBe(401)
    expect((await call(one, newApiKey(), 'thief')).status).toBe(429)
    minute += MINUTE
    expect((await call(two, key, 'd')).status).toBe(200)
  })

  test('are nothing to the auth service', async () => {
    const { key } = await made()
    const answer = await api.auth.app.request('/user', { headers: { Authorization: `Bearer ${key}` } })
    expect([401, 403]).toContain(answer.status)
  })
})
