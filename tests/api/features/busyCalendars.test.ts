import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createBusyImport } from '../../../server/features/busyCalendars/busyImport'
import { limits } from '../../../server/features/busyCalendars/fetchCalendar'
import { createJobs, type Jobs } from '../../../server/jobs/jobs'
import { createSealer } from '../../../server/seal'
import { eventCatalogue } from '../../../src/resources/eventCatalogue'
import { DAY, HOUR } from '../../../src/time/instant'
import { openApi, type TestApi } from '../http/support/fixture'
import { describeOnDatabase } from '../support/describeOnDatabase'
import { type Receiver, startReceiver } from '../support/receiver'
import { type Business, openBusiness } from './support/business'

// What is read lies ahead of the database's clock, which no test can set: the first Monday in at least a week.
const today = Math.floor(Date.now() / DAY)
const monday = (today + 14 - ((today + 3) % 7)) * DAY
const at = (hours: number) => new Date(monday + hours * HOUR).toISOString()
const stamp = (hours: number) => at(hours).replace(/[-:]|\.000/g, '')

const options = {
  settings: { allowsPrivate: true, retrySeconds: [0.05], timeoutMs: 2000, disableAfterMinutes: 7200 },
  sealer: createSealer(Buffer.alloc(32, 7)),
  catalogue: eventCatalogue,
  now: Date.now,
}

const calendar = (...events: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', ...events, 'END:VCALENDAR', ''].join('\r\n')
const busy = (from: number, to: number, uid = 'theirs') =>
  ['BEGIN:VEVENT', `UID:${uid}`, `DTSTART:${stamp(from)}`, `DTEND:${stamp(to)}`, 'SUMMARY:Dentist', 'END:VEVENT'].join(
    '\r\n',
  )

const secondly =
  'BEGIN:VEVENT\r\nUID:x\r\nDTSTART:19700101T000000Z\r\nDURATION:PT1S\r\nRRULE:FREQ=SECONDLY\r\nEND:VEVENT'

describeOnDatabase('busy calendars', use => {
  let api: TestApi
  let jobs: Jobs
  let business: Business
  let source: Receiver
  let chair: string
  let variantId: string
  let customerId: string
  let served: { status?: number; headers?: Record<string, string>; body: string | Buffer }

  const { readMs } = limits
  beforeAll(async () => {
    // On a busy machine reading takes long: what is too large is to be found out by its size.
    limits.readMs = 120_000
    jobs = createJobs({ database: use().database, isOn: true, sweepSeconds: 0.2, log: () => {} })
    api = await openApi({ on: use(), users: null, alarm: jobs, webhooks: options })
    jobs.start([createBusyImport({ ...options, database: api.database, log: api.services.log })])
  })
  afterAll(async () => {
    limits.readMs = readMs
    await jobs.stop()
    await api.close()
  })
  beforeEach(async () => {
    business = await openBusiness(api)
    chair = await business.addResource({ name: 'Chair' })
    variantId = await business.addVariant([chair])
    customerId = await business.add('customers', { name: 'Lena', email: 'lena@mail.example' })
    served = { body: calendar(busy(9, 10)) }
    source = await startReceiver((_, response) => {
      response.writeHead(served.status ?? 200, { 'content-type': 'text/calendar', ...served.headers }).end(served.body)
    })
  })
  afterEach(() => source.close())

  const path = () => `/resources/${chair}/busy-calendars`
  const made = async (values: object = {}) => {
    const answer = await business.send('POST', path(), {
      name: 'Private',
      url: `${source.url}/secret-address-1234`,
      ...values,
    })
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 })
    return answer.body
  }
  const shown = async (id: string) => (await business.get(`${path()}/${id}`)).body
  const isRead = (id: string) =>
    vi.waitFor(
      async () => {
        const calendar = await shown(id)
        expect(calendar.lastSuccessAt ?? calendar.lastError).not.toBeNull()
        return calendar
      },
      { timeout: 55_000, interval: 50 },
    )
  /** As if nobody had done so for a while. */
  const refresh = async (id: string) => {
    await api.owner.query('update busy_calendar_states set refreshed_at = null where busy_calendar_id = $1', [id])
    const answer = await business.send('POST', `${path()}/${id}/refresh`)
    expect(answer.status).toBe(200)
    return answer.body
  }
  const book = (values: object = {}) =>
    business.send('POST', '/bookings', { variantId, customerId, startsAt: at(9), ...values })
  const startsOf = async () => {
    const query = `variantId=${variantId}&from=${at(7)}&to=${at(13)}`
    const { status, body } = await business.get(`/availability?${query}`)
    expect(status).toBe(200)
    return body.map(({ startsAt }: { startsAt: string }) => startsAt)
  }

  test('keep times free of bookings, unless staff say why not, and say so everywhere', async () => {
    expect(await startsOf()).toContain(at(9))
    const { id, url } = await made()
    expect(url).toBe(`127.0.0.1:${source.port}/…1234`)
    expect(await isRead(id)).toMatchObject({ eventCount: 1, lastError: null })
    expect(await startsOf()).not.toContain(at(9))
    expect(await startsOf()).toContain(at(10))
    expect(await book()).toMatchObject({ status: 409, body: { code: 'slot_unavailable' } })
    const parts = [{ variantId }, { variantId }]
    const visits = await business.send('POST', '/availability/visits', { parts, from: at(7), to: at(13) })
    const starts = visits.body.slots.map(({ startsAt }: { startsAt: string }) => startsAt)
    expect(starts).toContain(at(10))
    expect(starts.filter((start: string) => start > at(7) && start < at(10))).toEqual([])
    const whole = await business.send('POST', '/bookings/visits', { parts, customerId, startsAt: at(8) })
    expect([whole.status, whole.body.part, whole.body.reasons[0].code]).toEqual([409, 1, 'external_busy'])
    const explained = await business.get(`/availability/explain?variantId=${variantId}&startsAt=${at(9)}`)
    expect(explained.body.headline).toMatchObject({ code: 'external_busy', resourceId: chair, isOverridable: true })
    const [line] = (await business.get(`/availability/timeline?from=${at(0)}&to=${at(24)}&resourceIds=${chair}`)).body
    expect(line.externalBusy).toEqual([{ startsAt: at(9), endsAt: at(10) }])
    expect(
      line.open.some(
        ({ startsAt, endsAt }: { startsAt: string; endsAt: string }) => startsAt < at(10) && endsAt > at(9),
      ),
    ).toBe(false)
    const overridden = await book({ override: true, reason: 'The dentist can wait' })
    expect(overridden).toMatchObject({ status: 201, body: { overrides: [{ code: 'external_busy' }] } })
    const [{ kept }] = await business.run(
      async db =>
        (
          await sql<{
            kept: string
          }>`select string_agg(to_jsonb(busy_times)::text, '') as kept from busy_times`.execute(db)
        ).rows as [{ kept: string }],
    )
    expect(kept).not.toContain('Dentist')
    expect(
      JSON.stringify(await shown(id)) + JSON.stringify((await business.get(`/audit-log?entityId=${id}`)).body),
    ).not.toContain('secret-address')
  })

  test('change no booking, and free what they no longer say', async () => {
    expect((await book()).status).toBe(201)
    const { id } = await made()
    await isRead(id)
    expect((await business.get('/bookings')).body).toMatchObject([{ status: 'confirmed', startsAt: at(9) }])
    served = { body: calendar(busy(11, 12)) }
    expect(await refresh(id)).toMatchObject({ eventCount: 1 })
    expect((await book({ startsAt: at(11) })).status).toBe(409)
    served = { body: calendar() }
    expect(await refresh(id)).toMatchObject({ eventCount: 0, lastError: null })
    expect((await book({ startsAt: at(11) })).status).toBe(201)
  })

  test('count while they are on alone', async () => {
    const { id } = await made()
    await isRead(id)
    expect(await startsOf()).not.toContain(at(9))
    await business.send('PATCH', `${path()}/${id}`, { isActive: false })
    expect(await startsOf()).toContain(at(9))
    await business.send('PATCH', `${path()}/${id}`, { isActive: true })
    expect(await startsOf()).not.toContain(at(9))
    await business.send('DELETE', `${path()}/${id}`)
    expect(await startsOf()).toContain(at(9))
  })

  test('keep the last good copy when reading fails, and say so after a day', async () => {
    const { id } = await made()
    await isRead(id)
    served = { status: 500, body: 'Oh' }
    expect(await refresh(id)).toMatchObject({ lastError: 'status', eventCount: 1 })
    expect(await startsOf()).not.toContain(at(9))
    const letters = async () => (await business.get(`/dead-letters?subjectId=${id}`)).body
    expect(await letters()).toEqual([])
    await api.owner.query(
      "update busy_calendar_states set failing_since = now() - interval '25 hours' where busy_calendar_id = $1",
      [id],
    )
    await refresh(id)
    await refresh(id)
    const [letter, ...others] = await letters()
    expect(letter).toMatchObject({ queue: 'busy_import', subjectId: id, status: 'dead', lastError: 'Private: status' })
    expect(others).toEqual([])
    served = { body: calendar() }
    expect((await business.send('POST', `/dead-letters/${letter.id}/redrive`)).status).toBe(200)
    await expect.poll(() => shown(id)).toMatchObject({ lastError: null, eventCount: 0 })
    expect(await startsOf()).toContain(at(9))
  })

  test.each([
    ['too_large', () => ({ body: gzipSync(Buffer.alloc(64 * 1024 * 1024)), headers: { 'content-encoding': 'gzip' } })],
    ['redirect', () => ({ status: 302, body: '', headers: { location: 'http://169.254.169.254/' } })],
    ['no_calendar', () => ({ body: '<p>Please sign in</p>' })],
    ['redirect', () => ({ status: 304, body: '' })],
    ['status', () => ({ status: 404, body: '' })],
    ['too_many', () => ({ body: calendar(secondly) })],
    ['too_large', () => ({ body: calendar('BEGIN:VEVENT', 'A:\r\n'.repeat(400_000), 'END:VEVENT') })],
    ['too_many', () => ({ body: calendar(busy(9, 10).replace('SUMMARY', 'RRULE:FREQ=MINUTELY\r\nSUMMARY')) })],
  ])('say %s', async (error, answer) => {
    served = answer()
    const { id } = await made()
    expect((await isRead(id)).lastError).toBe(error)
    expect(await startsOf()).toContain(at(9))
  })

  test('ask whether anything changed, and read what is zipped', async () => {
    served = {
      body: gzipSync(calendar(busy(9, 10))),
      headers: { 'content-encoding': 'gzip', etag: '"one"', 'last-modified': 'Mon, 02 Mar 2026 09:00:00 GMT' },
    }
    const { id } = await made()
    expect(await isRead(id)).toMatchObject({ eventCount: 1, lastError: null })
    served = { status: 304, body: '' }
    expect(await refresh(id)).toMatchObject({ eventCount: 1, lastError: null })
    expect(source.received.at(-1)?.headers).toMatchObject({
      'if-none-match': '"one"',
      'if-modified-since': 'Mon, 02 Mar 2026 09:00:00 GMT',
    })
    expect(await startsOf()).not.toContain(at(9))
  })

  test('do not hear their own feed', async () => {
    const booked = (await book()).body
    served = { body: calendar(busy(9, 10, `booking-${booked.id}`), busy(11, 12, `booking-${crypto.randomUUID()}`)) }
    const { id } = await made()
    expect(await isRead(id)).toMatchObject({ eventCount: 1 })
    const [line] = (await business.get(`/availability/timeline?from=${at(0)}&to=${at(24)}&resourceIds=${chair}`)).body
    expect(line.externalBusy).toEqual([{ startsAt: at(11), endsAt: at(12) }])
  })

  test('are read from where a new address leads', async () => {
    const { id } = await made()
    await isRead(id)
    served = { body: calendar(busy(11, 12)) }
    const moved = await business.send('PATCH', `${path()}/${id}`, { url: `${source.url}/another-5678` })
    expect(moved).toMatchObject({ status: 200, body: { url: `127.0.0.1:${source.port}/…5678` } })
    await expect.poll(startsOf).toContain(at(9))
    expect(source.received.at(-1)?.path).toBe('/another-5678')
    const count = source.received.length
    await business.send('PATCH', `${path()}/${id}`, { name: 'Mine', url: moved.body.url })
    expect((await refresh(id)).lastError).toBeNull()
    expect(source.received.slice(count).map(({ path }) => path)).toEqual(['/another-5678'])
  })

  test.each([
    'ftp://x.example/a',
    'https://user:p@x.example/',
    'http://169.254.169.254/',
    'webcal://[fe80::1]/a',
    'nonsense',
    `https://x.example/${'x'.repeat(2000)}`,
  ])('refuse the address %s', async url => {
    const answer = await business.send('POST', path(), { name: 'Private', url })
    expect(answer).toMatchObject({ status: 422, body: { errors: { url: expect.any(String) } } })
  })

  test('are read at once by one wish at a time, and for another one after a rest', async () => {
    const { id } = await made()
    await isRead(id)
    const waiting: ServerResponse[] = []
    source.answerWith((_, response) => void waiting.push(response))
    const count = source.received.length
    const first = business.send('POST', `${path()}/${id}/refresh`)
    await source.has(count + 1)
    const others = await Promise.all(Array.from({ length: 8 }, () => business.send('POST', `${path()}/${id}/refresh`)))
    for (const { status, body, headers } of others) {
      expect([status, body.message.key]).toEqual([409, 'refusal.calendarInHand'])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    for (const response of waiting) response.end(calendar())
    expect(await first).toMatchObject({ status: 200, body: { eventCount: 0 } })
    const again = await business.send('POST', `${path()}/${id}/refresh`)
    expect(again).toMatchObject({ status: 409, body: { message: { key: 'refusal.calendarRead' } } })
    expect(source.received).toHaveLength(count + 1)
    await api.owner.query(
      "update busy_calendar_states set refreshed_at = now() - interval '16 seconds' where busy_calendar_id = $1",
      [id],
    )
    source.answerWith((_, response) => void response.end(calendar()))
    expect((await business.send('POST', `${path()}/${id}/refresh`)).status).toBe(200)
  })

  test('are read at once three of a tenant, and others of another tenant', async () => {
    const ids: string[] = []
    for (const resourceId of [chair, await business.addResource({ name: 'Table' })])
      for (const name of ['One', 'Two']) {
        const url = `${source.url}/calendar`
        const { body } = await business.send('POST', `/resources/${resourceId}/busy-calendars`, { name, url })
        ids.push(`/resources/${resourceId}/busy-calendars/${body.id}`)
      }
    const leaseUntil = (until: string) =>
      api.owner.query(`update busy_calendar_states set leased_until = ${until}, next_read_at = now() + interval '1 hour'
        where tenant_id = '${business.tenantId}' and busy_calendar_id <> '${ids[3]?.slice(-36)}'`)
    await vi.waitFor(
      async () => {
        const read = await Promise.all(ids.map(async one => (await business.get(one)).body.lastSuccessAt))
        expect(read).not.toContain(null)
      },
      { timeout: 20_000, interval: 50 },
    )
    await leaseUntil("now() + interval '1 minute'")
    const refused = await business.send('POST', `${ids[3]}/refresh`)
    expect(refused).toMatchObject({ status: 409, body: { message: { key: 'refusal.calendarsInHand' } } })
    const other = await openBusiness(api)
    const room = await other.addResource({ name: 'Room' })
    const { body } = await other.send('POST', `/resources/${room}/busy-calendars`, { name: 'Other', url: source.url })
    await expect
      .poll(async () => (await other.get(`/resources/${room}/busy-calendars/${body.id}`)).body.lastSuccessAt)
      .not.toBeNull()
    expect((await other.send('POST', `/resources/${room}/busy-calendars/${body.id}/refresh`)).status).toBe(200)
    await leaseUntil('null')
    expect((await business.send('POST', `${ids[3]}/refresh`)).status).toBe(200)
  })

  test('are three at most', async () => {
    for (const name of ['One', 'Two', 'Three']) await made({ name })
    expect((await business.send('POST', path(), { name: 'Four', url: source.url })).status).toBe(422)
  })

  test('are the own ones alone for staff', async () => {
    const staff = await api.addPersonIn(business.tenantId, 'staff')
    const { id } = await made()
    const body = { name: 'Mine', url: `${source.url}/mine` }
    expect((await business.get(path(), staff)).body).toEqual([])
    expect((await business.get(`${path()}/${id}`, staff)).status).toBe(404)
    expect((await business.send('POST', path(), body, staff)).status).toBe(403)
    await api.owner.query('update memberships set resource_id = $1 where user_id = $2', [chair, staff.id])
    expect((await business.get(path(), staff)).body.map((one: { id: string }) => one.id)).toEqual([id])
    expect((await business.send('POST', path(), body, staff)).status).toBe(201)
  })

  test('of several processes are read once', async () => {
    const others = createJobs({ database: use().database, isOn: true, sweepSeconds: 0.1, log: () => {} })
    others.start([createBusyImport({ ...options, database: api.database, log: () => {} })])
    const { id } = await made()
    await isRead(id)
    const count = source.received.length
    await api.owner.query('update busy_calendar_states set next_read_at = now() where busy_calendar_id = $1', [id])
    await expect.poll(() => source.received.length).toBeGreaterThan(count)
    await others.stop()
    expect(source.received.length).toBe(count + 1)
  })
})
