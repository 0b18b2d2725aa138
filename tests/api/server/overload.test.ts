import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { readServerConfig } from '../../../server/config'
import { product } from '../../../server/product'
import { type RunningServer, startServer } from '../../../server/startServer'
import { openTestDatabase, settingsOf, type TestDatabase } from '../../../testing/testDatabase'
import { openSlowSockets } from '../support/slowSockets'

interface LogLine {
  level: string
  message: string
  details: Record<string, unknown>
}

let database: TestDatabase | undefined
let folder: string
const running: RunningServer[] = []
const log: LogLine[] = []

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'slotwise-overload-'))
  const postgresUrl = inject('postgresUrl')
  if (postgresUrl) database = await openTestDatabase(postgresUrl)
})
afterAll(async () => {
  await database?.close()
  await rm(folder, { recursive: true, force: true })
})

/** Replaces the server by one with these settings. */
const start = async (settings: Record<string, string>, bodyTimeout?: number): Promise<string> => {
  await running.pop()?.close()
  const environment = {
    DATA_DIR: folder,
    DEMO: 'off',
    PORT: '0',
    ...settingsOf(database?.url ?? null),
    ...settings,
  }
  const note = (level: string, message: string, details = {}) => void log.push({ level, message, details })
  const server = await startServer(product, readServerConfig(environment), note, {
    web: 'pages',
    ...(bodyTimeout && { bodyTimeout }),
  })
  running.push(server)
  return server.url
}
afterAll(() => running.pop()?.close())

let people = 0
/** Signs somebody up and returns the token. */
const signUp = async (url: string): Promise<string> => {
  const answer = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `person-${++people}@example.com`, password: 'a-good-password-1' }),
  })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { access_token: string }).access_token
}

/** Sends raw text and collects the answer until the connection closes or `enough`. */
const talk = async (url: string, text: string, until = /\r\n\r\n/): Promise<string> => {
  const { hostname, port } = new URL(url)
  const socket = net.connect(Number(port), hostname)
  socket.on('error', () => {})
  let heard = ''
  socket.write(text)
  for await (const part of socket) {
    heard += part
    if (until.test(heard)) break
  }
  socket.destroy()
  return heard
}

const head = (line: string, headers: Record<string, string>): string =>
  `${[line, 'Host: localhost', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\r\n')}\r\n\r\n`

describe('with few places', () => {
  let url: string
  let token: string
  beforeAll(async () => {
    url = await start({ MAX_REQUESTS: '4' })
    token = await signUp(url)
  }, 120_000)

  test('slow senders hold none that a good request needs', async () => {
    const slow = await openSlowSockets(url, 40)
    const headers = { authorization: `Bearer ${token}` }
    for (let round = 0; round < 5; round++) {
      expect((await fetch(`${url}/api/users/me`, { headers })).status).toBe(200)
      expect((await fetch(`${url}/auth/v1/user`, { headers })).status).toBe(200)
      const body = JSON.stringify({ email: 'nobody@example.com', password: 'wrong' })
      const signIn = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
      expect((await fetch(`${url}/auth/v1/token?grant_type=password`, signIn)).status).toBe(400)
    }
    slow.stop()
  })

  test('who is not signed in is refused before the body is read', async () => {
    const chunked = { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' }
    expect(await talk(url, head('POST /api/channels HTTP/1.1', chunked))).toMatch(/^HTTP\/1.1 401 /)
    expect(await talk(url, head('PUT /auth/v1/user HTTP/1.1', chunked))).toMatch(/^HTTP\/1.1 401 /)
  })

  test('a body whose sender goes away is no error', async () => {
    log.length = 0
    const { hostname, port } = new URL(url)
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Content-Length': '100' }
    for (const line of ['PATCH /api/users/me HTTP/1.1', 'POST /auth/v1/token?grant_type=password HTTP/1.1']) {
      const socket = net.connect(Number(port), hostname)
      await once(socket, 'connect')
      socket.on('error', () => {})
      await new Promise<void>(resolve => socket.write(`${head(line, headers)}{"na`, () => resolve()))
      socket.destroy()
    }
    await expect.poll(() => log.some(({ details }) => details.method === 'PATCH')).toBe(true)
    expect((await fetch(`${url}/auth/v1/user`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
    expect(log.filter(({ level }) => level === 'error')).toEqual([])
  })

  test.each([
    ['PATCH', '/api/users/me', 2 * 1024 * 1024, 'said', true, 413],
    ['PATCH', '/api/users/me', 2 * 1024 * 1024, 'unsaid', true, 413],
    ['PATCH', '/api/users/me', 2 * 1024 * 1024, 'said', false, 401],
    ['POST', '/auth/v1/token?grant_type=password', 512 * 1024, 'said', false, 413],
    ['POST', '/auth/v1/token?grant_type=password', 8 * 1024 * 1024, 'unsaid', false, 413],
    ['POST', '/auth/v1/logout', 512 * 1024, 'said', false, 401],
  ] as const)(
    'after %s %s with a body that is refused (%i bytes, %s), the next request of the same agent is answered',
    async (method, address, size, length, isSignedIn, status) => {
      const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
      const ask = (options: http.RequestOptions, target: string, body = ''): Promise<number> =>
        new Promise((resolve, reject) => {
          const request = http.request(`${url}${target}`, { ...options, agent }, response => {
            response.resume()
            response.once('end', () => resolve(response.statusCode ?? 0))
          })
          request.on('error', reject)
          request.end(body)
        })
      const headers = { 'content-type': 'application/json', ...(isSignedIn && { authorization: `Bearer ${token}` }) }
      for (let round = 0; round < 3; round++) {
        const sent = length === 'said' ? { 'content-length': size } : { 'transfer-encoding': 'chunked' }
        expect(await ask({ method, headers: { ...headers, ...sent } }, address, 'x'.repeat(size))).toBe(status)
        expect(await ask({ method: 'GET', headers: { authorization: `Bearer ${token}` } }, '/api/users/me')).toBe(200)
      }
      agent.destroy()
    },
  )
})

describe('a crowd on the booking page', () => {
  let url: string
  let empty: TestDatabase | undefined
  let headers: Record<string, string>
  let variantId: string
  afterAll(async () => {
    await running.pop()?.close()
    await empty?.close()
  })
  beforeAll(async () => {
    const rush = { MAX_REQUESTS_PUBLIC: '4', RATE_LIMIT_PUBLIC: '0', PUBLIC_POW_BITS: '0', DATABASE_POOL: '4' }
    // The demo needs an empty database.
    const postgresUrl = inject('postgresUrl')
    if (postgresUrl) empty = await openTestDatabase(postgresUrl)
    const place = { DATA_DIR: path.join(folder, 'crowd'), ...settingsOf(empty?.url ?? null) }
    url = await start({ ...rush, ...place, DEMO: 'on' })
    const body = JSON.stringify({ email: 'admin@demo.test', password: 'demo-password-1' })
    const signIn = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    const session = (await (await fetch(`${url}/auth/v1/token?grant_type=password`, signIn)).json()) as {
      access_token: string
    }
    const authorization = `Bearer ${session.access_token}`
    const tenants = (await (await fetch(`${url}/api/tenants`, { headers: { authorization } })).json()) as {
      id: string
      slug: string
    }[]
    headers = { authorization, 'X-Tenant-ID': tenants.find(({ slug }) => slug === 'harbor-spa')?.id ?? '' }
    const item = await fetch(`${url}/api/public/harbor-spa/items/sauna`)
    variantId = ((await item.json()) as { variants: { id: string }[] }).variants[0]?.id ?? ''
    log.length = 0
  }, 240_000)

  const month = (index: number) => `${2030 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`

  test('takes no place of the desk; who cannot be served is told when to come back', async () => {
    const pages = Array.from({ length: 60 }, (_, index) =>
      fetch(`${url}/book/harbor-spa/sauna?v=${variantId}&month=${month(index)}`, {
        headers: { 'accept-language': 'de' },
      }),
    )
    const days = Array.from({ length: 60 }, (_, index) =>
      fetch(`${url}/api/public/harbor-spa/availability/days?variantId=${variantId}&month=${month(index)}`),
    )
    const desk = Array.from({ length: 20 }, () => fetch(`${url}/api/channels`, { headers }))
    expect(new Set((await Promise.all(desk)).map(({ status }) => status))).toEqual(new Set([200]))
    const answers = [...(await Promise.all(pages)), ...(await Promise.all(days))]
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]))
    const refused = answers.filter(({ status }) => status === 503)
    expect(refused.filter(answer => !/^\d+$/.test(answer.headers.get('retry-after') ?? ''))).toEqual([])
    const shell = refused.find(answer => answer.url.includes('/book/'))
    expect(shell?.headers.get('content-type')).toMatch(/^text\/html/)
    expect(await shell?.text()).toMatch(/<html lang="de">.*<h1>Gerade sind sehr viele Menschen hier<\/h1>/)
    expect(log.filter(({ level }) => level === 'error')).toEqual([])
  })

  test('that asks for the same at once gets one answer, which a shared cache may keep for a second', async () => {
    const ask = (path: string) => Promise.all(Array.from({ length: 100 }, () => fetch(url + path)))
    for (const path of [
      `/book/harbor-spa/sauna?v=${variantId}`,
      `/api/public/harbor-spa/availability/days?variantId=${variantId}&month=2030-01`,
    ]) {
      const answers = await ask(path)
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      expect(answers[0]?.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=1')
      for (const name of ['ratelimit', 'set-cookie']) expect(answers[0]?.headers.has(name)).toBe(false)
      // Pages tell the moment at which they were written.
      const bodies = new Set(await Promise.all(answers.map(answer => answer.text())))
      expect(bodies.size).toBeLessThan(10)
    }
  })

  test('and whoever takes a place or gives it back is told the truth at once', async () => {
    const api = `${url}/api/public/harbor-spa`
    const post = async (path: string, body: object = {}) => {
      const answer = await fetch(api + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return (await answer.json()) as Record<string, string>
    }
    const free = async () => {
      const from = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
      const to = new Date(Date.now() + 8 * 86_400_000).toISOString().slice(0, 10)
      const answer = await fetch(`${api}/availability?variantId=${variantId}&from=${from}&to=${to}&quantity=6`)
      const slots = (await answer.json()) as { startsAt: string; status: string }[]
      return slots.filter(({ status }) => status !== 'full').map(({ startsAt }) => startsAt)
    }
    const before = await free()
    const { challenge } = await post('/challenges')
    const nonce = '0'
    const held = await post('/holds', { variantId, startsAt: before[0], quantity: 6, challenge, nonce })
    expect(await free()).not.toContain(before[0])
    await fetch(`${api}/holds/${held.holdToken}`, { method: 'DELETE' })
    expect(await free()).toEqual(before)
  })
})

test('who sends all of a refused body before reading the answer reads it whole', async () => {
  const { hostname, port } = new URL(await start({}))
  const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`
  const chunked = { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' }
  const socket = net.connect(Number(port), hostname)
  // A write that fails says so itself.
  socket.on('error', () => {})
  socket.write(head('POST /auth/v1/token?grant_type=password HTTP/1.1', chunked))
  for (let count = 0; count < 12; count++)
    await new Promise<void>((resolve, reject) => socket.write(chunk, error => (error ? reject(error) : resolve())))
  let heard = ''
  for await (const part of socket) heard += part
  expect(heard).toMatch(/^HTTP\/1.1 413 [\s\S]*The body is too large/)
})

test('a body that does not come to its end in time is refused, and its connection closed', async () => {
  const url = await start({}, 300)
  const token = await signUp(url)
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const never = /$^/
  for (const [line, length] of [
    ['PATCH /api/users/me HTTP/1.1', { 'Content-Length': '100' }],
    ['PATCH /api/users/me HTTP/1.1', { 'Transfer-Encoding': 'chunked' }],
    ['POST /auth/v1/token?grant_type=password HTTP/1.1', { 'Content-Length': '100' }],
  ] as const) {
    const heard = await talk(url, head(line, { ...headers, ...length }), never)
    expect(heard).toMatch(/^HTTP\/1.1 408 /)
    expect(heard).toMatch(/\r\nconnection: close\r\n/i)
  }
})

test('of connections that ask nothing, one network keeps as many as it may, and is still answered', async () => {
  const url = await start({ MAX_CONNECTIONS_ADDRESS: '10' })
  const slow = await openSlowSockets(url, 30)
  await expect.poll(() => slow.figures().closed).toBeGreaterThanOrEqual(20)
  for (let round = 0; round < 5; round++) expect((await fetch(`${url}/healthz`)).status).toBe(200)
  slow.stop()
})

test('calls are counted by network at the auth service too', async () => {
  const url = await start({ RATE_LIMIT_ADDRESS: '3' })
  const answers: Response[] = []
  for (let call = 0; call < 5; call++) answers.push(await fetch(`${url}/auth/v1/settings`))
  // A minute may end between two of them.
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]?.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(await refused[0]?.json()).toMatchObject({ error_code: 'over_request_rate_limit' })
})

test('a server that stops answers what it has in hand, and keeps no connection for more', async () => {
  const url = await start({})
  const server = running.pop()
  await signUp(url)
  const { hostname, port } = new URL(url)
  const silent = net.connect(Number(port), hostname)
  silent.on('error', () => {})
  await once(silent, 'connect')
  const agent = new http.Agent({ keepAlive: true })
  const body = JSON.stringify({ email: `person-${people}@example.com`, password: 'a-good-password-1' })
  let inHand = 0
  const signIn = (): Promise<number> =>
    new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' }
      const request = http.request(`${url}/auth/v1/token?grant_type=password`, { method: 'POST', agent, headers })
      request.once('continue', () => {
        request.end(body)
        inHand++
      })
      request.once('error', reject)
      request.once('response', response => response.resume().once('end', () => resolve(response.statusCode ?? 0)))
    })
  const answers = Promise.all(Array.from({ length: 10 }, signIn))
  await vi.waitFor(() => expect(inHand).toBe(10), { timeout: 20_000, interval: 1 })
  await server?.close()
  expect(await answers).toEqual(Array(10).fill(200))
  agent.destroy()
})

test('a proxy that nobody told of is noticed, once', async () => {
  const url = await start({})
  log.length = 0
  for (let call = 0; call < 3; call++)
    await fetch(`${url}/auth/v1/health`, { headers: { 'x-forwarded-for': '203.0.113.1' } })
  expect(log.filter(({ level, message }) => level === 'warn' && message.includes('TRUSTED_PROXIES'))).toHaveLength(1)
})
