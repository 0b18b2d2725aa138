import { randomUUID } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemOrigin } from '../../../server/audit/auditEntry'
import type { Database } from '../../../server/db/database'
import { writeEvents } from '../../../server/events/events'
import { quietShift } from '../../../server/jobs/jobs'
import { createSealer } from '../../../server/seal'
import type { AttemptOptions } from '../../../server/webhooks/attempt'
import { createWebhookQueue } from '../../../server/webhooks/queue'
import { webhookQueue } from '../../../server/webhooks/settings'
import { eventCatalogue } from '../../../src/resources/eventCatalogue'
import { openApi, type TestApi } from '../http/support/fixture'
import { endings, startBadReceiver } from '../support/badReceiver'
import { describeOnDatabase } from '../support/describeOnDatabase'
import { type Receiver, startReceiver } from '../support/receiver'
import { untrusted } from '../support/untrusted'
import { type Business, NOW, openBusiness } from './support/business'
import { openProcesses, type Processes } from './support/processes'

const options: AttemptOptions = {
  settings: { allowsPrivate: true, retrySeconds: [3600], timeoutMs: 30_000, disableAfterMinutes: 7200 },
  sealer: createSealer(Buffer.alloc(32, 7)),
  catalogue: eventCatalogue,
}

const ignore = () => {}

describeOnDatabase('webhooks when things go wrong', use => {
  let api: TestApi
  let processes: Processes
  let business: Business
  let receiver: Receiver

  beforeAll(async () => {
    api = await openApi({ on: use(), users: null, now: () => NOW, webhooks: options })
    processes = await openProcesses(use())
  })
  afterAll(async () => {
    await processes.close()
    await api.close()
  })
  beforeEach(async () => {
    business = await openBusiness(api)
    receiver = await startReceiver()
  })
  afterEach(async () => {
    await receiver.close()
    await processes.stop()
  })

  const queueOn = (database: Database) => createWebhookQueue({ ...options, database, log: ignore })
  const startProcess = (database: Database) => processes.start(database, queueOn(database))
  const addWebhook = async (url = receiver.url, of = business) => {
    const { status, body } = await of.send('POST', '/webhooks', { url, events: ['customer.*'] })
    expect(status).toBe(201)
    return body.id as string
  }
  /** Events of so many customers, all at once. */
  const happen = (count: number, { run, tenantId }: Business = business) =>
    run(db =>
      writeEvents(
        db,
        systemOrigin,
        Array.from({ length: count }, () => ({
          ...{ tenantId, type: 'customer.updated', subjectType: 'customer', subjectId: randomUUID() },
          ...{ data: {}, previous: {} },
        })),
      ),
    )
  const rowsOf = async (webhookId: string) =>
    (
      await use().owner.query(
        'select event_id, status, attempts, leased_until from webhook_deliveries where webhook_id = $1',
        [webhookId],
      )
    ).rows
  const settled = (webhookId: string, status = 'succeeded') =>
    expect.poll(async () => new Set((await rowsOf(webhookId)).map(row => row.status))).toEqual(new Set([status]))
  const heard = () => receiver.received.map(({ headers }) => String(headers['webhook-id'])).sort()
  const jump = (interval: string) =>
    processes.jump('webhook_deliveries', ['next_attempt_at'], { tenantId: business.tenantId, interval })

  test('two processes share a queue, one of them stops: each delivery is made once', async () => {
    let atOnce = 0
    let most = 0
    receiver.answerWith((_, response) => {
      most = Math.max(most, ++atOnce)
      setTimeout(() => {
        atOnce--
        response.writeHead(204).end()
      }, 5)
    })
    const id = await addWebhook()
    await happen(60)
    const [first] = [startProcess(use().database), startProcess(processes.second)]
    await receiver.has(15)
    await first.stop()
    await settled(id)
    const rows = await rowsOf(id)
    expect(heard()).toEqual(rows.map(row => row.event_id).sort())
    expect(new Set(rows.map(row => row.attempts))).toEqual(new Set([1]))
    expect(most).toBeLessThanOrEqual(5)
  })

  test.each(['an upgrade', 'a reset', 'a close in the body'])(
    'a receiver that ends a call by %s is tried again later, as is any that fails',
    async how => {
      const bad = await startBadReceiver(endings[how]!)
      const id = await addWebhook(bad.url)
      await happen(12)
      await queueOn(use().database).work(business.tenantId, quietShift())
      expect((await rowsOf(id)).map(({ status, attempts }) => [status, attempts])).toEqual(
        Array.from({ length: 12 }, () => ['retrying', 1]),
      )
      await bad.close()
    },
  )

  test('a process that stops takes nothing new, and gives back what it cannot finish', async () => {
    receiver.answerWith(ignore)
    const id = await addWebhook()
    await happen(8)
    const [signal, hurry] = [new AbortController(), new AbortController()]
    const working = queueOn(use().database).work(business.tenantId, {
      ...{ signal: signal.signal, hurry: hurry.signal },
      listen: () => new Promise<void>(ignore),
    })
    await receiver.has(5)
    signal.abort()
    hurry.abort()
    await working
    expect(await rowsOf(id)).toEqual(
      Array.from({ length: 8 }, () => expect.objectContaining({ status: 'pending', attempts: 0, leased_until: null })),
    )
    receiver.answerWith((_, response) => void response.writeHead(204).end())
    startProcess(processes.second)
    await settled(id)
    expect(receiver.received).toHaveLength(5 + 8)
    expect(new Set(heard()).size).toBe(8)
  })

  test('a tenant whose receiver hangs delays no other', async () => {
    receiver.answerWith(ignore)
    await addWebhook()
    await happen(100)
    const jobs = startProcess(use().database)
    await receiver.has(5)
    const other = await openBusiness(api)
    const quick = await startReceiver()
    const id = await addWebhook(quick.url, other)
    await happen(20, other)
    jobs.wake(webhookQueue, other.tenantId)
    await settled(id)
    expect(quick.received).toHaveLength(20)
    expect(receiver.received).toHaveLength(5)
    await quick.close()
  })

  test('a clock set back delays nothing that was due', async () => {
    const id = await addWebhook()
    await happen(3)
    await jump('-1 hour')
    startProcess(use().database)
    await settled(id)
    expect(heard()).toEqual((await rowsOf(id)).map(row => row.event_id).sort())
  })

  test('a clock set forward sends nothing twice', async () => {
    const held: http.ServerResponse[] = []
    receiver.answerWith((_, response) => void held.push(response))
    const id = await addWebhook()
    await happen(3)
    const jobs = startProcess(use().database)
    await receiver.has(3)
    await jump('1 hour')
    // A fourth shows that it has looked for work since.
    await happen(1)
    jobs.wake(webhookQueue, business.tenantId)
    await receiver.has(4)
    for (const response of held) response.writeHead(204).end()
    await settled(id)
    expect(heard()).toEqual((await rowsOf(id)).map(row => row.event_id).sort())
  })

  test.each([
    ['a certificate that nobody vouches for', () => https.createServer(untrusted)],
    ['no TLS at all', () => http.createServer()],
  ])('%s is an error of TLS, and nothing is said to it', async (_, open) => {
    let asked = 0
    const server = open().on('request', (_, response: http.ServerResponse) => {
      asked++
      response.end()
    })
    await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
    const id = await addWebhook(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    const { body } = await business.send('POST', `/webhooks/${id}/test`, {})
    expect(body).toMatchObject({ status: 'failed', error: 'tls', responseStatus: null })
    expect(asked).toBe(0)
    await new Promise(resolve => server.close(resolve))
  })
})
