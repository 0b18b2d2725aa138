import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { systemOrigin } from '../../../server/audit/auditEntry'
import { writeEvents } from '../../../server/events/events'
import { forgetOldEvents } from '../../../server/events/retention'
import { writeTimedEvents } from '../../../server/features/bookings/timedEvents'
import { forgetExpiredCustomers } from '../../../server/features/customers/retention'
import { metricsText } from '../../../server/metrics'
import { makeKey } from '../http/support/apiKeys'
import { openApi, type TestApi } from '../http/support/fixture'
import { describeOnBoth, describeOnPostgres } from '../support/describeOnDatabase'
import { type Business, NOW, openBusiness } from './support/business'

const ten = '2026-03-02T09:00:00.000Z'
const eleven = '2026-03-02T10:00:00.000Z'
const HOUR = 3_600_000

interface Event {
  id: string
  type: string
  subjectId: string
  sequence: number
  actor: { type: string; id: string | null; name: string | null }
  requestId: string | null
  data: Record<string, unknown>
  previous: Record<string, unknown> | null
}

/** Whatever is open on the server, of other tests too, may hold events up. */
const eventually = (expectation: () => Promise<void>) => vi.waitFor(expectation, { timeout: 20_000 })

describeOnBoth('events', use => {
  let api: TestApi
  let business: Business
  let customerId: string
  let variantId: string
  let now = NOW

  beforeAll(async () => {
    api = await openApi({ on: use(), users: null, now: () => now })
  })
  afterAll(() => api.close())
  beforeEach(async () => {
    now = NOW
    business = await openBusiness(api)
    customerId = await business.add('customers', { name: 'Lena', email: 'lena@mail.example' })
    variantId = await business.addVariant([await business.addResource(), await business.addResource()])
  })

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
  const act = async (id: string, action: string, body: object = {}) => {
    const answer = await business.send('POST', `/bookings/${id}/${action}`, body)
    expect(answer.status).toBe(200)
    return answer.body
  }
  /** Oldest first. */
  const events = async (query = ''): Promise<Event[]> => {
    const { status, body } = await business.get(`/events?perPage=100&${query}`)
    expect(status).toBe(200)
    return body.toReversed()
  }
  const about = (id: string) => events(`subjectId=${id}`)
  const types = (all: readonly Event[]) => all.toSorted((a, b) => a.sequence - b.sequence).map(({ type }) => type)

  test('follow a visit after each of its parts, and say what is left of it', async () => {
    const parts = [{ variantId }, { variantId }]
    const made = await business.send('POST', '/bookings/visits', { parts, customerId, startsAt: ten, notes: 'Shy' })
    expect(made.status).toBe(201)
    const { id } = made.body
    const [first, second] = made.body.parts.map(({ bookingId }: { bookingId: string }) => bookingId)
    const ofCall = await events()
    expect(ofCall.map(({ type }) => type)).toEqual([
      ...['booking.created', 'booking.confirmed', 'booking.created', 'booking.confirmed', 'visit.created'],
    ])
    expect(new Set(ofCall.map(({ requestId }) => requestId)).size).toBe(1)
    expect(ofCall.at(-1)?.data).toEqual({ ...made.body, tenantId: business.tenantId })
    const entries = (await business.get('/audit-log?perPage=100')).body
    const ofVisit = entries.filter(({ entityType }: { entityType: string }) => /^(bookings|visits)$/.test(entityType))
    expect(ofVisit.map(({ action }: { action: string }) => action)).toEqual(['created', 'created', 'created'])
    expect(new Set(ofVisit.map(({ requestId }: { requestId: string }) => requestId)).size).toBe(1)

    await act(first, 'cancel')
    await business.send('PATCH', `/bookings/visits/${id}`, { notes: 'Not shy' })
    await act(second, 'cancel')
    const told = (await about(id)).toSorted((one, other) => one.sequence - other.sequence)
    expect(told.map(({ type, sequence, data }) => [type, sequence, data.partCount])).toEqual([
      ['visit.created', 1, 2],
      ['visit.updated', 2, 1],
      ['visit.updated', 3, 1],
      ['visit.cancelled', 4, 0],
    ])
    expect(told[2]?.previous).toMatchObject({ notes: 'Shy' })
    expect(told.at(-1)?.data).toEqual({
      ...(await business.get(`/bookings/visits/${id}`)).body,
      tenantId: business.tenantId,
    })

    const { body: key } = await makeKey(api, business, ['events.read'])
    const heard = await api.request(`/events?subjectId=${id}`, { token: key.key })
    expect(heard.body[0].data).toMatchObject({ reference: made.body.reference, partCount: 0 })
    expect(Object.keys(heard.body[0].data)).not.toEqual(expect.arrayContaining(['notes']))
    expect(heard.body[0].data.customerName).toBeUndefined()
  })

  test('tell of a visit whose hold ran out or was given back', async () => {
    const hold = async () => {
      const parts = [{ variantId }, { variantId }]
      return (await business.send('POST', '/bookings/visits', { parts, startsAt: ten, hold: true })).body
    }
    const { id } = await hold()
    expect((await business.send('DELETE', `/bookings/visits/${id}`)).status).toBe(204)
    expect(types(await about(id))).toEqual(['visit.created', 'visit.cancelled'])
    await writeTimedEvents({ ...api.services, now: () => now })
    const other = await hold()
    now += HOUR
    await writeTimedEvents({ ...api.services, now: () => now })
    const [, over] = (await about(other.id)).toSorted((one, two) => one.sequence - two.sequence)
    expect(over).toMatchObject({ type: 'visit.cancelled', actor: { type: 'system' }, data: { status: 'expired' } })
  })

  test('are counted by type once they are committed, and not in a dry run', async () => {
    const counted = async (type: string): Promise<number> =>
      Number(new RegExp(`slotwise_events_total\\{type="${type}"\\} (\\d+)`).exec(await metricsText([]))?.[1] ?? 0)
    const before = await counted('booking.created')
    await book()
    await book()
    expect(await business.send('POST', '/bookings', { variantId, customerId, startsAt: ten })).toMatchObject({
      status: 409,
    })
    expect(await counted('booking.created')).toBe(before + 2)

    const resourceId = await business.addResource()
    const updated = await counted('resource.updated')
    const change = (query: string) => business.send('PATCH', `/resources?ids=${resourceId}${query}`, { capacity: 2 })
    expect((await change('&dryRun=true')).status).toBe(200)
    expect(await counted('resource.updated')).toBe(updated)
    expect((await change('')).status).toBe(200)
    expect(await counted('resource.updated')).toBe(updated + 1)
  })

  test('follow a booking, without a gap, with what changed', async () => {
    const { id } = await book()
    await act(id, 'reschedule', { startsAt: eleven })
    await act(id, 'cancel', { reason: 'Ill' })
    const told = (await about(id)).toSorted((a, b) => a.sequence - b.sequence)
    expect(told.map(({ type, sequence }) => [type, sequence])).toEqual([
      ['booking.created', 1],
      ['booking.confirmed', 2],
      ['booking.rescheduled', 3],
      ['booking.cancelled', 4],
    ])
    expect(told[0]).toMatchObject({
      previous: null,
      actor: { type: 'user', id: business.owner.id },
      data: { id, startsAt: ten, status: 'confirmed', customerName: 'Lena' },
    })
    expect(told[2]).toMatchObject({
      previous: { startsAt: ten, endsAt: eleven, rescheduleCount: 0, icalSequence: 0 },
      data: { startsAt: eleven, rescheduleCount: 1 },
    })
    expect(Object.keys(told[2]?.previous ?? {})).toHaveLength(4)
    const { body: booking } = await business.get(`/bookings/${id}`)
    expect(told[3]?.data).toEqual(booking)
  })

  test('name each action once', async () => {
    const { id } = await book({ hold: true, customerId: undefined })
    await act(id, 'extend-hold')
    await act(id, 'confirm', { customerId })
    const other = (await business.get(`/bookings/${id}`)).body.resourceIds[0]
    const { body } = await business.get('/resources')
    const free = body.find((one: { id: string }) => one.id !== other).id
    await act(id, 'reassign', { resourceIds: [free] })
    await business.send('PATCH', `/bookings/${id}`, { notes: 'By the window' })
    now = Date.parse(ten)
    await act(id, 'check-in')
    await act(id, 'check-in', { undo: true })
    await act(id, 'complete')
    await act(id, 'complete', { undo: true })
    await act(id, 'no-show')
    expect(types(await about(id))).toEqual([
      'booking.created',
      'booking.updated',
      'booking.confirmed',
      'booking.reassigned',
      'booking.updated',
      'booking.checked_in',
      'booking.updated',
      'booking.completed',
      'booking.confirmed',
      'booking.no_show',
    ])
  })

  test('come not from what changes nothing, is refused, rehearsed or repeated', async () => {
    const { id } = await book({ notes: 'Tea' })
    const before = (await events()).length
    expect((await business.send('PATCH', `/bookings/${id}`, { notes: 'Tea' })).status).toBe(200)
    expect((await business.send('POST', `/bookings/${id}/approve`, {})).status).toBe(409)
    expect((await business.send('POST', '/bookings/quote', { variantId, startsAt: eleven })).status).toBe(200)
    const resourceId = (await business.get('/resources')).body[0].id
    expect((await business.send('PATCH', `/resources?ids=${resourceId}&dryRun=true`, { capacity: 2 })).status).toBe(200)
    expect((await events()).length).toBe(before)
    const keyed = () =>
      api.request('/bookings', {
        method: 'POST',
        as: business.owner,
        tenantId: business.tenantId,
        body: { variantId, customerId, startsAt: eleven },
        headers: { 'Idempotency-Key': 'once' },
      })
    expect((await keyed()).status).toBe(201)
    expect((await keyed()).headers.get('Idempotent-Replayed')).toBe('true')
    expect((await events()).length).toBe(before + 2)
  })

  test('tell of customers, resources and schedules', async () => {
    const { body: customer } = await business.send('POST', '/customers', { name: 'Ann', email: 'ann@mail.example' })
    await business.send('PATCH', `/customers/${customer.id}`, { name: 'Anne' })
    await business.send('DELETE', `/customers/${customer.id}`)
    const told = await about(customer.id)
    expect(types(told)).toEqual(['customer.created', 'customer.updated', 'customer.deleted'])
    expect(told[1]?.previous).toEqual({ name: 'Ann' })
    expect(told[2]?.data).toMatchObject({ id: customer.id, name: 'Anne' })

    const { body: resources } = await business.get('/resources')
    const ids = resources.map(({ id }: { id: string }) => id)
    await business.send('PATCH', `/resources?ids=${ids.join(',')}`, { capacity: 3 })
    for (const id of ids) expect(types(await about(id))).toEqual(['resource.updated'])

    const scheduleId = await business.addSchedule({ mode: 'timeslots' })
    const range = { from: '2026-03-02', to: '2026-03-03' }
    await business.send('POST', `/schedules/${scheduleId}/generate`, { ...range, dryRun: true })
    expect(await about(scheduleId)).toEqual([])
    const made = await business.send('POST', `/schedules/${scheduleId}/generate`, range)
    expect(made.status).toBe(200)
    await business.send('POST', `/schedules/${scheduleId}/generate`, range)
    expect(types(await about(scheduleId))).toEqual(['schedule.generated'])
  })

  test('forget a person: after anonymizing, merging and retention nobody is named', async () => {
    const { id } = await book({ startsAt: ten, notes: 'Lena is deaf' })
    await act(id, 'cancel')
    await business.send('PATCH', `/customers/${customerId}`, { phone: '+4930123456' })
    expect(JSON.stringify(await events())).toContain('Lena')
    now += 30 * 24 * HOUR
    expect((await business.send('POST', `/customers/${customerId}/anonymize`, {})).status).toBe(200)
    const after = await events()
    expect(JSON.stringify(after)).not.toMatch(/Lena|lena|4930123456/)
    expect(after.find(({ type }) => type === 'customer.anonymized')).toMatchObject({
      data: { id: customerId },
      previous: null,
    })

    const { body: from } = await business.send('POST', '/customers', { name: 'Zoltan' })
    const { body: into } = await business.send('POST', '/customers', { name: 'Remy' })
    await business.send('POST', `/customers/${from.id}/merge`, { intoId: into.id })
    const merged = await about(from.id)
    expect(types(merged)).toEqual(['customer.created', 'customer.merged'])
    expect(merged[1]?.data).toEqual({ id: from.id, intoId: into.id })
    expect(JSON.stringify(merged)).not.toContain('Zoltan')

    await api.database.run({ as: 'platform' }, db =>
      db.updateTable('tenants').set({ retentionMonths: 1 }).where('id', '=', business.tenantId).execute(),
    )
    await forgetExpiredCustomers({ ...api.services, now: () => Date.now() + 100 * 24 * HOUR })
    expect(types(await about(into.id)).at(-1)).toBe('customer.anonymized')
    expect(JSON.stringify(await about(into.id))).not.toContain('Remy')
  })

  test('by the clock: what is over and what ran out is told once', async () => {
    await api.database.run({ as: 'platform' }, db =>
      db.updateTable('tenants').set({ autoComplete: true }).where('id', '=', business.tenantId).execute(),
    )
    await writeTimedEvents({ ...api.services, now: () => now })
    const hold = await book({ hold: true, customerId: undefined })
    const booked = await book()
    await writeTimedEvents({ ...api.services, now: () => now })
    expect(types(await about(hold.id))).toEqual(['booking.created'])
    now = Date.parse(hold.holdExpiresAt)
    await Promise.all([
      writeTimedEvents({ ...api.services, now: () => now }),
      writeTimedEvents({ ...api.services, now: () => now }),
    ])
    await writeTimedEvents({ ...api.services, now: () => now + 60_000 })
    const [, expired] = (await about(hold.id)).toSorted((a, b) => a.sequence - b.sequence)
    expect(types(await about(hold.id))).toEqual(['booking.created', 'booking.expired'])
    expect(expired).toMatchObject({
      actor: { type: 'system' },
      data: { status: 'expired' },
      previous: { status: 'held' },
    })

    now = Date.parse(eleven)
    // A clock that was set forward and back tells nothing twice.
    await writeTimedEvents({ ...api.services, now: () => now + HOUR })
    await writeTimedEvents({ ...api.services, now: () => now })
    await writeTimedEvents({ ...api.services, now: () => now + 2 * HOUR })
    expect(types(await about(booked.id))).toEqual(['booking.created', 'booking.confirmed', 'booking.completed'])
    expect((await business.get(`/bookings/${booked.id}`)).body.status).toBe('completed')
  })

  test('are over after a while; the numbers go on', async () => {
    const { id } = await book()
    await business.run(db => sql`update events set occurred_at = occurred_at - interval '31 days'`.execute(db))
    expect(await forgetOldEvents(api.database, 30)).toBeGreaterThan(0)
    expect(await events()).toEqual([])
    await act(id, 'cancel')
    expect((await about(id)).map(({ type, sequence }) => [type, sequence])).toEqual([['booking.cancelled', 3]])
  })

  test('are read on from the last one heard, oldest first', async () => {
    const first = await book()
    const heard = (await events())[0]?.id
    await act(first.id, 'cancel')
    await eventually(async () => {
      const { body } = await business.get(`/events?after=${heard}`)
      expect(types(body)).toEqual(['booking.confirmed', 'booking.cancelled'])
    })
    expect((await business.get(`/events?after=${heard}&type=booking.cancelled`)).body).toHaveLength(1)
    // Of exactly these types, also one that is no longer declared.
    expect((await business.get(`/events?after=${heard}&type=cancelled`)).body).toEqual([])
    expect((await business.get('/events?type=booking.nope')).body).toEqual([])
    const both = (await business.get('/events?type=booking.created&type=booking.cancelled')).body
    expect(new Set(both.map(({ type }: { type: string }) => type))).toEqual(
      new Set(['booking.created', 'booking.cancelled']),
    )
    expect((await business.get(`/events?after=${crypto.randomUUID()}`)).body.errors).toHaveProperty('after')
    expect((await business.get('/events?after=x')).status).toBe(422)
  })
})

describeOnPostgres('events of parallel writers', use => {
  test('are never skipped by who reads on, and each subject comes in order', async () => {
    const api = await openApi({ on: use(), users: null, now: () => NOW })
    const business = await openBusiness(api)
    const { tenantId } = business
    const { body: one } = await business.send('POST', '/customers', { name: 'One' })
    const { body: all } = await business.get('/events')
    const start = all[0].id
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    let began = () => {}
    const begun = new Promise<void>(resolve => {
      began = resolve
    })
    // A transaction that has its number early, waits, and writes to a customer whom others changed meanwhile.
    const late = api.database.run({ as: 'tenant', tenantId }, async db => {
      await sql`select pg_current_xact_id()`.execute(db)
      began()
      await held
      await db.updateTable('customers').set({ name: 'Late' }).where('id', '=', one.id).execute()
      await writeEvents(db, systemOrigin, [
        { tenantId, type: 'customer.updated', subjectType: 'customer', subjectId: one.id, data: {}, previous: {} },
      ])
    })
    await begun
    await business.send('PATCH', `/customers/${one.id}`, { name: 'Two' })
    // It ends before the open transaction, however late that commits.
    expect((await business.get(`/events?after=${start}`)).body).toEqual([])
    release()
    await late
    const sequences = async () =>
      ((await business.get(`/events?after=${start}`)).body as Event[]).map(({ sequence }) => sequence)
    await eventually(async () => expect(await sequences()).toEqual([2, 3]))

    // Many writers of one subject: no gap, no number twice, and no refusal.
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        business.send('PATCH', `/customers/${one.id}`, { name: `Name ${index}` }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const expected = Array.from({ length: 22 }, (_, index) => index + 2)
    await eventually(async () => expect(await sequences()).toEqual(expected))
    await api.close()
  })
})
