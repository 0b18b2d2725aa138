import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createMailQueue } from '../../../server/features/notifications/mailQueue'
import { planReminders } from '../../../server/features/notifications/planReminders'
import { tellWebhookOff } from '../../../server/features/notifications/tellWebhookOff'
import { createJobs, type Jobs, quietShift } from '../../../server/jobs/jobs'
import { createTransport, type MailTransport } from '../../../server/mails/transport'
import { createSealer } from '../../../server/seal'
import type { AttemptOptions } from '../../../server/webhooks/attempt'
import { createWebhookQueue } from '../../../server/webhooks/queue'
import { eventCatalogue } from '../../../src/resources/eventCatalogue'
import { zoneOf } from '../../../src/scheduling'
import { openApi, type TestApi } from '../http/support/fixture'
import { describeOnDatabase } from '../support/describeOnDatabase'
import { calendarOf, type MailServer, recipientOf, startMailServer } from '../support/mailServer'
import { startReceiver } from '../support/receiver'
import { type Business, openBusiness, week } from './support/business'
import { openPage } from './support/publicPage'

const zone = zoneOf('Europe/Berlin')
const hour = 3_600_000

/** An hour of a day that lies this many days ahead, by the clocks of Berlin. */
const at = (days: number, clock: number): string =>
  new Date(zone.at(zone.dayOf(Date.now()) + days, clock * 60)).toISOString()

const webhooks: AttemptOptions = {
  settings: { allowsPrivate: true, retrySeconds: [], timeoutMs: 10_000, disableAfterMinutes: 7200 },
  sealer: createSealer(Buffer.alloc(32, 7)),
  catalogue: eventCatalogue,
}

describeOnDatabase('notifications', use => {
  let api: TestApi
  let jobs: Jobs
  let business: Business
  let server: MailServer
  let transport: MailTransport
  let customerId: string
  let customerEmail: string
  let variantId: string
  let resourceId: string

  const settings = (retrySeconds: readonly number[]) => ({
    retrySeconds,
    from: 'no-reply@app.test',
    host: 'app.test',
    site: { url: 'http://app.test', mainDomain: null },
  })

  beforeAll(async () => {
    server = await startMailServer()
    transport = createTransport({
      ...{ smtpUrl: server.url, from: 'no-reply@app.test', folder: '/nowhere', log: () => {}, logLinks: false },
    })
    jobs = createJobs({ database: use().database, isOn: true, sweepSeconds: 0.2, log: () => {} })
    api = await openApi({ on: use(), users: null, alarm: jobs, webhooks })
    jobs.start([
      createMailQueue({
        ...{ database: api.database, log: api.services.log, transport, productName: 'Slotwise' },
        settings: settings([0.3, 0.3]),
      }),
    ])
  })
  afterAll(async () => {
    await jobs.stop()
    transport.close()
    await server.close()
    await api.close()
  })
  beforeEach(async () => {
    business = await openBusiness(api)
    await business.run(db =>
      db
        .updateTable('schedules')
        .set({ weeklyHours: JSON.stringify(week([1, 2, 3, 4, 5, 6, 7], '00:00', '24:00')) })
        .where('id', '=', business.scheduleId)
        .execute(),
    )
    customerEmail = `lena-${crypto.randomUUID()}@mail.example`
    customerId = await business.add('customers', { name: 'Lena', email: customerEmail })
    resourceId = await business.addResource()
    variantId = await business.addVariant([resourceId])
  })
  afterEach(() => {
    server.mode = 'works'
    server.mails.length = 0
  })

  const send = async (method: 'POST' | 'PATCH', url: string, body: object = {}) => {
    const answer = await business.send(method, url, body)
    expect(answer.body.errors ?? {}).toEqual({})
    expect(answer.status).toBeLessThan(300)
    return answer.body
  }
  const book = (values: object = {}) =>
    send('POST', '/bookings', { variantId, customerId, startsAt: at(10, 10), notify: true, ...values })
  const act = ({ id }: { id: string }, action: string, body: object = {}) =>
    send('POST', `/bookings/${id}/${action}`, body)
  const messages = async (booking: { id: string }, audience = 'customer') =>
    (await business.get(`/notifications?bookingId=${booking.id}&audience=${audience}`)).body.reverse()
  /** Waits until nothing about a booking is due any more. */
  const settled = (booking: { id: string }) =>
    vi.waitFor(
      async () => {
        const all = await messages(booking)
        expect(all.length).toBeGreaterThan(0)
        expect(all.map(({ status }: { status: string }) => status)).not.toContain('queued')
        return all.map((one: Record<string, unknown>) => [one.key, one.status, one.reason])
      },
      { timeout: 15_000, interval: 50 },
    )
  /** What the customer got. */
  const theirs = () => server.mails.filter(mail => recipientOf(mail) === customerEmail)
  const calendarFacts = (index: number) => {
    const mail = theirs()[index]
    const text = mail ? calendarOf(mail) : ''
    return ['METHOD', 'UID', 'SEQUENCE', 'STATUS'].map(name => new RegExp(`^${name}:(.*)\r$`, 'm').exec(text)?.[1])
  }

  test('cases 1 to 3: what was booked, moved and cancelled is told by whoever says so, and calendars follow', async () => {
    const booking = await book()
    expect(await settled(booking)).toEqual([['booking_confirmed', 'sent', null]])
    const [mail] = theirs()
    expect(mail?.subject).toMatch(/^Confirmed: Haircut/)
    expect(mail?.text).toContain('Hello Lena,')
    expect(mail?.text).toContain('10:00 – 11:00 (Europe/Berlin)')
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
    expect(calendarFacts(0)).toEqual(['REQUEST', `booking-${booking.id}`, '0', 'CONFIRMED'])

    await act(booking, 'reschedule', { startsAt: at(10, 11), notify: true })
    await expect.poll(theirs).toHaveLength(2)
    expect(await settled(booking)).toEqual([
      ['booking_confirmed', 'sent', null],
      ['booking_moved', 'sent', null],
    ])
    expect(theirs()[1]?.text).toMatch(/Before: .*, 10:00/)
    expect(theirs()[1]?.inReplyTo).toBe(theirs()[0]?.messageId)
    expect(calendarFacts(1)).toEqual(['REQUEST', `booking-${booking.id}`, '1', 'CONFIRMED'])

    const cancelled = await act(booking, 'cancel')
    expect(cancelled.icalSequence).toBe(2)
    expect(await messages(booking)).toHaveLength(2)
  })

  test('case 4: what waits for approval is told without a calendar part, and asks the owner', async () => {
    await business.run(db =>
      db.updateTable('variants').set({ requiresApproval: true }).where('id', '=', variantId).execute(),
    )
    const booking = await book()
    expect(booking.status).toBe('pending')
    expect(await settled(booking)).toEqual([['booking_pending', 'sent', null]])
    expect(await messages(booking, 'staff')).toEqual([])
    expect(calendarOf(theirs()[0] as never)).toBe('')
    const staff = await api.addPersonIn(business.tenantId, 'staff')
    const approve = (body: object) => business.send('POST', `/bookings/${booking.id}/approve`, body, staff)
    const comesDue = () =>
      business.run(db =>
        sql`update notifications set due_at = now() where booking_id = ${booking.id} and status = 'queued'`.execute(db),
      )
    await approve({ notify: true })
    expect((await approve({ undo: true })).body).toMatchObject({ status: 'pending', previousStatus: null })
    await comesDue()
    // Neither the approval nor its end is told to anybody.
    expect(await settled(booking)).toEqual([
      ['booking_pending', 'sent', null],
      ['booking_approved', 'suppressed', 'outdated'],
    ])
    expect(theirs()).toHaveLength(1)

    await approve({ notify: true })
    expect((await messages(booking)).at(-1)).toMatchObject({ key: 'booking_approved', status: 'queued' })
    await comesDue()
    await expect.poll(theirs).toHaveLength(2)
    await business.run(db =>
      sql`update bookings set status_changed_at = now() - interval '16 seconds' where id = ${booking.id}`.execute(db),
    )
    expect((await approve({ undo: true })).body.code).toBe('wrong_status')
    expect(theirs()[1]?.subject).toMatch(/^Confirmed/)
    expect(calendarFacts(1)[0]).toBe('REQUEST')

    const other = await business.send(
      'POST',
      '/bookings',
      { variantId, customerId, startsAt: at(10, 14) },
      await api.addPersonIn(business.tenantId, 'staff'),
    )
    expect(other.status).toBe(201)
    await expect
      .poll(() => messages(other.body, 'staff'))
      .toMatchObject([{ key: 'staff_approval_wanted', status: 'sent' }])
    expect(server.mails.map(recipientOf)).toContain(business.owner.email)
  })

  test('case 5: reminders go by the booking as it is, and never for a time that was over before', async () => {
    const reminders = async (booking: { id: string }) => {
      await planReminders(api.database)
      return (await messages(booking))
        .filter(({ key }: { key: string }) => key === 'booking_reminder')
        .map(({ dueAt }: { dueAt: string }) => dueAt)
    }
    const booking = await book({ startsAt: at(2, 10) })
    const due = new Date(Date.parse(at(2, 10)) - 24 * hour).toISOString()
    expect(await reminders(booking)).toEqual([due])
    expect(await reminders(booking)).toEqual([due])
    const silent = await book({ startsAt: at(2, 14), notify: false })
    expect(await reminders(silent)).toEqual([])
    const late = await book({ startsAt: new Date(Math.ceil(Date.now() / hour) * hour + 3 * hour).toISOString() })
    expect(await reminders(late)).toEqual([])

    // Moved before it was due: the one for the old time is cancelled when its time comes.
    await act(booking, 'reschedule', { startsAt: at(2, 18) })
    const later = new Date(Date.parse(at(2, 18)) - 24 * hour).toISOString()
    expect((await reminders(booking)).sort()).toEqual([due, later])
    await business.run(db =>
      sql`update notifications set due_at = now() where booking_id = ${booking.id} and key = 'booking_reminder'`.execute(
        db,
      ),
    )
    expect(await settled(booking)).toEqual(
      expect.arrayContaining([
        ['booking_reminder', 'cancelled', 'outdated'],
        ['booking_reminder', 'sent', null],
      ]),
    )
    const [reminder] = theirs().filter(({ subject }) => subject?.startsWith('Reminder'))
    expect(reminder?.headers.get('list')).toMatchObject({ unsubscribe: { url: expect.stringContaining('/public/') } })

    const address = /<(http[^>]+)>/.exec(
      String(reminder?.headerLines.find(({ key }) => key === 'list-unsubscribe')?.line),
    )
    const url = String(address?.[1]).replace('http://app.test/api', '')
    const optedOut = async () => (await business.get(`/customers/${customerId}`)).body.mailOptOut
    expect((await api.request(url)).status).toBe(200)
    expect(await optedOut()).toBe(false)
    for (const _ of ['once', 'again']) {
      expect((await api.request(url, { method: 'POST' })).status).toBe(200)
      expect(await optedOut()).toBe(true)
    }
    const forged = url.replace(/.{5}$/, end => (end === 'AAAAA' ? 'BBBBB' : 'AAAAA'))
    expect((await api.request(forged, { method: 'POST' })).status).toBe(404)
    expect((await api.request(`/public/unsubscribe/${'x'.repeat(10_000)}`)).status).toBe(404)
    expect(await reminders(await book({ startsAt: at(2, 22) }))).toEqual([])
    await send('PATCH', `/customers/${customerId}`, { mailOptOut: false })

    const changed = await book({ startsAt: at(2, 20) })
    expect(await reminders(changed)).toHaveLength(1)
    await send('PATCH', `/tenants/${business.tenantId}`, { reminderMinutes: [] })
    expect(await reminders(changed)).toEqual([])
  })

  test('case 12: while the server is down, only the last word is kept, and calls nothing off that was never announced', async () => {
    server.mode = 'is busy'
    const booking = await book()
    await expect.poll(async () => (await messages(booking))[0]?.attempts).toBe(1)
    await act(booking, 'cancel', { notify: true })
    server.mode = 'works'
    expect(await settled(booking)).toEqual([
      ['booking_confirmed', 'suppressed', 'outdated'],
      ['booking_cancelled', 'sent', null],
    ])
    expect(theirs()).toHaveLength(1)
    expect(calendarOf(theirs()[0] as never)).toBe('')
  })

  test('a cancellation takes back what was announced', async () => {
    const booking = await book()
    await settled(booking)
    await act(booking, 'cancel', { notify: true })
    await expect.poll(theirs).toHaveLength(2)
    expect(calendarFacts(1)).toEqual(['CANCEL', `booking-${booking.id}`, '1', 'CANCELLED'])
  })

  test('a refusal is final, and what fails for long is given up until an owner tries again', async () => {
    server.mode = 'refuses'
    const refused = await book()
    expect(await settled(refused)).toEqual([['booking_confirmed', 'failed', 'rejected']])
    expect((await messages(refused))[0]).toMatchObject({ attempts: 1, lastError: expect.stringContaining('nobody') })

    server.mode = 'is busy'
    const booking = await book({ startsAt: at(11, 10) })
    expect(await settled(booking)).toEqual([['booking_confirmed', 'failed', 'gave_up']])
    const [letter] = (await business.get('/dead-letters?queue=mail')).body
    expect(letter).toMatchObject({ queue: 'mail', attempts: 3, status: 'dead' })
    server.mode = 'works'
    await send('POST', `/dead-letters/${letter.id}/redrive`)
    expect(await settled(booking)).toEqual([['booking_confirmed', 'sent', null]])
  })

  test('a server that hangs up after the mail gets it again, as the same mail', async () => {
    server.mode = 'hangs up after the mail'
    const booking = await book()
    await expect.poll(theirs).toHaveLength(1)
    server.mode = 'works'
    expect(await settled(booking)).toEqual([['booking_confirmed', 'sent', null]])
    expect(theirs()).toHaveLength(2)
    expect(theirs()[1]?.messageId).toBe(theirs()[0]?.messageId)
  })

  test('who has no address, and what is turned off, is logged and not sent', async () => {
    const nobody = await business.add('customers', { name: 'Ada', phone: '+4930123456' })
    const booking = await book({ customerId: nobody })
    expect(await settled(booking)).toEqual([['booking_confirmed', 'suppressed', 'no_address']])
    await send('PATCH', `/tenants/${business.tenantId}`, { notificationsOff: ['booking_confirmed'] })
    const off = await book({ startsAt: at(11, 10) })
    expect(await settled(off)).toEqual([['booking_confirmed', 'suppressed', 'turned_off']])
    expect(theirs()).toEqual([])
  })

  test('staff hear of bookings of their own calendar, but not of what they did themselves', async () => {
    const own = await api.addPersonIn(business.tenantId, 'staff')
    const all = await api.addPersonIn(business.tenantId, 'admin')
    await business.run(db =>
      sql`update memberships set resource_id = case when user_id = ${own.id} then ${resourceId}::uuid end,
        booking_mails = case when user_id = ${all.id} then 'all' else 'own' end
        where tenant_id = ${business.tenantId}`.execute(db),
    )
    await business.run(db =>
      sql`update resources set email = 'desk@salon.example' where id = ${resourceId}`.execute(db),
    )
    const booking = await book({ notify: false })
    await expect
      .poll(async () => (await messages(booking, 'staff')).map(({ status }: { status: string }) => status))
      .toEqual([...['sent', 'sent', 'sent']])
    const got = server.mails.filter(mail => ['desk@salon.example', all.email, own.email].includes(recipientOf(mail)))
    expect(got.map(recipientOf).sort()).toEqual([all.email, own.email, 'desk@salon.example'].sort())
    expect(got[0]?.subject).toMatch(/^New booking/)
    const theirs = await business.send('POST', '/bookings', { variantId, customerId, startsAt: at(10, 12) }, own)
    const told = await messages(theirs.body, 'staff')
    expect(told.map(({ recipient }: { recipient: string }) => recipient).sort()).toEqual(
      [all.email, 'desk@salon.example'].sort(),
    )
  })

  test('the owners of a webhook that was turned off are written to, each in their language, and nobody else', async () => {
    const receiver = await startReceiver((_, response) => void response.writeHead(410).end())
    const second = await api.addPersonIn(business.tenantId, 'owner')
    const admin = await api.addPersonIn(business.tenantId, 'admin')
    await use().owner.query("update users set locale = 'de' where id = $1", [second.id])
    const webhook = await send('POST', '/webhooks', { url: receiver.url, events: ['customer.*'] })
    await send('POST', '/customers', { name: 'Somebody' })
    const queue = createWebhookQueue({
      ...{ ...webhooks, database: api.database, log: () => {} },
      tellTurnedOff: tellWebhookOff({ url: 'http://app.test', mainDomain: null }),
    })
    await queue.work(business.tenantId, quietShift())
    expect((await business.get(`/webhooks/${webhook.id}`)).body).toMatchObject({
      isActive: false,
      disabledReason: 'gone',
    })
    const to = (person: { email: string }) => server.mails.filter(mail => recipientOf(mail) === person.email)
    await expect.poll(() => [...to(business.owner), ...to(second)]).toHaveLength(2)
    expect(to(business.owner)[0]?.subject).toBe('A webhook was turned off')
    expect(to(second)[0]?.subject).toBe('Ein Webhook wurde ausgeschaltet')
    for (const [mail] of [to(business.owner), to(second)])
      expect(mail?.text).toContain(`http://app.test/settings/webhooks/${webhook.id}/edit`)
    // Nothing more is sent, and nobody is told again.
    await send('POST', '/customers', { name: 'Another' })
    await queue.work(business.tenantId, quietShift())
    expect(receiver.received).toHaveLength(1)
    expect(to(admin)).toEqual([])
    const told = (await business.get('/notifications?key=webhook_off')).body
    expect(told.map(({ recipient }: { recipient: string }) => recipient).sort()).toEqual(
      [business.owner.email, second.email].sort(),
    )
    await receiver.close()
  })

  test('resends what is still true, and refuses what is not', async () => {
    const booking = await book()
    await settled(booking)
    const [first] = await messages(booking)
    const again = await send('POST', `/notifications/${first.id}/resend`)
    expect(again).toMatchObject({ status: 'queued', resentFromId: first.id, key: 'booking_confirmed' })
    expect(await settled(booking)).toHaveLength(2)
    expect(theirs()).toHaveLength(2)
    await act(booking, 'cancel')
    const refused = await business.send('POST', `/notifications/${first.id}/resend`, {})
    expect(refused).toMatchObject({ status: 409, body: { code: 'wrong_status' } })
  })

  test('forgetting a customer empties what was written to them, and of them', async () => {
    await business.run(db =>
      sql`update resources set email = 'desk@salon.example' where id = ${resourceId}`.execute(db),
    )
    const booking = await book()
    await settled(booking)
    await act(booking, 'cancel')
    await send('POST', `/customers/${customerId}/anonymize`)
    const empty = { subject: null, body: null }
    expect(await messages(booking)).toMatchObject([{ ...empty, recipient: null }])
    for (const one of await messages(booking, 'staff'))
      expect(one).toMatchObject({ ...empty, recipient: 'desk@salon.example' })
  })

  describe('a series', () => {
    const days = (from: number, count: number, clock: number) =>
      Array.from({ length: count }, (_, index) => at(from + index, clock))
    const ical = (times: string[]) => times.map(time => time.replace(/[-:]|\.000/g, ''))
    /** What a calendar part says of one property, by event. */
    const eachOf = (index: number, name: string) =>
      Array.from(
        calendarOf(theirs()[index] as never).matchAll(new RegExp(`^${name}:(.*)\r$`, 'gm')),
        ([, value]) => value,
      )
    /** A request or its end names one event alone, and what is published has nobody who attends (RFC 5546 §3.2). */
    const expectPublished = (index: number, count: number) => {
      expect(eachOf(index, 'METHOD')).toEqual(['PUBLISH'])
      expect(new Set(eachOf(index, 'UID')).size).toBe(count)
      expect(eachOf(index, 'ORGANIZER;.*')).toHaveLength(count)
      expect(calendarOf(theirs()[index] as never)).not.toContain('ATTENDEE')
    }
    const has = (count: number) => expect.poll(theirs).toHaveLength(count)
    const told = async () => {
      const all = (await business.get(`/notifications?customerId=${customerId}&audience=customer&perPage=100`)).body
      return all.map(({ key }: { key: string }) => key).sort()
    }

    test('is told of by one mail with every date, what was left out, and one calendar file', async () => {
      await business.addBooking([resourceId], variantId, [at(11, 10), at(11, 11)])
      const made = await send('POST', '/bookings/series', {
        ...{
          variantId,
          customerId,
          startsAt: at(10, 10),
          rrule: 'FREQ=DAILY;COUNT=4',
          onConflict: 'skip',
          notify: true,
        },
      })
      await has(1)
      expect(await told()).toEqual(['booking_confirmed'])
      const [mail] = theirs()
      const ids = made.occurrences.flatMap(({ bookingId }: { bookingId: string | null }) => bookingId ?? [])
      expect(ids).toHaveLength(3)
      expect(mail?.subject).toMatch(/ and 2 more$/)
      expect(
        mail?.text?.match(/10:00 – 11:00 \(Europe\/Berlin\)\nhttp:\/\/app\.test\/book\/\S+\/manage\/\S+/g),
      ).toHaveLength(3)
      expect(mail?.text).toMatch(/These dates were not free, and are not booked:\n\w+, \w+ \d+, \d{4}, 10:00\n/)
      expect(mail?.text).toContain('Price: €150.00')
      expect(mail?.text).not.toContain('Look at your booking')
      expectPublished(0, ids.length)
      expect(eachOf(0, 'UID')).toEqual(ids.map((id: string) => `booking-${id}`))
      expect(eachOf(0, 'DTSTART')).toEqual(ical([at(10, 10), at(12, 10), at(13, 10)]))
      // Each of the bookings says that its customer was told.
      for (const id of ids) expect(await settled({ id })).toEqual([['booking_confirmed', 'sent', null]])
    })

    test('that is changed is told of by one mail for each change', async () => {
      const made = await send('POST', '/bookings/series', {
        ...{ variantId, customerId, startsAt: at(10, 10), rrule: 'FREQ=DAILY;COUNT=4' },
      })
      const ofSeries = (action: string, body: object) => send('POST', `/bookings/series/${made.id}/${action}`, body)
      expect(await told()).toEqual([])
      await ofSeries('reschedule', { scope: 'following', occurrence: 2, startsAt: at(12, 11) })
      await ofSeries('reschedule', { scope: 'all', occurrence: 0, startsAt: at(10, 12), dryRun: true, notify: true })
      expect(await told()).toEqual([])
      await ofSeries('reschedule', { scope: 'following', occurrence: 2, startsAt: at(12, 14), notify: true })
      await has(1)
      expect(await told()).toEqual(['booking_moved'])
      expect(eachOf(0, 'DTSTART')).toEqual(ical(days(12, 2, 14)))
      expect(theirs()[0]?.text?.match(/14:00 – 15:00 \(Europe\/Berlin\) \(before: .*, 11:00\)/g)).toHaveLength(2)
      await ofSeries('extend', { count: 2, notify: true })
      await has(2)
      expect(eachOf(1, 'DTSTART')).toEqual(ical(days(14, 2, 14)))
      await ofSeries('cancel', { scope: 'all', notify: true })
      await has(3)
      expect(await told()).toEqual(['booking_cancelled', 'booking_confirmed', 'booking_moved'])
      // What was never announced is not called off.
      expect(eachOf(2, 'DTSTART')).toEqual(ical(days(12, 4, 14)))
      expectPublished(2, 4)
      expect(eachOf(2, 'STATUS')).toEqual(Array(4).fill('CANCELLED'))
      expect(eachOf(2, 'SEQUENCE').map(Number)).not.toContain(0)
    })

    test('is called off as one event where a single date of it is cancelled', async () => {
      const made = await send('POST', '/bookings/series', {
        ...{ variantId, customerId, startsAt: at(10, 10), rrule: 'FREQ=DAILY;COUNT=2', notify: true },
      })
      await has(1)
      const [first] = made.occurrences
      await act({ id: first.bookingId }, 'cancel', { by: 'staff', notify: true })
      await has(2)
      expect([eachOf(1, 'METHOD'), eachOf(1, 'UID')]).toEqual([['CANCEL'], [`booking-${first.bookingId}`]])
    })

    test('tells all of it in a text of the tenant that knows nothing of many dates', async () => {
      await send('POST', '/notification-templates', {
        ...{ key: 'booking_confirmed', locale: 'en', subject: 'On {{booking.date}}', body: 'At {{booking.time}}.' },
      })
      await send('POST', '/bookings/series', {
        ...{ variantId, customerId, startsAt: at(10, 10), rrule: 'FREQ=DAILY;COUNT=3', notify: true },
      })
      await has(1)
      expect(theirs()[0]?.text).toMatch(/^At 10:00\.\n\nAll dates:\n/)
      expect(theirs()[0]?.text?.match(/10:00 – 11:00/g)).toHaveLength(3)
    })

    test('and a customer’s bookings that are changed in one go are one mail, judged each by itself', async () => {
      const some = [await book({ notify: false }), await book({ notify: false, startsAt: at(11, 10) })]
      const cancelled = await book({ notify: false, startsAt: at(12, 10) })
      const ids = [...some, cancelled].map(({ id }) => id)
      await send('POST', '/bookings/bulk', { ids, action: 'cancel', reason: 'Illness', notify: true })
      await has(1)
      expect(await told()).toEqual(['booking_cancelled'])
      expect(theirs()[0]?.text?.match(/10:00 – 11:00/g)).toHaveLength(3)
      expect(theirs()[0]?.text).toContain('Reason: Illness')
    })
  })

  test('a mail that another joins is not taken before both are there', async ({ skip }) => {
    const { url, owner } = use()
    if (!url) return skip('The embedded database has one connection.')
    const ids = [await book({ notify: false }), await book({ notify: false, startsAt: at(11, 10) })].map(({ id }) => id)
    const [bookingRow, customerRow] = [await owner.connect(), await owner.connect()]
    try {
      await bookingRow.query('begin')
      await bookingRow.query('select from bookings where id = $1 for update', [ids[1]])
      const cancelling = send('POST', '/bookings/bulk', { ids, action: 'cancel', reason: 'Illness', notify: true })
      const carrier = "select id from notifications where booking_id = $1 and key = 'booking_cancelled'"
      await expect.poll(async () => (await owner.query(carrier, [ids[0]])).rowCount).toBe(1)
      // The second mail is planned, and waits for its customer before it is written.
      await customerRow.query('begin')
      await customerRow.query('select from customers where id = $1 for update', [customerId])
      await bookingRow.query('rollback')
      const blocked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like '%insert into events%'`
      await expect.poll(async () => (await owner.query(blocked)).rowCount).toBe(1)
      // A process that takes it now would send it without the second, and note both as sent.
      expect((await owner.query(`${carrier} for update skip locked`, [ids[0]])).rowCount).toBe(0)
      await customerRow.query('rollback')
      await cancelling
      const all = () =>
        theirs()
          .map(({ text }) => text)
          .join()
          .match(/10:00 – 11:00/g)
      await expect.poll(all).toHaveLength(2)
    } finally {
      bookingRow.release(true)
      customerRow.release(true)
    }
  })

  test('who gets another room is told, if somebody says so', async () => {
    const booking = await book({ notify: false })
    const other = await business.addResource()
    await business.run(db =>
      db
        .insertInto('variantResources')
        .values({ tenantId: business.tenantId, ownerId: variantId, targetId: other, priority: 1 })
        .execute(),
    )
    const move = (from: string, toResourceId: string, body: object) =>
      send('POST', `/resources/${from}/reassign`, { toResourceId, ...body })
    expect(await move(resourceId, other, { dryRun: true, notify: true })).toMatchObject({ movedCount: 1 })
    expect(await move(resourceId, other, {})).toMatchObject({ movedCount: 1 })
    expect(await messages(booking)).toEqual([])
    expect(await move(other, resourceId, { notify: true })).toMatchObject({ movedCount: 1 })
    expect(await settled(booking)).toEqual([['booking_moved', 'sent', null]])
  })

  test('notify is refused where no mail belongs', async () => {
    const booking = await book({ notify: false })
    for (const action of ['check-in', 'complete', 'no-show', 'extend-hold']) {
      const { status, body } = await business.send('POST', `/bookings/${booking.id}/${action}`, { notify: true })
      expect([action, status, Object.keys(body.errors ?? {})]).toEqual([action, 422, ['notify']])
    }
    const hold = await business.send('POST', '/bookings', {
      ...{ variantId, customerId, startsAt: at(10, 12), hold: true, notify: true },
    })
    expect(hold).toMatchObject({ status: 422 })
  })

  test('sends the link to a hold, also to somebody else', async () => {
    const held = await book({ hold: true, notify: false })
    const sent = await send('POST', `/bookings/${held.id}/send-hold-link`, {
      email: 'Other@mail.example',
      locale: 'de',
    })
    expect(sent).toMatchObject({ key: 'hold_link', recipient: 'other@mail.example', locale: 'de' })
    await settled(held)
    const [link] = server.mails.filter(mail => recipientOf(mail) === 'other@mail.example')
    expect(link?.subject).toMatch(/^Für Sie vorgemerkt/)
    expect(link?.text).toMatch(/http:\/\/app\.test\/book\/.*\/hold\/[\w-]{48}/)
    const booking = await book({ startsAt: at(12, 10) })
    const refused = await business.send('POST', `/bookings/${booking.id}/send-hold-link`, {})
    expect(refused).toMatchObject({ status: 409, body: { code: 'wrong_status' } })
  })

  test('tells of a move afterwards, once, from the time that the customer knew', async () => {
    const booking = await book()
    await settled(booking)
    const tell = () => business.send('POST', `/bookings/${booking.id}/tell-move`, {})
    const isUntold = async () => (await business.get(`/bookings/${booking.id}/tell-move`)).body
    expect(await isUntold()).toEqual({ isUntold: false, email: null })
    expect(await tell()).toMatchObject({ status: 409, body: { code: 'wrong_status' } })
    await act(booking, 'reschedule', { startsAt: at(10, 12) })
    await act(booking, 'reschedule', { startsAt: at(10, 14) })
    expect(await settled(booking)).toEqual([['booking_confirmed', 'sent', null]])
    expect(await isUntold()).toEqual({ isUntold: true, email: customerEmail })
    expect(await tell()).toMatchObject({ status: 201, body: { key: 'booking_moved', recipient: customerEmail } })
    expect(await settled(booking)).toEqual([
      ['booking_confirmed', 'sent', null],
      ['booking_moved', 'sent', null],
    ])
    const [, moved] = theirs()
    expect(moved?.text).toMatch(/Before: .*, 10:00/)
    expect(moved?.text).toContain('14:00 – ')
    expect(moved && calendarOf(moved)).toContain('METHOD:REQUEST')
    expect(await isUntold()).toEqual({ isUntold: false, email: null })
    expect(await tell()).toMatchObject({ status: 409, body: { code: 'wrong_status' } })
    await act(booking, 'reschedule', { startsAt: at(10, 16) })
    expect(await isUntold()).toMatchObject({ isUntold: true })
    await act(booking, 'cancel', { by: 'staff' })
    expect(await isUntold()).toEqual({ isUntold: false, email: null })
    expect(await tell()).toMatchObject({ status: 409, body: { code: 'wrong_status' } })
  })

  test('texts of a tenant apply, with values as they are', async () => {
    await send('POST', '/notification-templates', {
      ...{ key: 'booking_confirmed', locale: 'en', subject: 'Hi {{customer.name}}', body: '{{booking.reference}} <b>' },
    })
    await business.run(db => sql`update customers set name = '{{tenant.name}}' where id = ${customerId}`.execute(db))
    const booking = await book()
    await settled(booking)
    expect(theirs()[0]?.subject).toBe('Hi {{tenant.name}}')
    expect(theirs()[0]?.text?.trim()).toBe(`${booking.reference} <b>`)
    expect(theirs()[0]?.html).toContain(`${booking.reference} &#60;b&#62;`)
    for (const body of ['{{customer.password}}', 'a {{ b', '{{}}']) {
      const answer = await business.send('POST', '/notification-templates', {
        ...{ key: 'booking_moved', locale: 'en', subject: 'Moved', body },
      })
      expect([body, answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([body, 422, ['body']])
    }
    const preview = { key: 'booking_moved', locale: 'de' }
    expect(await send('POST', '/notification-templates/preview', preview)).toMatchObject({
      subject: expect.stringContaining('Verschoben: '),
      html: expect.stringContaining('<html lang="de">'),
      text: expect.stringMatching(/Haarschnitt[\s\S]*2\. März 2026/),
    })
    const { body: german } = await business.send('GET', '/notification-templates/defaults?locale=de')
    expect(german[0].placeholders).toContainEqual({ name: 'booking.date', example: 'Montag, 2. März 2026' })
    expect(await send('POST', '/notification-templates/preview', { ...preview, bookingId: booking.id })).toMatchObject({
      text: expect.stringContaining(booking.reference),
    })
    server.mails.length = 0
    const tested = await send('POST', '/notification-templates/test', preview)
    expect(tested).toMatchObject({ recipient: business.owner.email, subject: expect.stringMatching(/^\[Test\] /) })
    await expect.poll(() => server.mails.map(recipientOf)).toContain(business.owner.email)
    for (let count = 1; count < 5; count++) await send('POST', '/notification-templates/test', preview)
    const limited = await business.send('POST', '/notification-templates/test', preview)
    expect(limited.status).toBe(429)

    const { body } = await business.send('GET', '/notification-templates/overview')
    const kindOf = (key: string) => body.mails.find((each: { key: string }) => each.key === key)
    expect(kindOf('booking_confirmed')).toMatchObject({
      ...{ audience: 'customer', texts: { en: expect.any(String) }, lastSentAt: expect.any(String) },
    })
    // Tests count for nothing.
    expect(kindOf('booking_moved')).toMatchObject({ texts: {}, lastSentAt: null })
  })

  test('only our own addresses become links, and the one to the booking is a button in place of its address', async () => {
    const evil = 'Locked: https://evil.example/login and www.evil.example'
    await business.run(db => sql`update customers set name = ${evil} where id = ${customerId}`.execute(db))
    const booking = await book()
    await settled(booking)
    await act(booking, 'cancel', { by: 'customer', reason: 'see https://evil.example/why', notify: true })
    await expect.poll(theirs).toHaveLength(2)
    const [confirmed, cancelled] = theirs()
    const hrefs = (html: unknown) =>
      Array.from(String(html).matchAll(/href="([^"]*)"[^>]*>([^<]*)</g)).map(([, ...of]) => of)
    const [, url] = /^(http:\/\/app\.test\/book\/\S+\/manage\/\S+)$/m.exec(confirmed?.text ?? '') ?? []
    expect(hrefs(confirmed?.html)).toEqual([[url, 'View, move or cancel']])
    expect(String(confirmed?.html)).not.toContain(`>${url}<`)
    expect(hrefs(cancelled?.html)).toEqual([])

    await send('POST', '/notification-templates', {
      ...{
        key: 'booking_moved',
        locale: 'en',
        subject: 'Moved',
        body: 'See https://salon.example/way. {{customer.name}}',
      },
    })
    const other = await book({ startsAt: at(11, 10), notify: false })
    await act(other, 'reschedule', { startsAt: at(11, 12), notify: true })
    await expect.poll(theirs).toHaveLength(3)
    expect(hrefs(theirs()[2]?.html)).toEqual([['https://salon.example/way', 'https://salon.example/way']])
  })

  test('English mails begin as English does, and say how many only of several', async () => {
    await settled(await book())
    expect(theirs()[0]?.text).toMatch(/^Hello Lena,\n\nYour booking is confirmed\.\n/)
    expect(theirs()[0]?.text).not.toContain('How many')
    const room = await business.addResource({ capacity: 4 })
    const court = await business.addVariant([room], { capacityMode: 'pooled', maxQuantity: 4 })
    await book({ variantId: court, quantity: 3, startsAt: at(12, 10) })
    await expect.poll(theirs).toHaveLength(2)
    expect(theirs()[1]?.text).toContain('How many: 3\n')
  })

  test('a customer’s calendar says where it is and how to change it, by mail and by download alike', async () => {
    await use().owner.query(
      `update tenants set contact_phone = '+4930123456', address = '{"line1": "Main Street 1", "postalCode": "10115", "city": "Berlin"}'
       where id = $1`,
      [business.tenantId],
    )
    const booking = await book()
    await settled(booking)
    const mail = theirs()[0]
    const [, path = ''] = /http:\/\/app\.test\/book\/(\S+\/manage\/\S+)$/m.exec(mail?.text ?? '') ?? []
    const download = await api.request(`/public/${path.replace('/manage/', '/bookings/')}/calendar.ics`)
    const linesOf = (text: string) =>
      text
        .replace(/\r\n /g, '')
        .split('\r\n')
        .filter(line => !/^(METHOD|ORGANIZER|ATTENDEE)/.test(line))
    const sent = mail ? calendarOf(mail) : ''
    expect(linesOf(sent)).toEqual(linesOf(download.body))
    expect(sent).toContain('\r\nLOCATION:Main Street 1\\, 10115 Berlin\r\n')
    expect(sent).toMatch(/\r\nDESCRIPTION:Haircut[^\r]*\\nReference: \w+\\nPhone: \+4930123456\\nMove or cancel: http/)
    expect(sent).toContain(`http://app.test/book/${path}`)
    expect(sent).toContain(`ATTENDEE;CN="Lena";PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${customerEmail}\r\n`)
  })

  describe('a visit', () => {
    let benId: string
    let visit: { id: string; reference: string; title: string; parts: { bookingId: string }[] }

    const has = (count: number) => expect.poll(theirs).toHaveLength(count)
    const ofVisit = (action: string, body: object = {}) => send('POST', `/bookings/visits/${visit.id}/${action}`, body)
    const part = (index: number) => ({ id: visit.parts[index]?.bookingId ?? '' })
    const bookVisit = async (values: object = {}) => {
      const parts = [{ variantId }, { variantId, resourceIds: [benId] }]
      visit = await send('POST', '/bookings/visits', {
        parts,
        customerId,
        startsAt: at(10, 10),
        notify: true,
        ...values,
      })
    }

    beforeEach(async () => {
      benId = await business.addResource({ name: 'Ben', email: `ben-${crypto.randomUUID()}@salon.example` })
      await business.run(async db => {
        await sql`update resources set name = 'Anna', email = ${`anna-${resourceId}@salon.example`}
          where id = ${resourceId}`.execute(db)
        await sql`update variants set name = 'Cut' where id = ${variantId}`.execute(db)
        const link = { tenantId: business.tenantId, ownerId: variantId, targetId: benId, priority: 1 }
        await db.insertInto('variantResources').values(link).execute()
      })
    })

    test('is one mail and one event, which follows its parts', async () => {
      await bookVisit()
      await has(1)
      const [mail] = theirs()
      expect(mail?.subject).toMatch(/^Confirmed: Haircut · Cut \+ Haircut · Cut, .* 10:00$/)
      expect(mail?.text).toContain('10:00 – 12:00 (Europe/Berlin)')
      expect(mail?.text).toContain(
        `10:00 – 11:00  Haircut · Cut, Anna, €50.00\n11:00 – 12:00  Haircut · Cut, Ben, €50.00`,
      )
      expect(mail?.text).toContain(`Price: €100.00\nReference: ${visit.reference}`)
      expect(mail?.text?.match(/\/manage\//g)).toHaveLength(1)
      expect(calendarFacts(0)).toEqual(['REQUEST', `visit-${visit.id}`, '0', 'CONFIRMED'])
      expect(calendarOf(mail as never)).toContain('11:00 – 12:00  Haircut · Cut\\n')

      await act(part(1), 'reschedule', { startsAt: at(10, 12), override: true, reason: 'Later', notify: true })
      await has(2)
      expect(theirs()[1]?.subject).toMatch(/^Moved: Haircut · Cut, .* 12:00$/)
      expect(theirs()[1]?.text).toMatch(/Before: .*, 11:00/)
      expect(theirs()[1]?.text).toContain('10:00 – 11:00  Haircut · Cut, Anna')
      expect(theirs()[1]?.inReplyTo).toBe(mail?.messageId)
      const facts = [calendarFacts(1)]

      await act(part(0), 'cancel', { notify: true })
      await has(3)
      expect(theirs()[2]?.subject).toMatch(/^Cancelled: Haircut · Cut, .* 10:00$/)
      expect(theirs()[2]?.text).toMatch(/10:00 – 11:00 {2}Haircut · Cut, Anna, €50.00, cancelled\n12:00 – 13:00/)
      facts.push(calendarFacts(2))
      await ofVisit('cancel', { notify: true })
      await has(4)
      facts.push(calendarFacts(3))
      expect(facts.map(([method, uid, , status]) => [method, uid, status])).toEqual([
        ['REQUEST', `visit-${visit.id}`, 'CONFIRMED'],
        ['REQUEST', `visit-${visit.id}`, 'CONFIRMED'],
        ['CANCEL', `visit-${visit.id}`, 'CANCELLED'],
      ])
      const sequences = ['0', ...facts.map(([, , sequence]) => sequence)].map(Number)
      expect(sequences).toEqual([...new Set(sequences)].sort((one, other) => one - other))
      expect(calendarOf(theirs()[2] as never)).toMatch(new RegExp(`DTSTART:${at(10, 12).replace(/[-:]|\.000/g, '')}`))
    })

    test('tells each of the staff of their own parts, and is among the messages of the visit', async () => {
      await bookVisit()
      const { email } = (await business.get(`/resources/${benId}`)).body
      await expect.poll(() => server.mails.map(recipientOf)).toContain(email)
      await has(1)
      const toBen = server.mails.filter(one => recipientOf(one) === email)
      expect(toBen).toHaveLength(1)
      expect(toBen[0]?.subject).toMatch(/^New booking: Haircut · Cut, .* 11:00$/)
      expect(toBen[0]?.text).toContain(`Price: €50.00\nReference: ${visit.reference}`)
      expect(calendarOf(toBen[0] as never)).toContain(`UID:booking-${visit.parts[1]?.bookingId}`)
      const { body } = await business.get(`/notifications?visitId=${visit.id}`)
      expect(body.map(({ key }: { key: string }) => key).sort()).toEqual([
        ...['booking_confirmed', 'staff_new_booking', 'staff_new_booking'],
      ])
      expect(body[0].visitId).toBe(visit.id)
      expect((await business.get(`/notifications?visitId=${crypto.randomUUID()}`)).body).toEqual([])
    })

    test('is reminded of once, by its first part that stands', async () => {
      await bookVisit({ startsAt: at(2, 10) })
      const reminders = async () => {
        await planReminders(api.database)
        const { body } = await business.get(`/notifications?visitId=${visit.id}&key=booking_reminder`)
        return body.map(({ bookingId }: { bookingId: string }) => bookingId)
      }
      expect(await reminders()).toEqual([part(0).id])
      await ofVisit('cancel', { parts: [0] })
      expect((await reminders()).sort()).toEqual([part(0).id, part(1).id].sort())
      await business.run(db => sql`update notifications set due_at = now() where key = 'booking_reminder'`.execute(db))
      await expect
        .poll(() => theirs().map(({ subject }) => subject))
        .toContainEqual(expect.stringMatching(/^Reminder: Haircut · Cut, .* 11:00$/))
      expect(await settled(part(0))).toContainEqual(['booking_reminder', 'cancelled', 'outdated'])
    })

    test('is named by the text of the business, or told below it', async () => {
      await bookVisit({ notify: false })
      const preview = (body: string) =>
        send('POST', '/notification-templates/preview', {
          ...{ key: 'booking_confirmed', locale: 'en', subject: 'Hello', body, bookingId: part(1).id },
        })
      const lines = /^10:00 – 11:00 {2}Haircut · Cut, Anna, €50.00\n11:00 – 12:00 {2}Haircut · Cut, Ben, €50.00$/m
      expect((await preview('{{visit.parts}}')).text).toMatch(lines)
      const untold = (await preview('{{booking.reference}}')).text
      expect(untold).toMatch(/^10:00 – 11:00 {2}Haircut · Cut\n11:00 – 12:00 {2}Haircut · Cut$/m)
      expect(untold).toMatch(new RegExp(`^${visit.reference}\n`))
    })
  })

  describe('what strangers cause', () => {
    const openShop = async () => {
      const page = await openPage(api)
      await page.business.run(db =>
        db
          .updateTable('schedules')
          .set({ weeklyHours: JSON.stringify(week([1, 2, 3, 4, 5, 6, 7], '00:00', '24:00')) })
          .execute(),
      )
      const variant = await page.business.addVariant([await page.business.addResource()])
      /** Books as somebody who says that this is their address. */
      const bookAs = async (email: string, startsAt: string) => {
        const { body } = await page.hold(variant, startsAt)
        await page.business.run(db =>
          sql`update bookings set status_changed_at = status_changed_at - interval '5 seconds' where status = 'held'`.execute(
            db,
          ),
        )
        const booked = await page.confirm(body.holdToken, { customer: { name: 'Ada Lovelace', email } })
        expect(booked.status).toBe(201)
        return booked.body
      }
      const rowsFor = async (recipient: string) =>
        (await page.business.get('/notifications?perPage=100')).body.filter(
          (one: { recipient: string }) => one.recipient === recipient,
        )
      return { ...page, bookAs, rowsFor }
    }
    const to = (address: string) => server.mails.filter(mail => recipientOf(mail) === address)
    const has = (address: string, count: number) => expect.poll(() => to(address)).toHaveLength(count)
    const anHourPasses = async (address: string) => {
      const { owner } = use()
      await owner.query("update stranger_mails set sent_at = sent_at - interval '61 minutes'")
      await owner.query("update notifications set sent_at = sent_at - interval '61 minutes' where recipient = $1", [
        address,
      ])
      await owner.query("update notifications set due_at = now() where recipient = $1 and status = 'queued'", [address])
    }
    const victim = () => `victim-${crypto.randomUUID()}@mail.example`

    test('is told five times an hour of a booking, and then the last word; what staff do at once', async () => {
      const shop = await openShop()
      const address = victim()
      const { manageToken } = await shop.bookAs(address, at(10, 0))
      const moveTo = async (clock: number) =>
        expect((await shop.post(`/bookings/${manageToken}/reschedule`, { startsAt: at(10, clock) })).status).toBe(200)
      await has(address, 1)
      for (let clock = 1; clock < 5; clock++) {
        await moveTo(clock)
        await has(address, clock + 1)
      }
      for (let clock = 5; clock < 9; clock++) await moveTo(clock)
      const waiting = async () =>
        (await shop.rowsFor(address)).filter(
          ({ status, dueAt }: Record<string, string>) => status === 'queued' && Date.parse(String(dueAt)) > Date.now(),
        )
      await expect.poll(waiting).toHaveLength(1)
      expect(to(address)).toHaveLength(5)
      await anHourPasses(address)
      await has(address, 6)
      expect(to(address)[5]?.text).toContain('08:00 – 09:00')
      expect(to(address)[5]?.text).toMatch(/Before: .*, 04:00/)

      const [{ id }] = (await shop.business.get('/bookings')).body
      for (let clock = 10; clock < 16; clock++) {
        await shop.business.send('POST', `/bookings/${id}/reschedule`, { startsAt: at(10, clock), notify: true })
        await has(address, clock - 3)
      }
    })

    test('is ten mails an hour to one address, from all tenants; the rest is one mail', async () => {
      const [first, second] = [await openShop(), await openShop()]
      const address = victim()
      for (let clock = 0; clock < 6; clock++) await first.bookAs(address, at(10, clock))
      await has(address, 6)
      for (let clock = 0; clock < 7; clock++) await second.bookAs(address, at(10, clock))
      await has(address, 10)
      const waiting = async () =>
        (await second.rowsFor(address)).filter(({ status }: { status: string }) => status === 'queued')
      await expect.poll(waiting).toHaveLength(1)
      await anHourPasses(address)
      await has(address, 11)
      expect(to(address)[10]?.text?.match(/\/manage\//g)).toHaveLength(3)
      await expect.poll(waiting).toEqual([])
    })

    /** Uses up what strangers may cause to an address, at a business that knows nothing of it. */
    const flood = async (address: string) => {
      const elsewhere = await openShop()
      for (let clock = 0; clock < 10; clock++) await elsewhere.bookAs(address, at(20, clock))
      await has(address, 10)
    }

    test('takes nothing from the reminders and offers that another business owes', async () => {
      const shop = await openShop()
      const address = victim()
      const { business } = shop
      const known = await business.add('customers', { name: 'Ada', email: address })
      const resource = await business.addResource()
      const offered = await business.addVariant([resource], { waitlistEnabled: true, waitlistOffers: 'automatic' })
      await flood(address)

      // By the booking page, so that her reminder counts as a stranger's.
      const { reference } = await shop.bookAs(address, at(30, 10))
      const { owner } = use()
      await owner.query(
        `update bookings set starts_at = now() + interval '59 minutes', ends_at = now() + interval '2 hours'
         where reference = $1`,
        [reference],
      )
      await owner.query("update tenants set reminder_minutes = '{60}' where id = $1", [business.tenantId])
      // As if it had been booked before the reminder was due.
      for (const table of ['bookings', 'tenants'])
        await owner.query(`update ${table} set reminders_from = now() - interval '1 day'`)
      await planReminders(api.database)
      await has(address, 11)
      expect(to(address)[10]?.subject).toMatch(/Reminder/i)

      const windows = [{ startsAt: at(12, 9), endsAt: at(12, 17) }]
      const entry = await business.send('POST', '/bookings/waitlist', {
        variantId: offered,
        customerId: known,
        windows,
      })
      expect(entry).toMatchObject({ status: 201, body: { status: 'offered' } })
      await has(address, 12)
    })

    test('does not limit what is offered to whom staff put on the waitlist, whoever makes room', async () => {
      const shop = await openShop()
      const address = victim()
      const { business } = shop
      const known = await business.add('customers', { name: 'Ada', email: address })
      const resource = await business.addResource()
      const variantIds = await Promise.all(
        Array.from({ length: 11 }, () =>
          business.addVariant([resource], { waitlistEnabled: true, waitlistOffers: 'automatic' }),
        ),
      )
      for (const [clock, wanted] of variantIds.entries()) {
        const startsAt = at(12, clock)
        const { body } = await shop.hold(wanted, startsAt)
        const windows = [{ startsAt, endsAt: at(12, clock + 1) }]
        const waiting = await business.send('POST', '/bookings/waitlist', {
          variantId: wanted,
          customerId: known,
          windows,
        })
        expect(waiting).toMatchObject({ status: 201, body: { status: 'waiting' } })
        expect((await shop.send('DELETE', `/holds/${body.holdToken}`)).status).toBe(204)
      }
      await has(address, 11)
    })

    test('takes the limits of addresses in one order', async ({ skip }) => {
      if (!use().url) return skip('The embedded database has one connection.')
      const shop = await openShop()
      const [first, second] = [`a-${victim()}`, `b-${victim()}`]
      const keyOf = (address: string) =>
        `hashtextextended('mails to ' || encode(sha256(convert_to('${address}', 'UTF8')), 'base64'), 0)`
      const other = await use().owner.connect()
      try {
        await shop.bookAs(first, at(10, 1))
        await shop.bookAs(second, at(10, 2))
        const sent = "select from notifications where recipient in ($1, $2) and status = 'sent'"
        await expect
          .poll(async () => (await use().owner.query(sent, [first, second])).rowCount, { timeout: 15_000 })
          .toBe(2)
        await other.query('begin')
        await other.query(`select pg_advisory_xact_lock(${keyOf(first)})`)
        await use().owner.query(
          `update notifications set status = 'queued', sent_at = null, attempts = 0,
             due_at = now() - case recipient when $1 then interval '1 second' else interval '0' end
           where recipient in ($1, $2)`,
          [second, first],
        )
        const waiting = `select from pg_locks join pg_database on pg_database.oid = pg_locks.database
          where locktype = 'advisory' and not granted and datname = current_database()`
        await expect.poll(async () => (await other.query(waiting)).rowCount).toBe(1)
        expect((await other.query(`select pg_try_advisory_xact_lock(${keyOf(second)}) as is_free`)).rows).toEqual([
          { is_free: true },
        ])
        await other.query('commit')
        await has(first, 2)
        await has(second, 2)
      } finally {
        other.release(true)
      }
    })

    test('does not greet by a name that nobody but they said, until somebody was there', async () => {
      const shop = await openShop()
      const address = victim()
      const { reference } = await shop.bookAs(address, at(10, 10))
      await has(address, 1)
      expect(to(address)[0]?.text).toMatch(/^Hello,\n\nYour booking is confirmed/)
      expect(String(to(address)[0]?.html) + calendarOf(to(address)[0] as never)).not.toMatch(/\bAda\b/)
      await shop.business.run(db =>
        sql`update bookings set status = 'completed' where reference = ${reference}`.execute(db),
      )
      await shop.bookAs(address, at(11, 10))
      await has(address, 2)
      expect(to(address)[1]?.text).toMatch(/^Hello Ada Lovelace,/)
    })

    test('is told to the owners when nobody else would hear of it, unless they want none', async () => {
      const shop = await openShop()
      const { owner } = shop.business
      const { manageToken } = await shop.bookAs(victim(), at(10, 10))
      await shop.post(`/bookings/${manageToken}/reschedule`, { startsAt: at(10, 12) })
      await shop.post(`/bookings/${manageToken}/cancel`)
      const keys = async (of: string) => (await shop.rowsFor(of)).map(({ key }: { key: string }) => key).sort()
      const all = ['staff_cancelled', 'staff_moved', 'staff_new_booking']
      expect(await keys(owner.email)).toEqual(all)
      const staff = await api.addPersonIn(shop.business.tenantId, 'staff')
      const set = (person: { id: string }, mails: string) =>
        shop.business.run(db =>
          sql`update memberships set booking_mails = ${mails} where user_id = ${person.id}`.execute(db),
        )
      await set(staff, 'all')
      await shop.bookAs(victim(), at(11, 10))
      expect([await keys(staff.email), await keys(owner.email)]).toEqual([['staff_new_booking'], all])
      await set(staff, 'none')
      await set(owner, 'none')
      await shop.bookAs(victim(), at(12, 10))
      expect([await keys(staff.email), await keys(owner.email)]).toEqual([['staff_new_booking'], all])
    })
  })

  test('refuses settings that cannot be', async () => {
    for (const [field, value] of [
      ['reminderMinutes', [4]],
      ['reminderMinutes', [60, 60]],
      ['reminderMinutes', [5, 6, 7, 8]],
      ['mailSenderName', 'a\r\nBcc: x@y'],
      ['notificationsOff', ['nope']],
    ] as const) {
      const { status, body } = await business.send('PATCH', `/tenants/${business.tenantId}`, { [field]: value })
      expect([field, status, Object.keys(body.errors ?? {})[0]?.split('.')[0]]).toEqual([field, 422, field])
    }
    const line = await business.send('POST', '/notification-templates', {
      ...{ key: 'booking_moved', locale: 'en', subject: 'a\nb', body: 'c' },
    })
    expect(line).toMatchObject({ status: 422, body: { errors: { subject: expect.anything() } } })
  })
})
