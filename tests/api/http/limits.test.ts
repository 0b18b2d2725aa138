import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApi } from '../../../server/http/createApi'
import type { Environment } from '../../../server/http/environment'
import { limitConcurrency } from '../../../server/http/middleware/limitConcurrency'
import { createRequestCounts } from '../../../server/http/middleware/requestCounts'
import type { Route } from '../../../server/http/route'
import { createRequestSlots } from '../../../server/intake/requestSlots'
import { describeOnBoth } from '../support/describeOnDatabase'
import { openApi, type Person, type TestApi } from './support/fixture'

/** The start of a window. */
const minute = Date.parse('2026-03-02T09:30:00.000Z')

describeOnBoth('counts of calls', use => {
  test('add up over processes once each has told the other', async () => {
    const clock = { at: minute }
    const [a, b] = [0, 1].map(() => createRequestCounts(use().database, () => clock.at))
    if (!a || !b) throw new Error()
    for (let call = 0; call < 3; call++) expect(a.take('somebody', 5)).toBeNull()
    expect(b.take('somebody', 5)).toBeNull()
    await a.share()
    await b.share()
    expect(b.take('somebody', 5)).toBeNull()
    expect(b.take('somebody', 5)).toBe(60)
    // It shared first, so it learns of the rest when it shares again.
    expect(a.take('somebody', 5)).toBeNull()
    await Promise.all([a.share(), b.share()])
    await a.share()
    clock.at += 12_000
    expect(a.take('somebody', 5)).toBe(48)
    expect(a.take('somebody else', 5)).toBeNull()

    clock.at = minute + 60_000
    expect(a.take('somebody', 5)).toBeNull()
  })

  test('of many subjects, told by several processes at once, are all kept and none waits for ever', async () => {
    const processes = Array.from({ length: 4 }, () => createRequestCounts(use().database, () => minute + 3_600_000))
    const subjects = Array.from({ length: 200 }, (_, index) => `subject ${index}`)
    for (const [index, { take }] of processes.entries())
      for (const subject of index % 2 ? subjects : subjects.toReversed()) take(subject, 100)
    await Promise.all(processes.map(({ share }) => share()))
    const { rows } = await use().owner.query('select distinct count from request_counts where window_start = $1', [
      new Date(minute + 3_600_000).toISOString(),
    ])
    expect(rows).toEqual([{ count: 4 }])
  })

  test('of old windows are forgotten', async () => {
    const clock = { at: minute + 7_200_000 }
    const { take, share } = createRequestCounts(use().database, () => clock.at)
    take('somebody', 5)
    await share()
    clock.at += 180_000
    take('somebody', 5)
    await share()
    const { rowCount } = await use().owner.query('select 1 from request_counts')
    expect(rowCount).toBe(1)
  })
})

describe('limits', () => {
  let api: TestApi
  let person: Person
  let tenantId: string
  beforeAll(async () => {
    api = await openApi()
    tenantId = (await api.addTenant()).id
    person = await api.addPersonIn(tenantId, 'owner')
  })
  afterAll(() => api.close())

  /** Takes callers' addresses from a header. */
  const limited = (perAccount: number, perNetwork: number) => {
    const limits = {
      counts: createRequestCounts(api.database, () => minute),
      perAccount,
      perNetwork,
      perKey: 0,
      networkOf: (c: { req: { header: (name: string) => string | undefined } }) => c.req.header('from') ?? '',
    }
    const app = createApi(api.services, { routes: api.routes, limits })
    return async (from: string, token?: string) => {
      const headers = { from, 'X-Tenant-ID': tenantId, ...(token && { Authorization: `Bearer ${token}` }) }
      return app.request('/channels', { headers })
    }
  }

  test('hold for an account wherever it calls from, and only for that', async () => {
    const call = limited(3, 0)
    const token = await api.sign({ authId: person.authId })
    const other = await api.sign({ authId: (await api.addPersonIn(tenantId, 'viewer')).authId })
    const forged = await api.sign({ authId: person.authId }, api.otherKey)
    for (let n = 0; n < 9; n++) expect((await call(`203.0.113.${n}`, forged)).status).toBe(401)
    for (let n = 0; n < 3; n++) expect((await call(`203.0.113.${n}`, token)).status).toBe(200)
    const refused = await call('203.0.113.9', token)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(refused.headers.get('x-request-id')).toBeTruthy()
    expect(await refused.json()).toMatchObject({ code: 'rate_limited', title: 'Too Many Requests' })
    expect((await call('203.0.113.9', other)).status).toBe(200)
  })

  test('are told with every answer, with what is left of them', async () => {
    const call = limited(3, 50)
    const token = await api.sign({ authId: person.authId })
    const told = ({ headers }: Response) => [headers.get('ratelimit-policy'), headers.get('ratelimit')]
    expect(told(await call('203.0.113.1'))).toEqual(['"network";q=50;w=60', '"network";r=49;t=60'])
    expect(told(await call('203.0.113.1', token))).toEqual([
      '"network";q=50;w=60, "account";q=3;w=60',
      '"network";r=48;t=60, "account";r=2;t=60',
    ])
    await call('203.0.113.1', token)
    await call('203.0.113.1', token)
    const refused = await call('203.0.113.1', token)
    expect([refused.status, ...told(refused)]).toEqual([429, '"account";q=3;w=60', '"account";r=0;t=60'])
    expect(told(await limited(0, 0)('203.0.113.1', token))).toEqual([null, null])
  })

  test('hold for a network, whoever calls', async () => {
    const call = limited(0, 2)
    const token = await api.sign({ authId: person.authId })
    expect((await call('203.0.113.1')).status).toBe(401)
    expect((await call('203.0.113.1', 'nonsense')).status).toBe(401)
    expect((await call('203.0.113.1', token)).status).toBe(429)
    expect((await call('203.0.113.2', token)).status).toBe(200)
  })
})

test('beyond as many requests as it is given, an application is busy, and free again after', async () => {
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  const app = new Hono<Environment>()
  app.use(limitConcurrency(createRequestSlots({ all: 2, ofNetwork: 2 }), () => '203.0.113.1'))
  app.get('/slow', async c => {
    await released
    return c.text('done')
  })
  app.get('/broken', () => {
    throw new Error()
  })
  app.onError((_, c) => c.text('broken', 500))
  const waiting = [app.request('/slow'), app.request('/slow')]
  const refused = await app.request('/slow')
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(await refused.json()).toMatchObject({ code: 'unavailable' })
  release()
  for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(200)
  for (let n = 0; n < 3; n++) expect((await app.request('/broken')).status).toBe(500)
})

describe('pages of other origins', () => {
  const route: Route = {
    method: 'GET',
    path: '/things',
    access: { who: 'anyone' },
    tag: 'Things',
    operationId: 'listThings',
    summary: 'Things',
    answer: { status: 200, description: 'All', headers: 'Content-Disposition' },
    handler: async () => ({ status: 200, body: [] }),
  }
  let api: TestApi
  beforeAll(async () => {
    api = await openApi()
  })
  afterAll(() => api.close())
  const call = (origin: string, init: RequestInit = {}) =>
    createApi(api.services, {
      routes: [route],
      isOwnOrigin: candidate => candidate === 'https://app.example.com',
    }).request('/things', { ...init, headers: { origin, ...init.headers } })

  test('may call and read the headers of answers when they are ours', async () => {
    const asked = await call('https://app.example.com', {
      method: 'OPTIONS',
      headers: {
        'Access-Control-Request-Method': 'PATCH',
        'Access-Control-Request-Headers': 'authorization,x-tenant-id,if-match,idempotency-key',
      },
    })
    expect(asked.status).toBe(204)
    expect(asked.headers.get('access-control-allow-origin')).toBe('https://app.example.com')
    expect(asked.headers.get('access-control-allow-methods')).toContain('PATCH')
    expect(asked.headers.get('access-control-allow-headers')).toMatch(/if-match,idempotency-key/)
    expect(asked.headers.get('access-control-allow-credentials')).toBeNull()

    const answer = await call('https://app.example.com')
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://app.example.com')
    const exposed = answer.headers.get('access-control-expose-headers') ?? ''
    for (const name of [
      'Content-Disposition',
      'ETag',
      'X-Total-Count',
      'X-Request-Id',
      'Retry-After',
      'RateLimit',
      'RateLimit-Policy',
    ])
      expect(exposed).toContain(name)
  })

  test('may not when they are not', async () => {
    for (const origin of ['https://evil.example.com', 'null', 'nonsense']) {
      expect((await call(origin)).headers.get('access-control-allow-origin')).toBeNull()
    }
  })
})
