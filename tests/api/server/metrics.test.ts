import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { readServerConfig } from '../../../server/config'
import { routeTable } from '../../../server/crud/routeTable'
import { readMigrations } from '../../../server/db/migrate'
import { product } from '../../../server/product'
import { type RunningServer, startServer } from '../../../server/startServer'
import { openTestDatabase, settingsOf, type TestDatabase } from '../../../testing/testDatabase'

const token = 'a-token-for-prometheus'
let folder: string
let opened: TestDatabase
let server: RunningServer
let collector: Server
const collected: { authorization: string | undefined; text: string }[] = []

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'slotwise-metrics-'))
  collector = createServer(async (request, response) => {
    const { authorization } = request.headers
    if (request.url === '/v1/traces') collected.push({ authorization, text: await text(request) })
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const { port } = collector.address() as AddressInfo
  opened = await openTestDatabase(inject('postgresUrl'))
  const settings = {
    ...{ DATA_DIR: folder, PORT: '0', DEMO: 'off', METRICS_TOKEN: token, MAX_REQUESTS: '1000' },
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector',
    ...settingsOf(opened.url),
  }
  server = await startServer(product, readServerConfig(settings, product), () => {}, { web: 'none' })
})
afterAll(async () => {
  await server.close()
  collector.close()
  await opened.close()
  await rm(folder, { recursive: true, force: true })
})

const get = (address: string, authorization?: string) =>
  fetch(`${server.url}${address}`, authorization ? { headers: { authorization } } : {})

it('are there for the token alone', async () => {
  expect((await get('/metrics')).status).toBe(404)
  expect((await get('/metrics', 'Bearer wrong')).status).toBe(404)
  expect((await get('/metrics', `Bearer ${token}`)).status).toBe(200)
  expect(await (await get('/readyz?verbose')).json()).toEqual({ status: 'ready' })
  expect(await (await get('/readyz?verbose', `Bearer ${token}`)).json()).toMatchObject({
    status: 'ready',
    isStuck: false,
    connections: { waiting: 0 },
  })
})

it('are there for each code and queue before anything happens, so that the first refusal is an increase', async () => {
  const told = await (await get('/metrics', `Bearer ${token}`)).text()
  const valuesOf = (series: string) =>
    told.split('\n').flatMap(line => (line.startsWith(`${series} `) ? [line.slice(series.length + 1)] : []))
  expect(valuesOf('slotwise_refusals_total{code="last_owner"}')).toEqual(['0'])
  // Other tests in this process attempt work, and some of it fails.
  const queues = told.match(/(?<=slotwise_queue_waiting\{queue=")\w+/g) ?? []
  expect(queues.length).toBeGreaterThan(4)
  for (const queue of queues)
    for (const what of ['attempted', 'failed', 'given_up'])
      expect(valuesOf(`slotwise_jobs_${what}_total{queue="${queue}"}`), `${what} of ${queue}`).toHaveLength(1)
})

it('say how many migrations have run, and that a newer version has run more', async () => {
  const told = async () =>
    (await (await get('/metrics', `Bearer ${token}`)).text()).match(/slotwise_migrations\{.*/g)?.join('\n')
  const ours = Object.keys(await readMigrations(product.migrations)).length
  const said = (newer: number) =>
    `slotwise_migrations{of="this_version"} ${ours}\nslotwise_migrations{of="newer_versions"} ${newer}`
  expect(await told()).toBe(said(0))
  await opened.owner.query("insert into migrations (name, timestamp) values ('product/9999_later', 'x')")
  expect(await told()).toBe(said(1))
  await opened.owner.query("delete from migrations where name = 'product/9999_later'")
})

it.each(['prometheus/alerts.yml', 'grafana/slotwise.json'])('have every name that %s asks for', async file => {
  const asking = await readFile(path.resolve('deploy', file), 'utf8')
  const told = await (await get('/metrics', `Bearer ${token}`)).text()
  const asked = new Set(asking.match(/slotwise_\w+/g)?.map(name => name.replace(/_bucket$/, '')))
  expect(asked.size).toBeGreaterThan(5)
  expect([...asked].filter(name => !told.includes(`# TYPE ${name} `))).toEqual([])
})

it('say what happened, and never who or where: fewer than 2,000 series after a walk of every route', async () => {
  const id = '018f0000-0000-7000-8000-00000000cafe'
  const routes = routeTable(product)
  for (const { method, path: template } of routes) {
    const address = `/api${template.replace(/\{\w+\}/g, id)}`
    await (await fetch(`${server.url}${address}`, { method })).arrayBuffer()
  }
  await Promise.all(Array.from({ length: 300 }, (_, at) => get(`/api/made-up-${at}/${id}`)))
  await Promise.all(Array.from({ length: 300 }, (_, at) => get(`/made-up-${at}`)))
  const told = await (await get('/metrics', `Bearer ${token}`)).text()
  const lines = told.split('\n').filter(line => line !== '' && !line.startsWith('#'))
  expect(lines.length).toBeLessThan(2_000)
  expect(lines.filter(line => !/^[a-z_]+(?:\{[^{}]*(?:\{\w+\}[^{}]*)*\})? -?[\d.e+-]+$/i.test(line))).toEqual([])
  expect(told).not.toContain(id)
  expect(told).not.toContain('made-up')
  expect(told).toMatch(/slotwise_requests_total\{route="\/api\/users\/me",method="GET",status="4xx"\} 1\n/)
  expect(told).toMatch(/slotwise_refusals_total\{code="unauthorized"\} \d+/)
  expect(told).toMatch(/slotwise_queue_oldest_seconds\{queue="webhook"\} 0/)
  expect(told).toMatch(/slotwise_database_up 1/)
  expect(told).toMatch(/slotwise_database_statements_total [1-9]/)
}, 120_000)

const hasPromtool = spawnSync('promtool', ['--version']).status === 0
it.skipIf(!hasPromtool)(`pass promtool check metrics${hasPromtool ? '' : ' (skipped: it is not here)'}`, async () => {
  const input = await (await get('/metrics', `Bearer ${token}`)).text()
  const { stdout, stderr, status } = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' })
  expect([status, `${stdout}${stderr}`]).toEqual([0, ''])
})

interface OtlpSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[]
}

it('are beside traces: of requests and their statements, within the trace of the caller, and of nobody', async () => {
  const trace = '0af7651916cd43dd8448eb211c80319c'
  const answer = await fetch(`${server.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', traceparent: `00-${trace}-b7ad6b7169203331-01` },
    body: JSON.stringify({ email: 'traced@example.com', password: 'a-good-password-1' }),
  })
  expect(answer.status).toBe(200)
  const unsampled = await fetch(`${server.url}/api/made-up`, {
    headers: { traceparent: '00-1af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00' },
  })
  expect(unsampled.headers.get('x-request-id')).toMatch(/^1af7651916cd43dd8448eb211c80319c-[\da-f]{16}$/)

  const spans = () =>
    collected
      .flatMap(({ text }) => JSON.parse(text).resourceSpans[0].scopeSpans[0].spans as OtlpSpan[])
      .filter(({ traceId }) => traceId === trace)
  await expect.poll(() => spans().map(({ name }) => name), { timeout: 15_000 }).toContain('POST /auth/v1/*')
  const request = spans().find(({ name }) => name === 'POST /auth/v1/*')
  expect(request).toMatchObject({ kind: 2, parentSpanId: 'b7ad6b7169203331' })
  expect(request?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: '200' } })
  const statements = spans().filter(({ parentSpanId }) => parentSpanId === request?.spanId)
  expect(statements.map(({ name }) => name)).toContain('insert')

  const all = collected.map(({ text }) => text).join('')
  expect(new Set(collected.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer collector']))
  expect(all).toContain('"name":"GET /api/users/me"')
  for (const secret of ['traced', 'made-up', '018f0000', '1af7651916cd43dd8448eb211c80319c', '$1'])
    expect(all).not.toContain(secret)
}, 60_000)
