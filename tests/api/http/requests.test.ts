import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../../server/db/database'
import type { Services } from '../../../server/http/services'
import { openApi, type Person, type TestApi } from './support/fixture'

let api: TestApi
let tenantId: string
let admin: Person

beforeAll(async () => {
  api = await openApi()
  tenantId = (await api.addTenant()).id
  admin = await api.addPersonIn(tenantId, 'admin')
})
afterAll(() => api.close())

const post = (text: string, headers: Record<string, string> = {}) =>
  api.request('/channels', { method: 'POST', as: admin, tenantId, text, headers })

describe('a body', () => {
  test.each([
    ['', 422, 'validation'],
    ['{"name":', 400, 'malformed'],
    ['null', 400, 'malformed'],
    ['[{"name":"A"}]', 400, 'malformed'],
    ['"text"', 400, 'malformed'],
    ['{"name":"a\\u0000b"}', 422, 'validation'],
    ['{"name":"\\ud800"}', 422, 'validation'],
    ['{"__proto__":{"name":"A"}}', 422, 'validation'],
    ['{"name":{"toString":"A"}}', 422, 'validation'],
  ])('of %j is refused', async (text, status, code) => {
    expect(await post(text)).toMatchObject({ status, body: { code } })
  })

  test('must be JSON, and say so', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', '']) {
      const answer = await post('{"name":"A"}', { 'Content-Type': type })
      expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
    }
    expect((await post('{"name":"Charset"}', { 'Content-Type': 'application/json; charset=utf-8' })).status).toBe(201)
  })

  test('has a limit', async () => {
    const answer = await post(JSON.stringify({ name: 'x'.repeat(1024 * 1024) }))
    expect(answer).toMatchObject({ status: 413, body: { code: 'too_large' } })
  })

  test('may be nested so deeply that recursion would break', async () => {
    const text = `{"name":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
    expect(await post(text)).toMatchObject({ status: 400, body: { code: 'malformed' } })
  })
})

describe('an address', () => {
  test.each(['/nowhere', '/channels/', '/channels/a/b', '/'])('%s is not there', async path => {
    expect(await api.request(path, { as: admin, tenantId })).toMatchObject({
      status: 404,
      body: { code: 'not_found', title: 'Not Found' },
    })
  })

  test.each(['nonsense', '1', '%00', '%ff', '..%2f..', '00000000-0000-0000-0000-000000000000'])(
    'with the id %s names no record',
    async id => {
      for (const method of ['GET', 'PATCH', 'DELETE']) {
        const answer = await api.request(`/channels/${id}`, {
          method,
          as: admin,
          tenantId,
          ...(method === 'PATCH' && { body: {} }),
        })
        expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
      }
    },
  )

  test('answers HEAD as GET without a body', async () => {
    const answer = await api.request('/channels', { method: 'HEAD', as: admin, tenantId })
    expect(answer).toMatchObject({ status: 200, body: null })
    expect(answer.headers.get('x-total-count')).toMatch(/^\d+$/)
  })
})

test('mounted below a base, it answers for everything below it', async () => {
  const outer = new Hono()
  outer.route('/api', api.app as unknown as Hono)
  outer.get('*', c => c.html('the web application'))
  const missing = await outer.request('/api/nowhere')
  expect(missing.status).toBe(404)
  expect(missing.headers.get('content-type')).toBe('application/problem+json')
  expect((await outer.request('/api/users/me')).status).toBe(401)
  expect((await outer.request('/api/users/me')).headers.get('x-request-id')).toBeTruthy()
  expect(await (await outer.request('/elsewhere')).text()).toBe('the web application')
})

describe('a request', () => {
  test('has an id, its own or a new one, in every answer', async () => {
    const own = await api.request('/channels', { as: admin, tenantId, headers: { 'X-Request-Id': 'trace-1' } })
    expect(own.headers.get('x-request-id')).toBe('trace-1')
    const problem = await api.request('/channels', { headers: { 'X-Request-Id': 'trace-2' } })
    expect(problem.headers.get('x-request-id')).toBe('trace-2')
    const forged = await api.request('/channels', { headers: { 'X-Request-Id': 'a\tb{"level":"error"}' } })
    expect(forged.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect((await api.request('/nowhere')).headers.get('x-request-id')).toBeTruthy()
  })

  test('leaves one line in the log, without anything secret', async () => {
    api.lines.length = 0
    const token = await api.sign({ authId: admin.authId })
    await api.request('/channels?q=private-search&access_token=secret', {
      token,
      tenantId,
      headers: { 'X-Request-Id': 'trace-3' },
    })
    expect(api.lines).toEqual([
      {
        level: 'info',
        message: 'request',
        details: {
          requestId: 'trace-3',
          method: 'GET',
          path: '/channels',
          status: 422,
          ms: expect.any(Number),
          userId: admin.id,
          tenantId,
        },
      },
    ])
    const text = JSON.stringify(api.lines)
    for (const secret of [token, 'private-search', 'secret', admin.email]) expect(text).not.toContain(secret)
  })

  test('leaves nothing of its address in the log but ids, at every route and beside them', async () => {
    api.lines.length = 0
    const secret = 'AaIJBIsQcACG-secret-link'
    const paths = api.routes.map(({ method, path }) => [method, path.replace(/\{\w+\}/g, secret)] as const)
    for (const [method, path] of paths) {
      await api.request(path, { method, body: method === 'GET' ? undefined : {} })
      await api.request(`${path}/${secret}`, { method: 'GET' })
    }
    const openly = api.routes.filter(({ access, path }) => access.who === 'anyone' && path.includes('{'))
    const ofNobody = crypto.randomUUID()
    for (const { method, path } of openly)
      await api.request(path.replace(/\{\w+\}/g, ofNobody), { method, body: method === 'GET' ? undefined : {} })
    expect(api.lines.length).toBeGreaterThanOrEqual(2 * api.routes.length)
    const logged = api.lines.map(line => JSON.stringify(line))
    expect(logged.filter(line => line.includes(secret) || line.includes(ofNobody))).toEqual([])
    expect(api.lines.map(({ details }) => details.path)).toEqual(
      expect.arrayContaining([
        '/public/{tenantSlug}/bookings/{token}',
        '/public/{tenantSlug}/holds/{token}',
        '/public/{tenantSlug}/offers/{token}/accept',
        '/public/unsubscribe/{token}',
        '/calendar-feeds/{token}.ics',
      ]),
    )
  })

  test('is logged with the ids of what it is about', async () => {
    api.lines.length = 0
    const id = crypto.randomUUID()
    await api.request(`/channels/${id}`, { as: admin, tenantId })
    expect(api.lines[0]?.details).toMatchObject({ path: `/channels/${id}`, status: 404 })
  })
})

describe('when something breaks', () => {
  const broken = (error: Error): Database => ({
    ...api.database,
    run: () => Promise.reject(error),
  })
  const callWith = async (error: Error) => {
    const { createApi } = await import('../../../server/http/createApi')
    const lines: unknown[] = []
    const services: Services = {
      ...api.services,
      database: broken(error),
      verifyToken: async () => ({
        authId: admin.authId,
        token: '',
        signedInAt: null,
        isAal2: false,
        email: null,
        sessionId: null,
      }),
      hasSecondFactor: async () => false,
      log: (level, message, details) => lines.push({ level, message, ...details }),
    }
    const app = createApi(services, { routes: api.routes })
    const response = await app.request('/users/me', { headers: { Authorization: 'Bearer x' } })
    return { response, body: await response.json(), lines }
  }

  test.each([
    Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' }),
    Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' }),
    Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' }),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
  ])('in the database, it says when to come back: $message', async error => {
    const { response, body } = await callWith(error)
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(body).toMatchObject({ code: 'unavailable', title: 'Service Unavailable' })
    expect(JSON.stringify(body)).not.toContain('5432')
  })

  test('in our own code, it keeps the cause to the log', async () => {
    const { response, body, lines } = await callWith(new Error('a bug with a secret'))
    expect(response.status).toBe(500)
    expect(body).toMatchObject({ code: 'internal', requestId: response.headers.get('x-request-id') })
    expect(JSON.stringify(body)).not.toContain('secret')
    expect(lines[0]).toMatchObject({ level: 'error', error: expect.stringContaining('a bug') })
  })

  test('the values of rows stay out of the log', async () => {
    const error = Object.assign(new Error('relation "x" violates for ada@example.com'), {
      code: '42P01',
      detail: 'ada@example.com',
    })
    const { response, lines } = await callWith(error)
    expect(response.status).toBe(500)
    expect(JSON.stringify(lines)).not.toContain('ada@example.com')
    expect(lines[0]).toMatchObject({ sqlState: '42P01' })
  })
})
