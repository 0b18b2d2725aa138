import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../server/db/database'
import { createMailQueue } from '../../../server/features/notifications/mailQueue'
import { createTransport, type MailTransport } from '../../../server/mails/transport'
import { metricsText } from '../../../server/metrics'
import { openApi, type TestApi } from '../http/support/fixture'
import { describeOnDatabase } from '../support/describeOnDatabase'
import { type MailServer, recipientOf, startMailServer } from '../support/mailServer'
import { type Business, openBusiness } from './support/business'
import { openProcesses, type Processes } from './support/processes'

const ignore = () => {}
const hour = 3_600_000

describeOnDatabase('mails when things go wrong', use => {
  let api: TestApi
  let processes: Processes
  let business: Business
  let server: MailServer
  let transport: MailTransport
  let heldId: string

  beforeAll(async () => {
    api = await openApi({ on: use(), users: null })
    processes = await openProcesses(use())
  })
  afterAll(async () => {
    await processes.close()
    await api.close()
  })
  beforeEach(async () => {
    server = await startMailServer()
    transport = createTransport({
      ...{ smtpUrl: server.url, from: 'no-reply@app.test', folder: '/nowhere', log: ignore, logLinks: false },
    })
    business = await openBusiness(api)
    const resources = [await business.addResource()]
    const day = Math.ceil(Date.now() / hour) * hour + 48 * hour
    heldId = await business.addBooking(
      resources,
      await business.addVariant(resources),
      [new Date(day).toISOString(), new Date(day + hour).toISOString()],
      { status: 'held', holdExpiresAt: new Date(Date.now() + 24 * hour).toISOString() },
    )
  })
  afterEach(async () => {
    await processes.stop()
    transport.close()
    await server.close()
  })

  const queueOn = (database: Database) =>
    createMailQueue({
      ...{ database, log: ignore, transport, productName: 'Slotwise' },
      settings: {
        retrySeconds: [0, 0],
        from: 'no-reply@app.test',
        host: 'app.test',
        site: { url: 'http://app.test', mainDomain: null },
      },
    })
  const startProcess = (database: Database) => processes.start(database, queueOn(database))
  /** Writes the link of one hold to so many people. */
  const write = async (count: number): Promise<string[]> => {
    const people = Array.from({ length: count }, () => `${randomUUID()}@mail.example`)
    for (const email of people) {
      const { status } = await business.send('POST', `/bookings/${heldId}/send-hold-link`, { email })
      expect(status).toBe(201)
    }
    return people.sort()
  }
  const rows = async () =>
    (
      await use().owner.query(
        'select id, status, attempts, leased_until, last_error from notifications where tenant_id = $1',
        [business.tenantId],
      )
    ).rows
  const settled = () =>
    expect.poll(async () => new Set((await rows()).map(({ status }) => status))).toEqual(new Set(['sent']))
  const told = () => server.mails.map(recipientOf).sort()
  const jump = (interval: string) =>
    processes.jump('notifications', ['due_at'], { tenantId: business.tenantId, interval })

  test('two processes share the mails, one of them stops: each goes out once', async () => {
    const people = await write(40)
    const first = startProcess(use().database)
    startProcess(processes.second)
    await server.has(10)
    await first.stop()
    await settled()
    expect(told()).toEqual(people)
    expect(new Set((await rows()).map(({ attempts }) => attempts))).toEqual(new Set([1]))
  })

  test('a process that stops takes nothing new, and gives back what it cannot finish', async () => {
    server.mode = 'is slow'
    const people = await write(7)
    const [signal, hurry] = [new AbortController(), new AbortController()]
    const working = queueOn(use().database).work(business.tenantId, {
      ...{ signal: signal.signal, hurry: hurry.signal },
      listen: () => new Promise<void>(ignore),
    })
    await server.has(5)
    signal.abort()
    hurry.abort()
    await working
    expect(await rows()).toEqual(
      Array.from({ length: 7 }, () => expect.objectContaining({ status: 'queued', attempts: 0, leased_until: null })),
    )
    server.mode = 'works'
    startProcess(processes.second)
    await settled()
    expect(server.mails).toHaveLength(5 + 7)
    expect([...new Set(told())]).toEqual(people)
    // What goes out again is the same mail.
    expect(new Set(server.mails.map(({ messageId }) => messageId)).size).toBe(7)
  })

  test('a slow server has each mail once', async () => {
    server.mode = 'is slow'
    const people = await write(7)
    startProcess(use().database)
    startProcess(processes.second)
    await settled()
    expect(told()).toEqual(people)
  })

  test('a server that hangs is given up after a while, and gets the mail when it works again', async () => {
    server.mode = 'hangs'
    const failed = async () =>
      Number(/slotwise_jobs_failed_total\{queue="mail"\} (\d+)/.exec(await metricsText([]))?.[1] ?? 0)
    const before = await failed()
    const people = await write(1)
    startProcess(use().database)
    await expect.poll(async () => (await rows())[0]).toMatchObject({ status: 'queued', attempts: 1 })
    expect((await rows())[0].last_error).toMatch(/time/i)
    expect(await failed()).toBeGreaterThan(before)
    server.mode = 'works'
    await settled()
    expect(told()).toEqual(people)
  })

  test('a clock set back delays nothing that was due', async () => {
    const people = await write(3)
    await jump('-1 hour')
    startProcess(use().database)
    await settled()
    expect(told()).toEqual(people)
  })

  test('a clock set forward sends nothing twice', async () => {
    server.mode = 'is slow'
    const people = await write(3)
    const jobs = startProcess(use().database)
    await server.has(3)
    await jump('1 hour')
    // A fourth shows that it has looked for work since.
    people.push(...(await write(1)))
    jobs.wake('mail', business.tenantId)
    await server.has(4)
    await settled()
    expect(told()).toEqual(people.sort())
  })
})
