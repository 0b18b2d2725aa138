import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { readServerConfig } from '../../../server/config'
import { routeTable } from '../../../server/crud/routeTable'
import { product } from '../../../server/product'
import { type RunningServer, startServer } from '../../../server/startServer'
import { openTestDatabase, type TestDatabase } from '../../../testing/testDatabase'

const token = 'a-token-for-prometheus'
let folder: string
let opened: TestDatabase
let server: RunningServer

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'slotwise-metrics-'))
  opened = await openTestDatabase(inject('postgresUrl'))
  const settings = {
    ...{ DATA_DIR: folder, PORT: '0', DEMO: 'off', METRICS_TOKEN: token, MAX_REQUESTS: '1000' },
    ...(opened.url && { DATABASE_URL: opened.url }),
  }
  server = await startServer(product, readServerConfig(settings, product), () => {}, { web: 'none' })
})
afterAll(async () => {
  await server.close()
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

it.each(['prometheus/alerts.yml', 'grafana/slotwise.json'])('have every name that %s asks for', async file => {
  const asking = await readFile(path.resolve('deploy', file), 'utf8')
  const text = await (await get('/metrics', `Bearer ${token}`)).text()
  const asked = new Set(asking.match(/slotwise_\w+/g)?.map(name => name.replace(/_bucket$/, '')))
  expect(asked.size).toBeGreaterThan(5)
  expect([...asked].filter(name => !text.includes(`# TYPE ${name} `))).toEqual([])
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
  const text = await (await get('/metrics', `Bearer ${token}`)).text()
  const lines = text.split('\n').filter(line => line !== '' && !line.startsWith('#'))
  expect(lines.length).toBeLessThan(2_000)
  expect(lines.filter(line => !/^[a-z_]+(?:\{[^{}]*(?:\{\w+\}[^{}]*)*\})? -?[\d.e+-]+$/i.test(line))).toEqual([])
  expect(text).not.toContain(id)
  expect(text).not.toContain('made-up')
  expect(text).toMatch(/slotwise_requests_total\{route="\/api\/users\/me",method="GET",status="4xx"\} 1\n/)
  expect(text).toMatch(/slotwise_refusals_total\{code="unauthorized"\} \d+/)
  expect(text).toMatch(/slotwise_queue_oldest_seconds\{queue="webhook"\} 0/)
  expect(text).toMatch(/slotwise_database_up 1/)
}, 120_000)
