import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectEntries, watchVersions } from '../../../testing/versions'
import type { Answered, TestApi } from '../http/support/fixture'
import { openApi } from '../http/support/fixture'
import { describeOnDatabase } from '../support/describeOnDatabase'
import { type Business, NOW, openBusiness, week } from './support/business'

const HOUR = 3_600_000
/** Monday 2 March 2026, 10:00 in Berlin. */
const ten = '2026-03-02T09:00:00.000Z'
const everyDay = [1, 2, 3, 4, 5, 6, 7]
const hourLater = (iso: string) => new Date(Date.parse(iso) + HOUR).toISOString()

interface Occurrence {
  index: number
  date: string
  startsAt: string
  state: string
  isMoved: boolean
  exceptions: string[]
  dst: string | null
  bookingId: string | null
  resourceIds: string[]
  requiresApproval: boolean
  reasons: { code: string }[]
  nearest: { startsAt: string } | null
}

describeOnDatabase('series over HTTP', use => {
  let api: TestApi
  let now = NOW
  let business: Business
  let a: string
  let variantId: string
  let customerId: string

  beforeAll(async () => {
    api = await openApi({ on: use(), users: null, now: () => now })
    await watchVersions(api.owner)
  })
  afterAll(async () => {
    await api.close()
    await expectEntries(api.owner)
  })
  beforeEach(async () => {
    now = NOW
    business = await openBusiness(api)
    a = await business.addResource()
    variantId = await business.addVariant([a])
    customerId = await business.add('customers', { name: 'Mia Wolf', email: 'mia@mail.example' })
  })

  const post = (rrule: string | undefined, values: object = {}) =>
    business.send('POST', '/bookings/series', {
      variantId,
      customerId,
      startsAt: ten,
      ...(rrule && { rrule }),
      ...values,
    })
  const made = async (rrule: string, values: object = {}) => {
    const answer = await post(rrule, values)
    expect(answer).toMatchObject({ status: 201 })
    return answer.body
  }
  const act = (id: string, action: string, body: object = {}) =>
    business.send('POST', `/bookings/series/${id}/${action}`, body)
  const acted = async (id: string, action: string, body: object = {}) => {
    const answer = await act(id, action, body)
    expect(answer).toMatchObject({ status: 200 })
    return answer.body
  }
  const occurrences = ({ body }: Pick<Answered, 'body'>): Occurrence[] => body.occurrences
  const states = (series: Answered['body']) => (series.occurrences as Occurrence[]).map(({ state }) => state)
  const starts = (series: Answered['body']) =>
    (series.occurrences as Occurrence[]).map(({ startsAt }) => startsAt.slice(5, 16))
  /** The hours of day in Berlin, before summer time. */
  const hours = (series: Answered['body']) =>
    (series.occurrences as Occurrence[]).map(({ startsAt }) => Number(startsAt.slice(11, 13)) + 1)
  const block = (startsAt: string, resourceIds = [a]) =>
    business.addBooking(resourceIds, variantId, [startsAt, hourLater(startsAt)])
  const openDaily = async () => {
    const scheduleId = await business.addSchedule({ weeklyHours: week(everyDay, '09:00', '17:00') })
    a = await business.addResource({ scheduleId })
    variantId = await business.addVariant([a])
  }
  const bookings = async (id: string) => (await business.get(`/bookings?seriesId=${id}&sort=startsAt`)).body
  const third = '2026-03-16T09:00:00.000Z'

  test('a week after another keeps its time of day when the clocks change', async () => {
    const series = await made('FREQ=WEEKLY;COUNT=6')
    expect(starts(series)).toEqual([
      '03-02T09:00',
      '03-09T09:00',
      '03-16T09:00',
      '03-23T09:00',
      '03-30T08:00',
      '04-06T08:00',
    ])
    expect(series).toMatchObject({
      rrule: 'FREQ=WEEKLY;COUNT=6;WKST=MO',
      timeZone: 'Europe/Berlin',
      status: 'active',
      occurrenceCount: 6,
      bookedCount: 6,
      skippedCount: 0,
      movedCount: 0,
      nextStartsAt: ten,
      total: { amount: 5000, currency: 'EUR' },
    })
    const made6 = await bookings(series.id)
    expect(made6.map((one: { seriesIndex: number }) => one.seriesIndex)).toEqual([0, 1, 2, 3, 4, 5])
    expect(made6[0]).toMatchObject({ seriesId: series.id, seriesLength: 6, status: 'confirmed', customerId })
    expect((await business.get(`/bookings/series/${series.id}`)).body.occurrences).toEqual(series.occurrences)
  })

  test('several days of a week', async () => {
    const series = await made('FREQ=WEEKLY;BYDAY=MO,WE;COUNT=5')
    expect(starts(series).map(text => text.slice(0, 5))).toEqual(['03-02', '03-04', '03-09', '03-11', '03-16'])
  })

  test('every second week begins where the tenant’s weeks begin', async () => {
    await openDaily()
    const rule = 'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;COUNT=4'
    const dates = async () =>
      (await post(rule, { dryRun: true })).body.occurrences.map((one: Occurrence) => one.date.slice(5))
    expect(await dates()).toEqual(['03-02', '03-08', '03-16', '03-22'])
    await api.database.run({ as: 'platform' }, db =>
      db.updateTable('tenants').set({ weekStartsOn: 7 }).where('id', '=', business.tenantId).execute(),
    )
    expect(await dates()).toEqual(['03-02', '03-15', '03-16', '03-29'])
  })

  test('months without the day are left out', async () => {
    await openDaily()
    const dates = async (startsAt: string, rule: string) =>
      (await made(rule, { startsAt })).occurrences.map((one: Occurrence) => one.date.slice(5))
    expect(await dates('2026-03-31T08:00:00.000Z', 'FREQ=MONTHLY;COUNT=3')).toEqual(['03-31', '05-31', '07-31'])
    expect(await dates('2026-03-27T10:00:00.000Z', 'FREQ=MONTHLY;BYDAY=-1FR;COUNT=3')).toEqual([
      '03-27',
      '04-24',
      '05-29',
    ])
    expect(await dates('2026-03-30T09:00:00.000Z', 'FREQ=MONTHLY;BYDAY=5MO;COUNT=3')).toEqual([
      '03-30',
      '06-29',
      '08-31',
    ])
  })

  test('a time that the clocks skip or repeat is booked all the same', async () => {
    const scheduleId = await business.addSchedule({ weeklyHours: week(everyDay, '00:00', '24:00') })
    a = await business.addResource({ scheduleId })
    variantId = await business.addVariant([a], { slotIntervalMinutes: 30 })
    const spring = await made('FREQ=DAILY;COUNT=3', { startsAt: '2026-03-28T01:30:00.000Z' })
    expect(starts(spring)).toEqual(['03-28T01:30', '03-29T01:30', '03-30T00:30'])
    expect(spring.occurrences.map((one: Occurrence) => one.dst)).toEqual([null, 'gap', null])
    const autumn = await made('FREQ=DAILY;COUNT=3', { startsAt: '2026-10-24T00:30:00.000Z' })
    expect(starts(autumn)).toEqual(['10-24T00:30', '10-25T00:30', '10-26T01:30'])
    expect(autumn.occurrences.map((one: Occurrence) => one.dst)).toEqual([null, 'overlap', null])
  })

  test('a date that is taken fails all, is skipped, or is moved to the nearest time', async () => {
    await block(third)
    const rule = 'FREQ=WEEKLY;COUNT=4'
    const failed = await post(rule)
    expect(failed).toMatchObject({
      status: 409,
      body: { code: 'slot_unavailable', reasons: [{ code: 'resource_busy' }] },
    })
    expect(failed.body.alternatives[0].startsAt).toBe('2026-03-16T08:00:00.000Z')
    expect(occurrences(failed).map(({ index, reasons }) => [index, reasons[0]?.code])).toEqual([[2, 'resource_busy']])
    expect((await business.get('/bookings')).body.length).toBe(1)

    const tried = await post(rule, { dryRun: true })
    expect(tried).toMatchObject({ status: 200, body: { id: null, reference: null, bookedCount: 3 } })
    expect(states(tried.body)).toEqual(['booked', 'booked', 'conflict', 'booked'])
    const nearest = await post(rule, { onConflict: 'nearest', dryRun: true })
    expect(hours(nearest.body)).toEqual([10, 10, 9, 10])

    const skipped = await made(rule, { onConflict: 'skip' })
    expect(states(skipped)).toEqual(['booked', 'booked', 'skipped', 'booked'])
    expect(skipped).toMatchObject({ bookedCount: 3, skippedCount: 1, occurrenceCount: 4 })
    expect(skipped.occurrences[2]).toMatchObject({ reasons: [{ code: 'resource_busy' }], bookingId: null })
    expect(skipped.occurrences[2].nearest.startsAt).toBe('2026-03-16T08:00:00.000Z')
    await acted(skipped.id, 'cancel', { scope: 'all' })

    const moved = await made(rule, { onConflict: 'nearest' })
    expect(moved).toMatchObject({ bookedCount: 4, movedCount: 1, skippedCount: 0 })
    expect(moved.occurrences[2]).toMatchObject({ startsAt: '2026-03-16T08:00:00.000Z', isMoved: true, state: 'booked' })
  })

  test('what is taken everywhere is refused in every mode', async () => {
    const dates = ['2026-03-02', '2026-03-09']
    for (const date of dates)
      for (const hour of ['08', '09', '10', '11', '12', '13', '14', '15']) await block(`${date}T${hour}:00:00.000Z`)
    for (const onConflict of ['fail', 'skip', 'nearest'])
      expect(await post('FREQ=WEEKLY;COUNT=2', { onConflict })).toMatchObject({
        status: 409,
        body: { code: 'slot_unavailable', occurrences: expect.any(Array) },
      })
    expect((await business.get('/bookings/series')).body).toEqual([])
  })

  test('what it books itself counts in limits', async () => {
    await business.addRule('booking_limit', { max: 2, period: 'week', subject: 'customer' })
    const series = await made('FREQ=WEEKLY;BYDAY=MO,TU,WE;COUNT=6', { onConflict: 'skip' })
    expect(
      series.occurrences.map(({ date, reasons }: Occurrence) => [date.slice(8), reasons[0]?.code ?? 'booked']),
    ).toEqual([
      ['02', 'booked'],
      ['03', 'booked'],
      ['04', 'customer_limit_reached'],
      ['09', 'booked'],
      ['10', 'booked'],
      ['11', 'customer_limit_reached'],
    ])
  })

  test('each date is judged by itself for how far ahead it is', async () => {
    variantId = await business.addVariant([a], { maxAdvanceDays: 14 })
    const series = await made('FREQ=WEEKLY;COUNT=4', { onConflict: 'skip' })
    expect(series.occurrences.map(({ reasons }: Occurrence) => reasons[0]?.code)).toEqual([
      undefined,
      'too_far_ahead',
      'too_far_ahead',
      'too_far_ahead',
    ])
  })

  test('excluded dates are counted by the rule and not booked', async () => {
    const series = await made('FREQ=WEEKLY;COUNT=4', { exDates: ['2026-03-09'] })
    expect(states(series)).toEqual(['booked', 'excluded', 'booked', 'booked'])
    expect(series).toMatchObject({ exDates: ['2026-03-09'], occurrenceCount: 3, bookedCount: 3, skippedCount: 0 })
  })

  test('cancelling the following leaves those before, and frees the rest', async () => {
    const { id } = await made('FREQ=WEEKLY;COUNT=4')
    const series = await acted(id, 'cancel', { scope: 'following', occurrence: 2 })
    expect(states(series)).toEqual(['booked', 'booked', 'cancelled', 'cancelled'])
    expect(series.status).toBe('active')
    expect((await business.send('POST', '/bookings', { variantId, customerId, startsAt: third })).status).toBe(201)
    expect((await acted(id, 'cancel', { scope: 'all' })).status).toBe('cancelled')
    expect(await act(id, 'cancel', { scope: 'all' })).toMatchObject({ status: 409, body: { code: 'wrong_status' } })
  })

  test('what was moved alone stays there when all are moved, unless it is overwritten', async () => {
    const { id } = await made('FREQ=WEEKLY;COUNT=4')
    const one = await acted(id, 'reschedule', { scope: 'this', occurrence: 1, startsAt: '2026-03-09T10:00:00.000Z' })
    expect(hours(one)).toEqual([10, 11, 10, 10])
    const toTwo = { scope: 'all', occurrence: 0, startsAt: '2026-03-02T13:00:00.000Z' }
    const all = await acted(id, 'reschedule', toTwo)
    expect(hours(all)).toEqual([14, 11, 14, 14])
    expect(all.occurrences.map(({ exceptions }: Occurrence) => exceptions)).toEqual([[], ['time'], [], []])
    const every = await acted(id, 'reschedule', { ...toTwo, overwriteExceptions: true })
    expect(hours(every)).toEqual([14, 14, 14, 14])
    expect(every.occurrences.flatMap(({ exceptions }: Occurrence) => exceptions)).toEqual([])
  })

  test('a booking that is changed by itself is an exception too', async () => {
    const { id, occurrences: made4 } = await made('FREQ=WEEKLY;COUNT=4')
    const move = `/bookings/${made4[2].bookingId}/reschedule`
    expect((await business.send('POST', move, { startsAt: '2026-03-16T11:00:00.000Z' })).status).toBe(200)
    await business.send('PATCH', `/bookings/${made4[3].bookingId}`, { notes: 'Brings a friend' })
    const found = (await business.get(`/bookings/series/${id}`)).body
    expect(found.occurrences.map(({ exceptions }: Occurrence) => exceptions)).toEqual([[], [], ['time'], ['notes']])
    expect(found).toMatchObject({ movedCount: 1 })
    const changed = await business.send('PATCH', `/bookings/series/${id}`, { scope: 'all', notes: 'Room 2' })
    expect(changed).toMatchObject({ status: 200, body: { notes: 'Room 2' } })
    expect((await bookings(id)).map(({ notes }: { notes: string }) => notes)).toEqual([
      'Room 2',
      'Room 2',
      'Room 2',
      'Brings a friend',
    ])
  })

  test('what was skipped is booked once it is free', async () => {
    const other = await block(third)
    const { id } = await made('FREQ=WEEKLY;COUNT=4', { onConflict: 'skip' })
    expect((await business.send('POST', `/bookings/${other}/cancel`, {})).status).toBe(200)
    const tried = await acted(id, 'retry-skipped', { dryRun: true })
    expect(states(tried)).toEqual(['booked', 'booked', 'booked', 'booked'])
    const series = await acted(id, 'retry-skipped')
    expect(series).toMatchObject({ skippedCount: 0, bookedCount: 4 })
    expect(series.occurrences[2]).toMatchObject({ state: 'booked', startsAt: third, reasons: [] })
    expect(await act(id, 'retry-skipped')).toMatchObject({ status: 409, body: { code: 'wrong_status' } })
  })

  test('a date that was left out, also on purpose, is booked at another time by hand', async () => {
    await block(third)
    const { id } = await made('FREQ=WEEKLY;COUNT=4', { onConflict: 'skip', exDates: ['2026-03-09'] })
    const at = (startsAt: string, indexes?: number[]) => act(id, 'retry-skipped', { startsAt, indexes })
    expect(await at('2026-03-17T13:00:00.000Z')).toMatchObject({
      status: 422,
      body: { errors: { startsAt: expect.any(String) } },
    })
    expect((await at(third, [2])).status).toBe(409)
    expect((await at('2026-03-17T13:00:00.000Z', [0])).status).toBe(422)
    const tried = await acted(id, 'retry-skipped', { startsAt: '2026-03-17T13:00:00.000Z', indexes: [2], dryRun: true })
    expect(tried.occurrences[2]).toMatchObject({ state: 'booked', startsAt: '2026-03-17T13:00:00.000Z', isMoved: true })
    await at('2026-03-17T13:00:00.000Z', [2])
    const series = (await at('2026-03-10T09:00:00.000Z', [1])).body
    expect(starts(series)).toEqual(['03-02T09:00', '03-10T09:00', '03-17T13:00', '03-23T09:00'])
    expect(series).toMatchObject({ exDates: [], occurrenceCount: 4, bookedCount: 4, skippedCount: 0, movedCount: 2 })
    expect(series.bookedTotal).toEqual({ amount: 20_000, currency: 'EUR' })
    // It stays there when the others move.
    const moved = await acted(id, 'reschedule', { scope: 'all', occurrence: 0, startsAt: '2026-03-02T12:00:00.000Z' })
    expect(starts(moved)).toEqual(['03-02T12:00', '03-10T09:00', '03-17T13:00', '03-23T12:00'])
  })

  test('what is left out when all move is left out for what is in its new way', async () => {
    await block(third)
    const { id } = await made('FREQ=WEEKLY;COUNT=4', { onConflict: 'skip' })
    const moved = await acted(id, 'reschedule', { scope: 'all', occurrence: 0, startsAt: '2026-03-02T12:00:00.000Z' })
    expect(moved.occurrences[2]).toMatchObject({ state: 'skipped', startsAt: '2026-03-16T12:00:00.000Z', reasons: [] })
    const again = await acted(id, 'reschedule', {
      scope: 'all',
      occurrence: 0,
      startsAt: '2026-03-02T17:00:00.000Z',
      override: true,
      reason: 'Late',
    })
    expect(again.occurrences[2]).toMatchObject({ state: 'skipped', reasons: [{ code: 'outside_schedule' }] })
  })

  test('dates that are added go as far for a free time as is asked', async () => {
    const { id } = await made('FREQ=WEEKLY;COUNT=2')
    await business.addRule('blackout', { startDate: '2026-03-16', endDate: '2026-03-16' })
    const extend = (nearestWithinDays?: number) =>
      acted(id, 'extend', { count: 1, onConflict: 'nearest', nearestWithinDays, dryRun: true })
    expect(await act(id, 'extend', { count: 1, onConflict: 'nearest' })).toMatchObject({ status: 409 })
    expect((await extend(1)).occurrences[2]).toMatchObject({ state: 'booked', startsAt: '2026-03-17T08:00:00.000Z' })
    expect((await extend()).occurrences[2]).toMatchObject({ state: 'skipped' })
  })

  test('a series is extended by more dates', async () => {
    const { id } = await made('FREQ=WEEKLY;COUNT=4')
    const series = await acted(id, 'extend', { count: 2 })
    expect(starts(series).slice(4)).toEqual(['03-30T08:00', '04-06T08:00'])
    expect(series).toMatchObject({ rrule: 'FREQ=WEEKLY;COUNT=6;WKST=MO', bookedCount: 6 })
    const until = await acted(id, 'extend', { untilDate: '2026-04-20' })
    expect(starts(until).slice(6)).toEqual(['04-13T08:00', '04-20T08:00'])
    expect(await act(id, 'extend', { count: 98 })).toMatchObject({
      status: 422,
      body: { errors: { count: expect.any(String) } },
    })
  })

  test('dates that are added cost what so many cost now, unless a total was agreed', async () => {
    a = await business.addResource({ capacity: 9 })
    variantId = await business.addVariant([a], {
      ...{ capacityMode: 'pooled', maxQuantity: 9, pricingUnit: 'per_unit', priceAmount: 1000 },
    })
    const setPrice = (priceAmount: number) =>
      business.run(db => db.updateTable('variants').set({ priceAmount }).where('id', '=', variantId).execute())
    const added = async (id: string) => {
      const { price, total, quantity, paymentStatus } = (await bookings(id)).at(-1)
      return [quantity, price.amount, total.amount, paymentStatus]
    }
    const worked = await made('FREQ=WEEKLY;COUNT=2', { paymentStatus: 'paid' })
    const agreed = await made('FREQ=WEEKLY;COUNT=2', {
      ...{ total: { amount: 700, currency: 'EUR' }, reason: 'Regular', paymentStatus: 'not_required' },
    })
    await business.send('PATCH', `/bookings/series/${worked.id}`, { scope: 'all', quantity: 5 })
    await acted(worked.id, 'extend', { count: 1 })
    expect(await added(worked.id)).toEqual([5, 1000, 5000, 'unpaid'])
    await setPrice(2000)
    await acted(worked.id, 'extend', { count: 1 })
    expect(await added(worked.id)).toEqual([5, 2000, 10_000, 'unpaid'])
    await acted(agreed.id, 'extend', { count: 1 })
    expect(await added(agreed.id)).toEqual([1, 2000, 700, 'not_required'])
    await business.send('PATCH', `/bookings/series/${agreed.id}`, { scope: 'all', quantity: 2 })
    await acted(agreed.id, 'extend', { count: 1 })
    expect(await added(agreed.id)).toEqual([2, 2000, 4000, 'not_required'])
  })

  test('what was skipped costs what it costs when it is booked', async () => {
    const other = await block(third)
    const { id } = await made('FREQ=WEEKLY;COUNT=4', { onConflict: 'skip' })
    await business.send('POST', `/bookings/${other}/cancel`, {})
    await business.run(db =>
      db.updateTable('variants').set({ priceAmount: 6000 }).where('id', '=', variantId).execute(),
    )
    await acted(id, 'retry-skipped')
    expect((await bookings(id)).map((one: { total: { amount: number } }) => one.total.amount)).toEqual([
      5000, 5000, 6000, 5000,
    ])
  })

  test('it stays on the resource of the first date where it can', async () => {
    const b = await business.addResource()
    variantId = await business.addVariant([a, b])
    await block('2026-03-09T09:00:00.000Z')
    const series = await made('FREQ=WEEKLY;COUNT=4')
    expect(series.occurrences.map(({ resourceIds: [first] }: Occurrence) => first)).toEqual([a, b, a, a])
    const onB = await acted(series.id, 'reassign', { scope: 'all', resourceIds: [b] })
    expect(onB.occurrences.map(({ resourceIds: [first] }: Occurrence) => first)).toEqual([b, b, b, b])
  })

  test('what waits for approval is approved or declined together', async () => {
    variantId = await business.addVariant([a], { requiresApproval: true })
    const series = await made('FREQ=WEEKLY;COUNT=4')
    expect(series.occurrences.map((one: Occurrence) => one.requiresApproval)).toEqual([true, true, true, true])
    const declined = await acted(series.id, 'decline', { scope: 'this', occurrence: 3 })
    expect(states(declined)).toEqual(['booked', 'booked', 'booked', 'cancelled'])
    await acted(series.id, 'approve', { scope: 'all' })
    const statuses = (await bookings(series.id)).map(({ status }: { status: string }) => status)
    expect(statuses).toEqual(['confirmed', 'confirmed', 'confirmed', 'declined'])
    expect(await act(series.id, 'approve', { scope: 'all' })).toMatchObject({ status: 409 })
  })

  test('a call that is repeated makes one series', async () => {
    const send = () =>
      api.request('/bookings/series', {
        method: 'POST',
        as: business.owner,
        tenantId: business.tenantId,
        headers: { 'Idempotency-Key': 'once' },
        body: { variantId, customerId, startsAt: ten, rrule: 'FREQ=WEEKLY;COUNT=4' },
      })
    const [first, second] = [await send(), await send()]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    expect((await business.get('/bookings')).body.length).toBe(4)
    expect(
      await api.request('/bookings/series', {
        method: 'POST',
        as: business.owner,
        tenantId: business.tenantId,
        headers: { 'Idempotency-Key': 'dry' },
        body: { variantId, customerId, startsAt: ten, rrule: 'FREQ=WEEKLY;COUNT=4', dryRun: true },
      }),
    ).toMatchObject({ status: 422, body: { errors: { 'Idempotency-Key': expect.any(String) } } })
  })

  test('its calendar file repeats by its rule, without what is left out, with what was moved, and a second rule', async () => {
    const id = (await made('FREQ=WEEKLY;COUNT=6', { exDates: ['2026-03-09'] })).id as string
    const file = async (of = id) => {
      const { body, headers } = await business.get(`/bookings/series/${of}/calendar.ics`)
      expect(headers.get('content-type')).toContain('text/calendar')
      return String(body).replace(/\r\n /g, '')
    }
    const events = (text: string) => text.split('BEGIN:VEVENT').slice(1)
    const sequence = (text: string) => Number(/^SEQUENCE:(\d+)/m.exec(text)?.[1])
    const first = await file()
    expect(events(first)).toHaveLength(1)
    expect(first).toContain(`UID:series-${id}\r\n`)
    expect(first).toContain('DTSTART;TZID=Europe/Berlin:20260302T100000')
    expect(first).toContain('DTEND;TZID=Europe/Berlin:20260302T110000')
    expect(first).toMatch(/RRULE:FREQ=WEEKLY;WKST=MO;UNTIL=20260406T080000Z|RRULE:FREQ=WEEKLY;.*UNTIL=20260406T080000Z/)
    expect(first).toContain('EXDATE;TZID=Europe/Berlin:20260309T100000')
    expect(first).toContain('BEGIN:VTIMEZONE')

    await acted(id, 'reschedule', { scope: 'this', occurrence: 2, startsAt: '2026-03-16T12:00:00.000Z' })
    await acted(id, 'cancel', { scope: 'this', occurrence: 3 })
    const second = await file()
    expect(sequence(second)).toBeGreaterThan(sequence(first))
    expect(events(second)).toHaveLength(2)
    expect(second).toContain('EXDATE;TZID=Europe/Berlin:20260309T100000,20260323T100000')
    expect(events(second)[1]).toContain('RECURRENCE-ID;TZID=Europe/Berlin:20260316T100000')
    expect(events(second)[1]).toContain('DTSTART;TZID=Europe/Berlin:20260316T130000')

    await acted(id, 'reschedule', { scope: 'following', occurrence: 4, startsAt: '2026-03-30T13:00:00.000Z' })
    const third = await file()
    expect(third).toContain(`UID:series-${id}-2\r\n`)
    expect(third).toContain('DTSTART;TZID=Europe/Berlin:20260330T150000')
    expect(sequence(third)).toBeGreaterThan(sequence(second))
  })

  test('its calendar file names by itself what the clocks skip', async () => {
    const scheduleId = await business.addSchedule({ weeklyHours: week(everyDay, '00:00', '24:00') })
    a = await business.addResource({ scheduleId })
    variantId = await business.addVariant([a], { slotIntervalMinutes: 30 })
    const { id } = await made('FREQ=DAILY;COUNT=3', { startsAt: '2026-03-28T01:30:00.000Z' })
    const text = String((await business.get(`/bookings/series/${id}/calendar.ics`)).body)
    expect(text).toContain('DTSTART;TZID=Europe/Berlin:20260328T023000')
    expect(text).toContain('RDATE;TZID=Europe/Berlin:20260329T033000')
    expect(text).not.toContain('EXDATE')
  })

  test('what leaves a series is offered to who waits for it, before the call has answered', async () => {
    const waited = await business.addVariant([a], { waitlistEnabled: true, waitlistOffers: 'automatic' })
    const { id } = await made('FREQ=WEEKLY;COUNT=4')
    const wait = async (name: string, startsAt: string) => {
      const windows = [{ startsAt, endsAt: hourLater(startsAt) }]
      const waiting = await business.add('customers', { name })
      const body = { variantId: waited, customerId: waiting, windows }
      return (await business.send('POST', '/bookings/waitlist', body)).body.id as string
    }
    const entry = async (one: string) => (await business.get(`/bookings/waitlist/${one}`)).body
    const x = await wait('X', ten)
    const y = await wait('Y', third)
    await acted(id, 'reschedule', { scope: 'this', occurrence: 0, startsAt: '2026-03-02T13:00:00.000Z' })
    expect(await entry(x)).toMatchObject({ status: 'offered', offeredStartsAt: ten })
    expect(await entry(y)).toMatchObject({ status: 'waiting' })
    await acted(id, 'cancel', { scope: 'following', occurrence: 1 })
    expect(await entry(y)).toMatchObject({ status: 'offered', offeredStartsAt: third })
    const walkIn = await business.send('POST', '/bookings', { variantId, customerId, startsAt: third })
    expect(walkIn).toMatchObject({ status: 409, body: { code: 'slot_unavailable' } })
  })

  test('all move a week’s day, onto each other’s places, and the rule with them', async () => {
    const { id } = await made('FREQ=WEEKLY;BYDAY=MO,TU;COUNT=4')
    const tried = await acted(id, 'reschedule', {
      ...{ scope: 'all', occurrence: 0, startsAt: '2026-03-03T09:00:00.000Z', dryRun: true },
    })
    expect(starts(tried)).toEqual(['03-03T09:00', '03-04T09:00', '03-10T09:00', '03-11T09:00'])
    expect(starts((await business.get(`/bookings/series/${id}`)).body)[0]).toBe('03-02T09:00')
    const moved = await acted(id, 'reschedule', { scope: 'all', occurrence: 0, startsAt: '2026-03-03T09:00:00.000Z' })
    expect(starts(moved)).toEqual(['03-03T09:00', '03-04T09:00', '03-10T09:00', '03-11T09:00'])
    expect(moved).toMatchObject({ rrule: 'FREQ=WEEKLY;BYDAY=TU,WE;COUNT=4;WKST=MO', movedCount: 0 })
  })

  test('the following get a rule of their own, and what is in the way leaves one where it was', async () => {
    const { id } = await made('FREQ=WEEKLY;COUNT=5')
    await block('2026-03-24T09:00:00.000Z')
    const move = { scope: 'following', occurrence: 2, startsAt: '2026-03-17T09:00:00.000Z' }
    expect(await act(id, 'reschedule', move)).toMatchObject({ status: 409, body: { occurrences: [{ index: 3 }] } })
    const moved = await acted(id, 'reschedule', { ...move, onConflict: 'skip' })
    expect(starts(moved)).toEqual(['03-02T09:00', '03-09T09:00', '03-17T09:00', '03-23T09:00', '03-31T08:00'])
    expect(moved.occurrences[3]).toMatchObject({ isMoved: true, exceptions: [], reasons: [{ code: 'resource_busy' }] })
    expect(moved).toMatchObject({ rrule: 'FREQ=WEEKLY;COUNT=3;WKST=MO', startsAt: '2026-03-17T09:00:00.000Z' })
    const longer = await acted(id, 'extend', { count: 1 })
    expect(starts(longer).at(-1)).toBe('04-07T08:00')
  })

  test('a booking that stays where its rule moves away is not written', async () => {
    await openDaily()
    const { id } = await made('FREQ=DAILY;COUNT=4')
    await block('2026-03-04T13:00:00.000Z')
    const before = await bookings(id)
    const moved = await acted(id, 'reschedule', {
      ...{ scope: 'following', occurrence: 1, startsAt: '2026-03-03T13:00:00.000Z', onConflict: 'skip' },
    })
    expect(hours(moved)).toEqual([10, 14, 10, 14])
    expect(moved).toMatchObject({ movedCount: 1, occurrences: [{}, {}, { isMoved: true }, {}] })
    const after = await bookings(id)
    expect(after.map(({ version }: { version: number }) => version)).toEqual([1, 2, 1, 2])
    expect(after[2]).toEqual(before[2])
  })

  test('what has begun is not touched', async () => {
    const { id } = await made('FREQ=WEEKLY;COUNT=4')
    now = Date.parse('2026-03-09T09:30:00.000Z')
    const moved = await acted(id, 'reschedule', { scope: 'all', occurrence: 2, startsAt: '2026-03-16T10:00:00.000Z' })
    expect(hours(moved)).toEqual([10, 10, 11, 11])
    expect(states(await acted(id, 'cancel', { scope: 'all' }))).toEqual(['booked', 'booked', 'cancelled', 'cancelled'])
    expect((await business.get(`/bookings/series/${id}`)).body.status).toBe('cancelled')
  })

  test('a series ends by the clock', async () => {
    const { id } = await made('FREQ=WEEKLY;COUNT=2')
    now = Date.parse('2026-03-09T09:00:00.000Z')
    expect((await business.get(`/bookings/series/${id}`)).body).toMatchObject({ status: 'ended', nextStartsAt: null })
    const found = async (status: string) => (await business.get(`/bookings/series?status=${status}`)).body.length
    expect([await found('active'), await found('ended'), await found('cancelled')]).toEqual([0, 1, 0])
  })

  test('late, it takes a reason, or nothing is done', async () => {
    variantId = await business.addVariant([a], { cancellationNoticeMinutes: 60 * 24 * 14 })
    const { id } = await made('FREQ=WEEKLY;COUNT=4')
    expect(await act(id, 'cancel', { scope: 'all' })).toMatchObject({
      status: 422,
      body: { errors: { reason: expect.any(String) } },
    })
    expect(states((await business.get(`/bookings/series/${id}`)).body)).toEqual([
      'booked',
      'booked',
      'booked',
      'booked',
    ])
    expect(states(await acted(id, 'cancel', { scope: 'all', reason: 'Moved away' }))).toEqual(
      Array.from({ length: 4 }, () => 'cancelled'),
    )
  })

  test('late, a move takes a reason, and a look at it none', async () => {
    variantId = await business.addVariant([a], { cancellationNoticeMinutes: 60 * 24 * 14 })
    const { id } = await made('FREQ=WEEKLY;COUNT=3')
    const move = { scope: 'all', occurrence: 0, startsAt: '2026-03-02T11:00:00.000Z' }
    expect(await act(id, 'reschedule', move)).toMatchObject({
      status: 422,
      body: { errors: { reason: expect.any(String) } },
    })
    const moved = ['03-02T11:00', '03-09T11:00', '03-16T11:00']
    expect(starts(await acted(id, 'reschedule', { ...move, dryRun: true }))).toEqual(moved)
    expect(starts(await acted(id, 'reschedule', { ...move, reason: 'Ill' }))).toEqual(moved)
  })

  test('another quantity has to fit on every date', async () => {
    a = await business.addResource({ capacity: 4 })
    variantId = await business.addVariant([a], { capacityMode: 'pooled', maxQuantity: 4 })
    const { id } = await made('FREQ=WEEKLY;COUNT=3', { quantity: 2 })
    await business.addBooking([a], variantId, ['2026-03-09T09:00:00.000Z', '2026-03-09T10:00:00.000Z'], {
      capacityMode: 'pooled',
      quantity: 2,
    })
    const change = (quantity: number) => business.send('PATCH', `/bookings/series/${id}`, { scope: 'all', quantity })
    expect(await change(3)).toMatchObject({ status: 409, body: { code: 'slot_unavailable' } })
    expect((await bookings(id)).map(({ quantity }: { quantity: number }) => quantity)).toEqual([2, 2, 2])
    expect(await change(1)).toMatchObject({ status: 200, body: { quantity: 1 } })
    expect((await bookings(id)).map(({ quantity }: { quantity: number }) => quantity)).toEqual([1, 1, 1])
  })

  test('rules are overridden with a reason, and each booking remembers its own', async () => {
    await business.addRule('blackout', { startDate: '2026-03-09', endDate: '2026-03-09' })
    expect((await post('FREQ=WEEKLY;COUNT=2', { override: true })).status).toBe(422)
    const { id } = await made('FREQ=WEEKLY;COUNT=2', { override: true, reason: 'Agreed' })
    const overridden = (await bookings(id)).map(({ overrides }: { overrides: { code: string }[] }) =>
      overrides.map(({ code }) => code),
    )
    expect(overridden).toEqual([[], ['blackout']])
  })

  test('each of those of a person’s own length is as long', async () => {
    variantId = await business.addVariant([a], {
      durationType: 'flexible',
      minDurationMinutes: 60,
      maxDurationMinutes: 240,
      durationStepMinutes: 60,
    })
    expect((await post('FREQ=WEEKLY;COUNT=2')).status).toBe(422)
    const series = await made('FREQ=WEEKLY;COUNT=6', { endsAt: '2026-03-02T11:00:00.000Z' })
    expect(series.occurrences[5]).toMatchObject({
      startsAt: '2026-04-06T08:00:00.000Z',
      endsAt: '2026-04-06T10:00:00.000Z',
    })
  })

  test('its history says who did what to how many', async () => {
    const { id } = await made('FREQ=WEEKLY;COUNT=3')
    await acted(id, 'cancel', { scope: 'following', occurrence: 1, reason: 'Holidays' })
    const history = (await business.get(`/bookings/series/${id}/history`)).body
    expect(history.map((entry: { action: string; via: string | null }) => [entry.action, entry.via])).toEqual([
      ['updated', 'cancel'],
      ['created', null],
    ])
    expect(history[0]).toMatchObject({
      reason: 'Holidays',
      changes: { scope: { from: null, to: 'following' }, bookings: { from: null, to: 2 } },
    })
  })

  test('merging moves a series to the customer who stays, and anonymizing empties its notes', async () => {
    const { id } = await made('FREQ=WEEKLY;COUNT=2', { notes: 'Allergic to nuts' })
    const intoId = await business.add('customers', { name: 'Mia Wolf-Berg' })
    expect((await business.send('POST', `/customers/${customerId}/merge`, { intoId })).status).toBe(200)
    expect((await business.get(`/bookings/series/${id}`)).body).toMatchObject({ customerId: intoId })
    await acted(id, 'cancel', { scope: 'all' })
    expect((await business.send('POST', `/customers/${intoId}/anonymize`, {})).status).toBe(200)
    expect((await business.get(`/bookings/series/${id}`)).body).toMatchObject({ notes: null })
  })

  test('staff kept to their own calendar see and change what is theirs', async () => {
    const b = await business.addResource()
    variantId = await business.addVariant([a, b])
    await block('2026-03-09T09:00:00.000Z')
    const { id } = await made('FREQ=WEEKLY;COUNT=3')
    await api.database.run({ as: 'platform' }, db =>
      db.updateTable('tenants').set({ staffKeepToOwn: true }).where('id', '=', business.tenantId).execute(),
    )
    const staffOf = async (resourceId: string) => {
      const person = await api.addPerson()
      await api.addMember(business.tenantId, person, 'staff', { resourceId })
      return person
    }
    const staff = await staffOf(a)
    const seen = (await business.get(`/bookings/series/${id}`, staff)).body
    expect(seen.occurrences.map(({ index }: Occurrence) => index)).toEqual([0, 2])
    const cancel = (scope: object) => business.send('POST', `/bookings/series/${id}/cancel`, scope, staff)
    expect((await cancel({ scope: 'all' })).status).toBe(403)
    expect((await cancel({ scope: 'this', occurrence: 2 })).status).toBe(200)
    const other = await staffOf(await business.addResource())
    expect((await business.get(`/bookings/series/${id}`, other)).status).toBe(404)
    expect((await business.get('/bookings/series', other)).body).toEqual([])
  })

  test.each([
    ['no rule', undefined, {}, 'rrule'],
    ['years', 'FREQ=YEARLY;COUNT=2', {}, 'rrule'],
    ['hours', 'FREQ=HOURLY;COUNT=2', {}, 'rrule'],
    ['no dates', 'FREQ=WEEKLY;COUNT=0', {}, 'rrule'],
    ['too many dates', 'FREQ=WEEKLY;COUNT=105', {}, 'rrule'],
    ['both ends', 'FREQ=WEEKLY;COUNT=2;UNTIL=20260401', {}, 'rrule'],
    ['no end', 'FREQ=WEEKLY', {}, 'rrule'],
    ['days of months', 'FREQ=MONTHLY;BYMONTHDAY=2;COUNT=2', {}, 'rrule'],
    ['hours of days', 'FREQ=DAILY;BYHOUR=9;COUNT=2', {}, 'rrule'],
    ['positions', 'FREQ=MONTHLY;BYDAY=1MO;BYSETPOS=1;COUNT=2', {}, 'rrule'],
    ['a sixth Monday', 'FREQ=MONTHLY;BYDAY=6MO;COUNT=2', {}, 'rrule'],
    ['a first Monday of weeks', 'FREQ=WEEKLY;BYDAY=1MO;COUNT=2', {}, 'rrule'],
    ['no interval', 'FREQ=WEEKLY;INTERVAL=0;COUNT=2', {}, 'rrule'],
    ['an end before the start', 'FREQ=WEEKLY;UNTIL=20260301', {}, 'rrule'],
    ['no rule at all', 'every Monday', {}, 'rrule'],
    ['more than 104 dates until then', 'FREQ=DAILY;UNTIL=20270302', {}, 'rrule'],
    ['dates beyond three years', 'FREQ=MONTHLY;COUNT=40', {}, 'rrule'],
    ['a text that is too long', `FREQ=WEEKLY;COUNT=2;${'X'.repeat(200)}`, {}, 'rrule'],
    ['a start on another day', 'FREQ=WEEKLY;BYDAY=TU;COUNT=2', {}, 'startsAt'],
    ['a date that is none of the rule’s', 'FREQ=WEEKLY;COUNT=2', { exDates: ['2026-03-10'] }, 'exDates.0'],
    ['no date', 'FREQ=WEEKLY;COUNT=2', { exDates: ['soon'] }, 'exDates.0'],
    ['a hold', 'FREQ=WEEKLY;COUNT=2', { hold: true }, 'hold'],
    ['no customer', 'FREQ=WEEKLY;COUNT=2', { customerId: null }, 'customerId'],
    ['nearest too far', 'FREQ=WEEKLY;COUNT=2', { nearestWithinDays: 8 }, 'nearestWithinDays'],
    ['anything else', 'FREQ=WEEKLY;COUNT=2', { colour: 'red' }, 'colour'],
  ])('refuses %s', async (_, rrule, values, field) => {
    const answer = await post(rrule, values)
    expect(answer).toMatchObject({ status: 422, body: { code: 'validation' } })
    expect(Object.keys(answer.body.errors)).toEqual([field])
    expect((await business.get('/bookings')).body).toEqual([])
  })

  test('refuses scopes and occurrences that are not there', async () => {
    const { id } = await made('FREQ=WEEKLY;COUNT=3')
    const errors = async (action: string, body: object) => {
      const answer = await act(id, action, body)
      expect(answer.status).toBe(422)
      return Object.keys(answer.body.errors)
    }
    const startsAt = '2026-03-02T10:00:00.000Z'
    expect(await errors('cancel', {})).toEqual(['scope'])
    expect(await errors('cancel', { scope: 'following' })).toEqual(['occurrence'])
    expect(await errors('cancel', { scope: 'this', occurrence: 99 })).toEqual(['occurrence'])
    expect(await errors('reschedule', { scope: 'all', startsAt })).toEqual(['occurrence'])
    expect(await errors('reassign', { scope: 'all', resourceIds: [] })).toEqual(['resourceIds'])
    expect(await errors('extend', {})).toEqual(['count'])
    expect(await errors('retry-skipped', { indexes: [0] })).toEqual(['indexes'])
    expect(await errors('retry-skipped', { indexes: 'all' })).toEqual(['indexes'])
    const nowhere = '0197a000-0000-7000-8000-000000000000'
    expect((await act(nowhere, 'cancel', { scope: 'all' })).status).toBe(404)
    expect((await post('FREQ=WEEKLY;COUNT=2', { variantId: nowhere })).status).toBe(404)
    const patch = await business.send('PATCH', `/bookings/series/${id}`, { scope: 'all', total: null })
    expect(patch).toMatchObject({ status: 422, body: { errors: { total: expect.any(String) } } })
    const monthly = await made('FREQ=MONTHLY;COUNT=2', { startsAt: '2026-03-02T12:00:00.000Z' })
    expect(
      await act(monthly.id, 'reschedule', { scope: 'all', occurrence: 0, startsAt: '2026-03-03T12:00:00.000Z' }),
    ).toMatchObject({ status: 422, body: { errors: { startsAt: expect.any(String) } } })
  })
})
