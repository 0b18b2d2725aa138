import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createJobs, type Jobs } from '../../../server/jobs/jobs'
import { createSealer } from '../../../server/seal'
import type { AttemptOptions } from '../../../server/webhooks/attempt'
import { createWebhookQueue } from '../../../server/webhooks/queue'
import { eventCatalogue } from '../../../src/resources/eventCatalogue'
import { openApi, type TestApi } from '../http/support/fixture'
import { describeOnDatabase } from '../support/describeOnDatabase'
import { type Receiver, startReceiver } from '../support/receiver'
import { type Business, NOW, openBusiness } from './support/business'

const ten = '2026-03-02T09:00:00.000Z'
const eleven = '2026-03-02T10:00:00.000Z'

const options: AttemptOptions = {
  settings: { allowsPrivate: true, retrySeconds: [0.05, 0.05, 0.05], timeoutMs: 2000, disableAfterMinutes: 7200 },
  sealer: createSealer(Buffer.alloc(32, 7)),
  catalogue: eventCatalogue,
}

describeOnDatabase('webhooks', use => {
  let api: TestApi
  let jobs: Jobs
  let business: Business
  let receiver: Receiver
  let customerId: string
  let variantId: string

  beforeAll(async () => {
    jobs = createJobs({ database: use().database, isOn: true, sweepSeconds: 0.1, log: () => {} })
    api = await openApi({ on: use(), users: null, now: () => NOW, alarm: jobs, webhooks: options })
    jobs.start([createWebhookQueue({ ...options, database: api.database, log: api.services.log })])
  })
  afterAll(async () => {
    await jobs.stop()
    await api.close()
  })
  beforeEach(async () => {
    business = await openBusiness(api)
    receiver = await startReceiver()
    customerId = await business.add('customers', { name: 'Lena', email: 'lena@mail.example' })
    variantId = await business.addVariant([await business.addResource()])
  })
  afterEach(() => receiver.close())

  const addWebhook = async (values: object = {}) => {
    const body = { url: `${receiver.url}/hook`, events: ['booking.*'], ...values }
    const answer = await business.send('POST', '/webhooks', body)
    expect(answer.status).toBe(201)
    return answer.body
  }
  const book = async (values: object = {}) => {
    const { status, body } = await business.send('POST', '/bookings', {
      variantId,
      customerId,
      startsAt: ten,
      ...values,
    })
    expect(status).toBe(201)
    return body
  }
  const deliveriesOf = async (id: string, query = '') =>
    (await business.get(`/webhooks/${id}/deliveries?sort=createdAt,id&${query}`)).body
  /** Waits until every delivery of the webhook is over. */
  const settled = (id: string, count: number) =>
    vi.waitFor(
      async () => {
        const found = await deliveriesOf(id)
        expect(found.length).toBe(count)
        for (const { status } of found) expect(['succeeded', 'failed', 'cancelled']).toContain(status)
        return found
      },
      { timeout: 20_000, interval: 50 },
    )
  const retypes = () => receiver.received.map(({ body }) => JSON.parse(body).type)

  test('case 1: tell of a booking in order, signed, without personal data', async () => {
    const { id, secret, secretHint } = await addWebhook()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(secret.endsWith(secretHint)).toBe(true)
    const booked = await book({ notes: 'Tea', internalNotes: 'Rich' })
    await receiver.has(2)
    expect(retypes()).toEqual(['booking.created', 'booking.confirmed'])
    for (const { headers, body } of receiver.received) {
      new Webhook(secret).verify(body, headers as Record<string, string>)
      expect(headers['content-type']).toBe('application/json')
      expect(headers['user-agent']).toBe('Slotwise-Webhooks/1')
      expect(body).not.toMatch(/Lena|Tea|Rich/)
    }
    const sent = JSON.parse(receiver.received[0]?.body ?? '')
    expect(sent).toMatchObject({
      type: 'booking.created',
      tenantId: business.tenantId,
      sequence: 1,
      actor: { type: 'user', id: business.owner.id },
      data: { id: booked.id, status: 'confirmed', customerId },
      previous: null,
    })
    const [first] = await settled(id, 2)
    expect(first).toMatchObject({
      eventType: 'booking.created',
      status: 'succeeded',
      attempts: 1,
      responseStatus: 204,
      error: null,
      subjectId: booked.id,
    })
    expect(first.eventId).toBe(receiver.received[0]?.headers['webhook-id'])
    expect(first.requestExcerpt).toBe(receiver.received[0]?.body)
    const { body: shown } = await business.get(`/webhooks/${id}`)
    expect(shown.lastSuccessAt).not.toBeNull()
    expect(JSON.stringify(shown)).not.toContain(secret)
  })

  test('tell of people only where that is asked for, and never internal notes', async () => {
    await addWebhook({ events: ['*'], includesPersonalData: true })
    await book({ notes: 'Tea', internalNotes: 'Rich' })
    await business.send('PATCH', `/customers/${customerId}`, { name: 'Lene' })
    await receiver.has(3)
    const bodies = receiver.received.map(({ body }) => body).join()
    expect(bodies).toContain('Lena')
    expect(bodies).toContain('Tea')
    expect(bodies).not.toContain('Rich')
  })

  test('say only ids of customers otherwise', async () => {
    await addWebhook({ events: ['customer.updated'] })
    await business.send('PATCH', `/customers/${customerId}`, { name: 'Lene' })
    await receiver.has(1)
    const { data, previous } = JSON.parse(receiver.received[0]?.body ?? '')
    expect(data).toEqual({ id: customerId, tenantId: business.tenantId })
    expect(previous).toEqual({})
  })

  test('case 6: 500, 500, 200 is one delivery with three equal requests', async () => {
    let count = 0
    receiver.answerWith((_, response) => void response.writeHead(++count < 3 ? 500 : 200).end('Oh'))
    const { id } = await addWebhook({ events: ['booking.created'] })
    await book()
    const [delivery] = await settled(id, 1)
    expect(delivery).toMatchObject({ status: 'succeeded', attempts: 3, responseStatus: 200, responseExcerpt: 'Oh' })
    const { received } = receiver
    expect(received).toHaveLength(3)
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(received.map(({ body }) => body)).size).toBe(1)
    const times = received.map(({ headers }) => Number(headers['webhook-timestamp']))
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect((await business.get(`/webhooks/${id}`)).body.failingSince).toBeNull()
  })

  test('case 7: a redirect is a failure, and nobody follows it; after the last retry it is a problem', async () => {
    const { id } = await addWebhook({ events: ['booking.created'] })
    receiver.answerWith((_, response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end())
    await book()
    const [delivery] = await settled(id, 1)
    expect(delivery).toMatchObject({ status: 'failed', attempts: 4, error: 'redirect', responseStatus: 302 })
    const { body: problems } = await business.get('/dead-letters')
    expect(problems).toMatchObject([
      { queue: 'webhook', status: 'dead', attempts: 4, lastError: 'redirect (302)', subjectId: delivery.id },
    ])
    const { body: status } = await business.get(`/tenants/${business.tenantId}/setup-status`)
    expect(status.problemCount).toBe(1)

    receiver.answerWith((_, response) => void response.writeHead(200).end())
    const redriven = await business.send('POST', `/dead-letters/${problems[0].id}/redrive`, {})
    expect(redriven).toMatchObject({ status: 200, body: { status: 'redriven' } })
    expect(await settled(id, 1)).toMatchObject([{ status: 'succeeded', attempts: 1 }])
    const again = await business.send('POST', `/dead-letters/${problems[0].id}/redrive`, {})
    expect(again).toMatchObject({ status: 409, body: { code: 'wrong_status' } })
    expect((await business.send('DELETE', `/dead-letters/${problems[0].id}`)).status).toBe(204)
    const { body: log } = await business.get('/audit-log?entityType=deadLetters')
    expect(log.map(({ action, entityLabel }: Record<string, string>) => [action, entityLabel])).toEqual([
      ['deleted', 'webhook'],
      ['redriven', 'webhook'],
    ])
  })

  test('case 8: both secrets hold for a while, or the old one goes at once', async () => {
    const { id, secret: first } = await addWebhook({ events: ['booking.created'] })
    const { status, body } = await business.send('POST', `/webhooks/${id}/rotate-secret`, { overlapHours: 24 })
    expect(status).toBe(200)
    const second = body.secret
    expect(Date.parse(body.previousExpiresAt)).toBeGreaterThan(Date.now())
    await book()
    await receiver.has(1)
    const { headers, body: sent } = receiver.received[0] as Receiver['received'][number]
    expect(String(headers['webhook-signature']).split(' ')).toHaveLength(2)
    new Webhook(first).verify(sent, headers as Record<string, string>)
    new Webhook(second).verify(sent, headers as Record<string, string>)
    await business.send('POST', `/webhooks/${id}/rotate-secret`, { overlapHours: 0 })
    await book({ startsAt: eleven })
    await receiver.has(2)
    expect(String(receiver.received[1]?.headers['webhook-signature']).split(' ')).toHaveLength(1)
    expect((await business.send('POST', `/webhooks/${id}/rotate-secret`, { overlapHours: 73 })).status).toBe(422)
  })

  test('show a secret once: not in another answer, a repeated one, the audit log or the database', async () => {
    const keyed = (url: string, body: object) =>
      api.request(url, {
        method: 'POST',
        as: business.owner,
        tenantId: business.tenantId,
        body,
        headers: { 'Idempotency-Key': url },
      })
    const made = await keyed('/webhooks', { url: receiver.url, events: ['*'] })
    const rotated = await keyed(`/webhooks/${made.body.id}/rotate-secret`, {})
    expect((await keyed('/webhooks', { url: receiver.url, events: ['*'] })).body).not.toHaveProperty('secret')
    expect((await keyed(`/webhooks/${made.body.id}/rotate-secret`, {})).body).not.toHaveProperty('secret')
    const { rows } = await use().owner.query(
      `select table_name from information_schema.tables where table_schema = 'public'`,
    )
    const { body: log } = await business.get('/audit-log')
    for (const { secret } of [made.body, rotated.body]) {
      expect(secret).toMatch(/^whsec_/)
      expect(JSON.stringify(log)).not.toContain(secret)
      for (const { table_name: table } of rows) {
        const { rowCount } = await use().owner.query(`select from ${table} as kept where kept::text like $1`, [
          `%${secret.slice(6)}%`,
        ])
        expect({ table, rowCount }).toEqual({ table, rowCount: 0 })
      }
    }
    expect(log.map(({ action }: { action: string }) => action)).toContain('rotated')
  })

  test.each([
    ['hangs', () => {}, 'timeout'],
    [
      'drips',
      (response: import('node:http').ServerResponse) => {
        response.writeHead(200)
        const drip = setInterval(() => response.write('.'), 100)
        response.on('close', () => clearInterval(drip))
      },
      'timeout',
    ],
    [
      'is huge',
      (response: import('node:http').ServerResponse) => void response.writeHead(200).end('x'.repeat(1e6)),
      'too_large',
    ],
    ['breaks off', (response: import('node:http').ServerResponse) => void response.destroy(), 'connection'],
    ['refuses', (response: import('node:http').ServerResponse) => void response.writeHead(404).end('No'), 'status'],
  ])('say why when a receiver %s', async (_, answer, error) => {
    const { id } = await addWebhook()
    await business.send('PATCH', `/webhooks/${id}`, { isActive: false })
    receiver.answerWith((_, response) => answer(response))
    const { status, body } = await business.send('POST', `/webhooks/${id}/test`, {})
    expect({ status, error: body.error }).toEqual({ status: 200, error })
    expect(body).toMatchObject({ status: 'failed', attempts: 1, eventType: 'webhook.test' })
    expect(body.responseExcerpt?.length ?? 0).toBeLessThanOrEqual(1024)
    expect(receiver.received).toHaveLength(1)
    expect((await business.get('/dead-letters')).body).toEqual([])
  })

  test('are not called where nobody listens, or where an address has become a private one', async () => {
    const { id } = await addWebhook({ url: 'http://127.0.0.1:1/' })
    expect((await business.send('POST', `/webhooks/${id}/test`, {})).body).toMatchObject({ error: 'connection' })
    const other = await addWebhook({ events: ['booking.created'] })
    await business.run(db =>
      sql`update webhooks set url = 'http://169.254.169.254/latest/' where id = ${other.id}`.execute(db),
    )
    await book()
    const [delivery] = await settled(other.id, 1)
    expect(delivery).toMatchObject({ status: 'failed', error: 'blocked_address', attempts: 1 })
  })

  test('wait for their turn: of one subject in order, other subjects are not held up', async () => {
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    const first = await (async () => {
      receiver.answerWith((one, response) => {
        const { sequence } = JSON.parse(one.body)
        if (sequence === 1 && receiver.received.length === 1) void held.then(() => response.writeHead(200).end())
        else response.writeHead(200).end()
      })
      await addWebhook()
      return book()
    })()
    await receiver.has(1)
    const second = await book({ startsAt: eleven })
    await receiver.has(3)
    release()
    await receiver.has(4)
    const heard = receiver.received.map(({ body }) => {
      const { sequence, data } = JSON.parse(body)
      return [data.id === first.id ? 'first' : data.id === second.id ? 'second' : '?', sequence]
    })
    expect(heard).toEqual([
      ['first', 1],
      ['second', 1],
      ['second', 2],
      ['first', 2],
    ])
  })

  test('a test that is answered 410 turns nothing off', async () => {
    receiver.answerWith((_, response) => void response.writeHead(410).end())
    const { id } = await addWebhook()
    const { body } = await business.send('POST', `/webhooks/${id}/test`, {})
    expect(body).toMatchObject({ status: 'failed', responseStatus: 410 })
    const { body: after } = await business.get(`/webhooks/${id}`)
    expect(after).toMatchObject({ isActive: true, disabledReason: null, failingSince: null })
  })

  test('410 turns off at once; what was waiting is cancelled; turning on clears it', async () => {
    receiver.answerWith((_, response) => void response.writeHead(410).end())
    const { id } = await addWebhook()
    await book()
    expect((await settled(id, 2)).map(({ status }: { status: string }) => status)).toEqual(['failed', 'cancelled'])
    const { body: off } = await business.get(`/webhooks/${id}`)
    expect(off).toMatchObject({ isActive: false, disabledReason: 'gone' })
    const [delivery] = await deliveriesOf(id)
    const refused = await business.send('POST', `/webhooks/${id}/deliveries/${delivery.id}/redeliver`, {})
    expect(refused).toMatchObject({ status: 409, body: { code: 'webhook_inactive' } })
    const { body: on } = await business.send('PATCH', `/webhooks/${id}`, { isActive: true })
    expect(on).toMatchObject({ isActive: true, disabledReason: null, failingSince: null })
    receiver.answerWith((_, response) => void response.writeHead(200).end())
    const sent = await business.send('POST', `/webhooks/${id}/deliveries/${delivery.id}/redeliver`, {})
    expect(sent).toMatchObject({ status: 200, body: { status: 'pending', attempts: 0 } })
    await expect.poll(async () => (await deliveriesOf(id, 'status=succeeded')).length).toBe(1)
    expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(delivery.eventId)
    const { body: log } = await business.get(`/audit-log?entityType=webhooks&entityId=${id}`)
    expect(log.find(({ actor }: { actor: { type: string } }) => actor.type === 'system')).toMatchObject({
      changes: { disabledReason: { to: 'gone' } },
    })
  })

  test('where nothing has arrived for days it is turned off with the next failure', async () => {
    receiver.answerWith((_, response) => void response.writeHead(500).end())
    const { id } = await addWebhook({ events: ['booking.created'] })
    await book()
    await settled(id, 1)
    expect((await business.get(`/webhooks/${id}`)).body).toMatchObject({ isActive: true })
    await business.run(db =>
      sql`update webhook_states set failing_since = now() - interval '6 days' where webhook_id = ${id}`.execute(db),
    )
    await book({ startsAt: eleven })
    await settled(id, 2)
    expect((await business.get(`/webhooks/${id}`)).body).toMatchObject({ isActive: false, disabledReason: 'failing' })
  })

  test('a receiver says when it wants the next try', async () => {
    let answeredAt = 0
    receiver.answerWith((_, response) => {
      answeredAt = Date.now()
      response.writeHead(503, { 'retry-after': '600' }).end()
    })
    const { id } = await addWebhook({ events: ['booking.created'] })
    await book()
    await expect.poll(async () => (await deliveriesOf(id))[0].attempts).toBe(1)
    const [{ nextAttemptAt }] = await deliveriesOf(id)
    expect(Date.parse(nextAttemptAt) - answeredAt).toBeGreaterThanOrEqual(600_000)
    receiver.answerWith((_, response) => void response.writeHead(200).end())
    await api.owner.query('update webhook_deliveries set next_attempt_at = now() where webhook_id = $1', [id])
    await settled(id, 1)
  })

  test('filter deliveries by state, type and event; events that were missed while off are not sent later', async () => {
    const { id } = await addWebhook()
    await book()
    const [first] = await settled(id, 2)
    expect(await deliveriesOf(id, 'status=failed')).toEqual([])
    expect(await deliveriesOf(id, 'eventType=booking.confirmed')).toHaveLength(1)
    expect(await deliveriesOf(id, 'eventType=booking.confirm')).toEqual([])
    expect(await deliveriesOf(id, `eventId=${first.eventId}`)).toEqual([first])
    await business.send('PATCH', `/webhooks/${id}`, { isActive: false })
    await book({ startsAt: eleven })
    await business.send('PATCH', `/webhooks/${id}`, { isActive: true })
    expect(await deliveriesOf(id)).toHaveLength(2)
  })

  test('a forgotten person is not named by what was queued', async () => {
    receiver.answerWith((_, response) => void response.writeHead(503, { 'retry-after': '600' }).end())
    const { id } = await addWebhook({ events: ['customer.updated'], includesPersonalData: true })
    await business.send('PATCH', `/customers/${customerId}`, { name: 'Lena Maria' })
    await receiver.has(1)
    receiver.answerWith((_, response) => void response.writeHead(200).end())
    await expect.poll(async () => (await deliveriesOf(id))[0].attempts).toBe(1)
    expect((await business.send('POST', `/customers/${customerId}/anonymize`, {})).status).toBe(200)
    expect((await deliveriesOf(id))[0].requestExcerpt).toBeNull()
    await api.owner.query('update webhook_deliveries set next_attempt_at = now() where webhook_id = $1', [id])
    await settled(id, 1)
    expect(receiver.received[1]?.body).not.toContain('Lena')
  })

  test('tests are limited', async () => {
    const { id } = await addWebhook()
    for (let count = 0; count < 10; count++)
      expect((await business.send('POST', `/webhooks/${id}/test`, {})).body).toMatchObject({ status: 'succeeded' })
    expect((await business.send('POST', `/webhooks/${id}/test`, {})).status).toBe(429)
    expect((await business.send('POST', `/webhooks/${id}/test`, { type: 'booking.nope' })).status).toBe(422)
  })
})

describeOnDatabase('webhooks that are refused', use => {
  test('name the field', async () => {
    const api = await openApi({ on: use(), users: null, now: () => NOW })
    const business = await openBusiness(api)
    const errorsOf = async (values: object) => {
      const { status, body } = await business.send('POST', '/webhooks', {
        url: 'https://example.com/hook',
        events: ['*'],
        ...values,
      })
      return { status, fields: Object.keys(body.errors ?? {}) }
    }
    for (const url of [
      'ftp://example.com/',
      'http://example.com/',
      'https://user:p@example.com',
      'http://[::ffff:7f00:1]/',
      'https://[::ffff:7f00:1]/',
      'https://127.1/',
      'https://0x7f.1/',
      'https://2130706433/',
      'https://localhost/',
      'https://printer.local/',
      'https://example.com/#part',
      'https://example.com:22/',
      'https://169.254.169.254/latest/meta-data',
      `https://example.com/${'x'.repeat(2001)}`,
    ])
      expect({ url, ...(await errorsOf({ url })) }).toEqual({ url, status: 422, fields: ['url'] })
    expect(await errorsOf({ events: [] })).toEqual({ status: 422, fields: ['events'] })
    expect(await errorsOf({ events: undefined })).toEqual({ status: 422, fields: ['events'] })
    expect(await errorsOf({ events: ['*', 'booking.nope'] })).toEqual({ status: 422, fields: ['events.1'] })
    expect(await errorsOf({ url: 'https://example.com:8443/hook' })).toEqual({ status: 201, fields: [] })
    const { body } = await business.send('PATCH', `/webhooks/${(await business.get('/webhooks')).body[0].id}`, {
      url: 'https://10.0.0.1/',
    })
    expect(body.errors).toHaveProperty('url')
    await api.close()
  })
})
