import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { systemOrigin } from '../../server/audit/auditEntry'
import { writeEvents } from '../../server/events/events'
import { createJobs } from '../../server/jobs/jobs'
import { createSealer } from '../../server/seal'
import type { AttemptOptions } from '../../server/webhooks/attempt'
import { createWebhookQueue } from '../../server/webhooks/queue'
import { webhookQueue } from '../../server/webhooks/settings'
import { eventCatalogue } from '../../src/resources/eventCatalogue'
import { NOW, openBusiness } from '../api/features/support/business'
import { openApi } from '../api/http/support/fixture'
import { type Bench, type Measurement, middle, timed } from './support/measurement'
import { type Ground, headersOf, onBothDatabases } from './support/onDatabases'
import { serveApi } from './support/serveApi'

const DAY = 86_400_000
/** A Monday, nine o'clock in Berlin. */
const monday = Date.UTC(2026, 2, 2, 8)
const rounds = 40
/** The first ones, in which each connection plans its statements anew, are not counted. */
const warmUp = 80
const queued = 10_000
/** How many of them are waited for. */
const counted = 2_000

const options: AttemptOptions = {
  settings: { allowsPrivate: true, retrySeconds: [30], timeoutMs: 10_000, disableAfterMinutes: 7200 },
  sealer: createSealer(Buffer.alloc(32, 7)),
  catalogue: eventCatalogue,
}

/** A receiver that takes 5 ms, and says when it has heard so many. */
const startReceiver = async () => {
  let heard = 0
  let wanted = Number.POSITIVE_INFINITY
  let tell = () => {}
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      setTimeout(() => response.writeHead(204).end(), 5)
      if (++heard === wanted) tell()
    })
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hears: (more: number) =>
      new Promise<void>(resolve => {
        wanted = heard + more
        tell = resolve
      }),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Bookings that nobody is told of, that are events, and that are deliveries to two webhooks too, in turns. */
const measureBookings = async ({ api: base, testDatabase: on, where }: Ground): Promise<Measurement[]> => {
  const open = async (services: object, hooks: readonly string[]) => {
    const api = await openApi({ on, users: null, now: () => NOW, webhooks: options, ...services })
    const server = await serveApi(api)
    const business = await openBusiness(base)
    for (const url of hooks) {
      const { status } = await business.send('POST', '/webhooks', { url, events: ['*'] })
      if (status !== 201) throw new Error(`A webhook was refused: ${status}`)
    }
    const customerId = await business.add('customers', { name: 'Guest' })
    const variantId = await business.addVariant([await business.addResource()])
    const headers = await headersOf(api, business)
    const times: number[] = []
    return {
      times,
      book: async (round: number) => {
        const day = Math.floor(round / 5)
        const at = monday + (day + Math.floor(day / 5) * 2) * DAY + (round % 5) * 3_600_000
        const time = await timed(() =>
          server.post('/bookings', headers, { variantId, customerId, startsAt: new Date(at).toISOString() }),
        )
        if (round >= warmUp) times.push(time)
      },
      close: async () => {
        server.close()
        await api.close()
      },
    }
  }
  const ways = [
    await open({ events: null, follow: null }, []),
    await open({}, []),
    await open({}, ['http://127.0.0.1:9/one', 'http://127.0.0.1:9/two']),
  ]
  for (let round = 0; round < warmUp + rounds; round++) for (const { book } of ways) await book(round)
  const [none = 0, events = 0, hooks = 0] = ways.map(({ times }) => middle(times))
  for (const { close } of ways) await close()
  const against = { what: 'the same without events', figure: none }
  return [
    { what: `a booking with its events, ${where}`, figure: events, unit: 'ms', against, aim: '≤ 1.1 ×' },
    { what: `and with deliveries to two webhooks, ${where}`, figure: hooks, unit: 'ms', against, aim: '≤ 1.1 ×' },
  ]
}

/** What is delivered of a long queue, beside requests that nobody keeps a record of. */
const measureDeliveries = async ({ api, testDatabase: { database }, where }: Ground): Promise<Measurement[]> => {
  const receiver = await startReceiver()
  const { run, send, tenantId } = await openBusiness(api)
  for (const path of ['/one', '/two']) await send('POST', '/webhooks', { url: receiver.url + path, events: ['*'] })
  for (let written = 0; written < queued / 2; written += 500)
    await run(db =>
      writeEvents(
        db,
        systemOrigin,
        Array.from({ length: 500 }, () => ({
          ...{ tenantId, type: 'customer.updated', subjectType: 'customer', subjectId: randomUUID() },
          ...{ data: { name: 'Guest' }, previous: {} },
        })),
      ),
    )
  await api.owner.query('vacuum analyze')

  let left = counted
  const call = async () => {
    while (left-- > 0) await (await fetch(receiver.url, { method: 'POST', body: 'x'.repeat(400) })).arrayBuffer()
  }
  const floorFrom = performance.now()
  await Promise.all(Array.from({ length: 10 }, call))
  const floor = counted / ((performance.now() - floorFrom) / 1000)

  const jobs = createJobs({ database, isOn: true, sweepSeconds: 60, log: () => {} })
  const arrived = receiver.hears(counted)
  const from = performance.now()
  jobs.start([createWebhookQueue({ ...options, database, log: () => {} })])
  jobs.wake(webhookQueue, tenantId)
  await arrived
  const figure = counted / ((performance.now() - from) / 1000)
  await jobs.stop()
  receiver.close()
  const what = `deliveries of a tenant with ${queued.toLocaleString('en')} waiting, ${where}`
  const against = { what: 'plain fetch, ten at once', figure: floor }
  return [{ what, figure, unit: 'requests/s', against, aim: '≥ 100 a second' }]
}

const measure = async (ground: Ground): Promise<Measurement[]> => [
  ...(await measureBookings(ground)),
  ...(await measureDeliveries(ground)),
]

/** What events and webhooks cost who books, and how fast a queue is worked off for a receiver of 5 ms. */
export default {
  title: 'Events and webhooks, a receiver of 5 ms',
  run: () => onBothDatabases({ users: null, now: () => NOW, webhooks: options }, measure),
} satisfies Bench
