import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { matchDue } from '../../../server/features/waitlist/sweep'
import { noAlarm } from '../../../server/jobs/jobs'
import { LiveEvents } from '../../../server/live/LiveEvents'
import { product } from '../../../server/product'
import { resources } from '../../../src/resources'
import { expectEntries, watchVersions } from '../../../testing/versions'
import type { Answered, Person, TestApi } from '../http/support/fixture'
import { openApi } from '../http/support/fixture'
import { describeOnDatabase } from '../support/describeOnDatabase'
import { type Business, NOW, openBusiness } from './support/business'

const MINUTE = 60_000
/** Local times of Monday 2026-03-02 in Berlin. */
const at = (time: string, day = '02') => new Date(`2026-03-${day}T${time}:00+01:00`).toISOString()
const window = (from: string, to: string, day = '02') => ({ startsAt: at(from, day), endsAt: at(to, day) })
const ten = window('10:00', '11:00')
const whole = window('09:00', '17:00')

describeOnDatabase('the waitlist over HTTP', use => {
  let api: TestApi
  let now = NOW
  let business: Business
  let chair: string
  let variantId: string
  let guest: string
  let live: LiveEvents

  beforeAll(async () => {
    api = await openApi({ on: use(), users: null, now: () => now })
    await watchVersions(api.owner)
    live = new LiveEvents(api.database)
  })
  afterAll(async () => {
    await api.close()
    await expectEntries(api.owner)
  })
  beforeEach(async () => {
    now = NOW
    business = await openBusiness(api)
    chair = await business.addResource()
    variantId = await addVariant([chair])
    guest = await addCustomer('Gast')
  })

  const addVariant = (resourceIds: string[], values: object = {}) =>
    business.addVariant(resourceIds, { waitlistEnabled: true, waitlistOffers: 'automatic', ...values })
  const addCustomer = (name: string) => business.add('customers', { name })
  const post = (url: string, body: object = {}, as?: Person) => business.send('POST', url, body, as)
  const book = (values: object = {}) =>
    post('/bookings', { variantId, customerId: guest, startsAt: ten.startsAt, ...values })
  const booked = async (values: object = {}) => {
    const answer = await book(values)
    expect(answer).toMatchObject({ status: 201 })
    return answer.body
  }
  const act = (id: string, action: string, body: object = {}) => post(`/bookings/${id}/${action}`, body)
  const cancel = async ({ id }: { id: string }) => expect(await act(id, 'cancel')).toMatchObject({ status: 200 })
  const wait = async (name: string, values: object = {}) => {
    now += 1000
    const customerId = await addCustomer(name)
    return post('/bookings/waitlist', { variantId, customerId, windows: [ten], ...values })
  }
  const waits = async (name: string, values: object = {}) => {
    const answer = await wait(name, values)
    expect(answer).toMatchObject({ status: 201 })
    return answer.body
  }
  const entry = async ({ id }: { id: string }) => (await business.get(`/bookings/waitlist/${id}`)).body
  const entryAct = ({ id }: { id: string }, action: string, body: object = {}) =>
    post(`/bookings/waitlist/${id}/${action}`, body)
  const accepted = async (one: { id: string }) => {
    const answer = await entryAct(one, 'accept')
    expect(answer).toMatchObject({ status: 200, body: { status: 'converted' } })
    return answer.body
  }
  /** What each process does every two seconds. */
  const look = () =>
    matchDue(
      {
        ...{ database: api.database, now: () => now, resources, live },
        ...{ events: product.events ?? null, follow: null, alarm: noAlarm },
      },
      (_level, message, details) => {
        throw new Error(`${message} ${JSON.stringify(details)}`)
      },
    )
  const offered = (startsAt: string) => ({ status: 'offered', offeredStartsAt: startsAt })
  const codes = ({ body }: Answered) => (body.reasons ?? []).map(({ code }: { code: string }) => code)

  test('case 1: whoever waits is offered what is cancelled, before anybody who walks in', async () => {
    const booking = await booked()
    const x = await waits('X')
    expect(x).toMatchObject({ status: 'waiting', position: 1, joinedAt: new Date(now).toISOString() })
    await cancel(booking)
    const got = await entry(x)
    expect(got).toMatchObject({
      ...offered(ten.startsAt),
      offeredEndsAt: ten.endsAt,
      position: null,
      offerExpiresAt: new Date(now + 120 * MINUTE).toISOString(),
      offers: [{ startsAt: ten.startsAt, resourceIds: [chair], outcome: 'open', isManual: false }],
    })
    const offer = (await business.get(`/bookings/${got.bookingId}`)).body
    expect(offer).toMatchObject({
      status: 'held',
      waitlistEntryId: x.id,
      customerId: x.customerId,
      holdExpiresAt: got.offerExpiresAt,
      createdBy: null,
    })
    const [told] = (await business.get(`/events?subjectId=${got.bookingId}&type=booking.created`)).body
    expect(told.data).toEqual(offer)
    const free = await business.get(`/availability?variantId=${variantId}&from=2026-03-02&to=2026-03-03`)
    expect(JSON.stringify(free.body)).not.toContain(`"startsAt":"${ten.startsAt}"`)
    const walkIn = await book()
    expect(walkIn).toMatchObject({ status: 409, body: { code: 'slot_unavailable' } })
    expect(codes(walkIn)).toContain('resource_busy')
    const history = (await business.get(`/bookings/waitlist/${x.id}/history`)).body
    expect(history[0]).toMatchObject({
      action: 'status_changed',
      actor: { type: 'system' },
      reason: expect.stringContaining(booking.reference),
    })
  })

  test('everything that is wrong with a wish is said at once, when it is made and when it is changed', async () => {
    const short = [{ startsAt: ten.startsAt, endsAt: new Date(Date.parse(ten.startsAt) + MINUTE).toISOString() }]
    const wrong = { quantity: 99, windows: short, notes: 7 }
    const named = ['notes', 'quantity', 'windows.0.endsAt']
    const made = await wait('X', wrong)
    expect([made.status, Object.keys(made.body.errors).sort()]).toEqual([422, named])
    const { id } = await waits('Y')
    const changed = await business.send('PATCH', `/bookings/waitlist/${id}`, wrong)
    expect([changed.status, Object.keys(changed.body.errors).sort()]).toEqual([422, named])
    const unknown = await wait('Z', { ...wrong, variantId: chair })
    expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([422, ['notes']])
  })

  test('case 2: what one declines goes to the next, and never to the same one again', async () => {
    const booking = await booked()
    const [x, y] = [await waits('X'), await waits('Y')]
    expect(y.position).toBe(2)
    await cancel(booking)
    expect(await entry(y)).toMatchObject({ status: 'waiting', position: 1 })
    const declined = await entryAct(x, 'decline', { reason: 'Too early' })
    expect(declined).toMatchObject({ status: 200, body: { status: 'waiting', bookingId: null, passedOverCount: 0 } })
    expect(declined.body.offers).toMatchObject([{ outcome: 'declined' }])
    expect(await entry(y)).toMatchObject(offered(ten.startsAt))
    await entryAct(y, 'decline', { leave: true })
    expect(await entry(y)).toMatchObject({ status: 'cancelled' })
    expect(await entry(x)).toMatchObject({ status: 'waiting' })
    expect(await book()).toMatchObject({ status: 201 })
  })

  test('staff withdraw an offer: its place goes to the next in line, and whoever had it goes on waiting', async () => {
    const booking = await booked()
    const [x, y] = [await waits('X'), await waits('Y')]
    await cancel(booking)
    const { bookingId } = await entry(x)
    expect((await entryAct(y, 'withdraw')).body).toMatchObject({ code: 'wrong_status', entryStatus: 'waiting' })
    const withdrawn = await entryAct(x, 'withdraw', { reason: 'She called' })
    expect(withdrawn).toMatchObject({
      status: 200,
      body: {
        status: 'waiting',
        bookingId: null,
        missedOfferCount: 0,
        position: 1,
        offers: [{ outcome: 'withdrawn' }],
      },
    })
    expect((await business.get(`/bookings/${bookingId}`)).body).toMatchObject({
      status: 'cancelled',
      cancelledBy: 'staff',
    })
    expect(await entry(y)).toMatchObject(offered(ten.startsAt))
    const [change] = (await business.get(`/bookings/waitlist/${x.id}/history`)).body
    expect(change).toMatchObject({ action: 'status_changed', via: 'withdraw', reason: 'She called' })
    expect((await entryAct(x, 'withdraw')).body).toMatchObject({ code: 'wrong_status' })
    const viewer = await api.addPersonIn(business.tenantId, 'viewer')
    expect((await post(`/bookings/waitlist/${y.id}/withdraw`, {}, viewer)).status).toBe(403)
  })

  test('case 3: an accepted offer is a booking, and the next one goes on waiting', async () => {
    const booking = await booked()
    const [x, y] = [await waits('X'), await waits('Y')]
    await cancel(booking)
    const { bookingId } = await accepted(x)
    expect((await business.get(`/bookings/${bookingId}`)).body).toMatchObject({
      status: 'confirmed',
      customerName: 'X',
      startsAt: ten.startsAt,
    })
    expect(await entry(x)).toMatchObject({ status: 'converted', offers: [{ outcome: 'accepted' }] })
    expect(await entry(y)).toMatchObject({ status: 'waiting', position: 1 })
  })

  const pool = async () => {
    chair = await business.addResource({ capacity: 4 })
    variantId = await addVariant([chair], { capacityMode: 'pooled', maxQuantity: 4 })
  }

  test('case 4: who does not fit is passed over, and that is counted', async () => {
    await pool()
    const [first] = [await booked({ quantity: 2 }), await booked({ quantity: 2 })]
    const [x, y] = [await waits('X', { quantity: 3 }), await waits('Y', { quantity: 2 })]
    await cancel(first)
    expect(await entry(y)).toMatchObject(offered(ten.startsAt))
    expect(await entry(x)).toMatchObject({ status: 'waiting', passedOverCount: 1 })
  })

  test('case 5: after being passed over three times, the line waits', async () => {
    await pool()
    const taken = [await booked(), await booked(), await booked(), await booked()]
    const x = await waits('X', { quantity: 3 })
    const others = []
    for (const name of ['Y1', 'Y2', 'Y3', 'Y4']) others.push(await waits(name))
    const bookings = []
    for (const [index, booking] of taken.slice(0, 3).entries()) {
      await cancel(booking)
      expect(await entry(x)).toMatchObject({ status: 'waiting', passedOverCount: index + 1 })
      bookings.push((await accepted(others[index])).bookingId)
    }
    await cancel(taken[3])
    expect(await entry(others[3])).toMatchObject({ status: 'waiting' })
    const walkIn = await booked()
    await cancel(walkIn)
    expect(await entry(x)).toMatchObject({ status: 'waiting' })
    await cancel({ id: bookings[0] })
    await cancel({ id: bookings[1] })
    expect(await entry(x)).toMatchObject({ ...offered(ten.startsAt), passedOverCount: 0 })
  })

  test('case 6: an offer ends in its very second, without a job; a late answer counts while the place is free', async () => {
    const booking = await booked()
    const x = await waits('X')
    await cancel(booking)
    const { offerExpiresAt, bookingId } = await entry(x)
    now = Date.parse(offerExpiresAt) - 1
    expect(await entry(x)).toMatchObject({ status: 'offered' })
    now++
    expect(await entry(x)).toMatchObject({
      status: 'waiting',
      position: 1,
      bookingId: null,
      missedOfferCount: 1,
      offers: [{ outcome: 'expired' }],
    })
    const listed = async (status: string) => (await business.get(`/bookings/waitlist?status=${status}`)).body.length
    expect([await listed('waiting'), await listed('offered')]).toEqual([1, 0])
    const late = await accepted(x)
    expect(late.bookingId).toBe(bookingId)

    const other = await waits('Y')
    await cancel({ id: bookingId })
    now = Date.parse((await entry(other)).offerExpiresAt)
    expect(await book()).toMatchObject({ status: 201 })
    const tooLate = await entryAct(other, 'accept')
    expect(tooLate).toMatchObject({ status: 409, body: { code: 'slot_unavailable' } })
    expect(await entry(other)).toMatchObject({ status: 'waiting', missedOfferCount: 1 })
  })

  test('case 6, sooner: right after an offer ran out the next one has it', async () => {
    const booking = await booked()
    const [x, y] = [await waits('X'), await waits('Y')]
    await cancel(booking)
    now = Date.parse((await entry(x)).offerExpiresAt)
    await look()
    expect(await entry(y)).toMatchObject(offered(ten.startsAt))
    expect(await entry(x)).toMatchObject({ status: 'waiting', missedOfferCount: 1 })
    const [missed] = (await business.get(`/bookings/waitlist/${x.id}/history`)).body
    expect(missed).toMatchObject({ actor: { type: 'system' }, changes: { status: { from: 'offered', to: 'waiting' } } })
    await look()
    expect((await entry(y)).offers).toHaveLength(1)
  })

  test('case 11: room that a change of the set-up makes is offered right after', async () => {
    const blackout = await business.addRule('blackout', whole, { name: 'Holidays' })
    const x = await waits('X', { windows: [whole] })
    expect(x).toMatchObject({ status: 'waiting' })
    await look()
    expect(await entry(x)).toMatchObject({ status: 'waiting' })
    expect(await business.send('PATCH', `/bookings/resource-rules/${blackout}`, { isActive: false })).toMatchObject({
      status: 200,
    })
    await look()
    expect(await entry(x)).toMatchObject(offered(at('09:00')))
    expect((await business.get(`/bookings/waitlist/${x.id}/history`)).body[0].reason).toContain('Holidays')

    await pool()
    await business.send('PATCH', `/resources/${chair}`, { capacity: 1 })
    await booked()
    const y = await waits('Y')
    await business.send('PATCH', `/resources/${chair}`, { capacity: 2 })
    await look()
    expect(await entry(y)).toMatchObject(offered(ten.startsAt))

    const scheduleId = await business.addSchedule({ mode: 'timeslots' })
    variantId = await addVariant([await business.addResource({ scheduleId })], { capacityMode: 'session' })
    const z = await waits('Z')
    await look()
    expect(await entry(z)).toMatchObject({ status: 'waiting' })
    expect(await post(`/schedules/${scheduleId}/timeslots`, ten)).toMatchObject({ status: 201 })
    await look()
    expect(await entry(z)).toMatchObject(offered(ten.startsAt))
  })

  test('a hold that runs out, a variant that is switched over and the booking horizon are room by the clock', async () => {
    const hold = await booked({ hold: true })
    const x = await waits('X')
    await look()
    expect(await entry(x)).toMatchObject({ status: 'waiting' })
    now = Date.parse(hold.holdExpiresAt)
    await look()
    expect(await entry(x)).toMatchObject(offered(ten.startsAt))

    chair = await business.addResource()
    variantId = await addVariant([chair], { waitlistOffers: 'manual', maxAdvanceDays: 8 })
    const y = await waits('Y')
    const url = `/catalog-items/${business.itemId}/variants/${variantId}`
    expect(await business.send('PATCH', url, { waitlistOffers: 'automatic' })).toMatchObject({ status: 200 })
    await look()
    expect(await entry(y)).toMatchObject({ status: 'waiting' })
    now = Date.parse('2026-02-21T23:00:00Z') - 1
    await look()
    expect(await entry(y)).toMatchObject({ status: 'waiting' })
    now++
    await look()
    expect(await entry(y)).toMatchObject(offered(ten.startsAt))
  })

  test('three unanswered offers end the waiting; put back, the place in the line is the old one', async () => {
    const x = await waits('X', { windows: [whole] })
    expect(x).toMatchObject(offered(at('09:00')))
    for (let count = 1; count <= 3; count++) {
      const { offerExpiresAt } = await entry(x)
      now = Date.parse(offerExpiresAt)
      if (count < 3) {
        const next = await entryAct(x, 'offer', { startsAt: at(`1${count}:00`) })
        expect(next).toMatchObject({ status: 200, body: { status: 'offered', missedOfferCount: count } })
      }
    }
    expect(await entry(x)).toMatchObject({ status: 'expired', missedOfferCount: 3, position: null })
    const back = await entryAct(x, 'restore')
    expect(back).toMatchObject({ status: 200, body: { joinedAt: x.joinedAt, missedOfferCount: 0 } })
    expect(back.body).toMatchObject(offered(at('10:00')))
    now = Date.parse(whole.endsAt)
    expect(await entry(x)).toMatchObject({ status: 'expired' })
    expect(await entryAct(x, 'restore')).toMatchObject({
      status: 409,
      body: { code: 'wrong_status', entryStatus: 'expired', action: 'restore' },
    })
  })

  test('case 7: a moved booking makes room, too', async () => {
    const booking = await booked()
    const x = await waits('X')
    expect(await act(booking.id, 'reschedule', { startsAt: at('14:00') })).toMatchObject({ status: 200 })
    expect(await entry(x)).toMatchObject(offered(ten.startsAt))
    await cancel(booking)
    expect((await entry(x)).offers).toHaveLength(1)
  })

  test('case 8: nothing is offered beside the grid or beyond the window', async () => {
    const booking = await booked()
    const x = await waits('X', { windows: [window('10:30', '11:30')] })
    await cancel(booking)
    expect(await entry(x)).toMatchObject({ status: 'waiting', offers: [] })
  })

  test('case 9: each gets the earliest that is left', async () => {
    const windows = [window('10:00', '12:00')]
    const [first, second] = [await booked(), await booked({ startsAt: at('11:00') })]
    const [x, y] = [await waits('X', { windows }), await waits('Y', { windows })]
    await cancel(first)
    await cancel(second)
    expect([await entry(x), await entry(y)]).toMatchObject([offered(at('10:00')), offered(at('11:00'))])
  })

  test('case 10: what people offer by hand stays free; matches say to whom', async () => {
    variantId = await addVariant([chair], { waitlistOffers: 'manual' })
    const booking = await booked()
    const [x, y] = [await waits('X'), await waits('Y')]
    const matches = async (query = `bookingId=${booking.id}`) =>
      (await business.get(`/bookings/waitlist/matches?${query}`)).body
    const both = [x, y].map(({ id }, index) => ({
      entryId: id,
      title: x.title,
      position: index + 1,
      fits: true,
      startsAt: ten.startsAt,
    }))
    expect(x.title).toContain(' · ')
    expect(await matches()).toMatchObject(both)
    expect(await matches(`from=${at('10:00')}&to=${at('11:00')}`)).toMatchObject([{ fits: false }, { fits: false }])
    await cancel(booking)
    expect([await entry(x), await entry(y)]).toMatchObject([{ status: 'waiting' }, { status: 'waiting' }])
    expect(await matches()).toMatchObject(both)
    expect(await matches('')).toMatchObject(both)
    await booked()
    expect(await matches()).toMatchObject(
      [x, y].map(({ id }) => ({
        entryId: id,
        fits: false,
        startsAt: null,
        reasons: [{ code: 'resource_busy' }],
      })),
    )
  })

  test('case 12: the resource they like best, or no other', async () => {
    const [a, b] = [chair, await business.addResource()]
    variantId = await addVariant([a, b])
    const taken = [await booked({ resourceIds: [a] }), await booked({ resourceIds: [b] })] as const
    const x = await waits('X', { preferredResourceIds: [b], onlyPreferred: true })
    const y = await waits('Y', { preferredResourceIds: [b] })
    await cancel(taken[0])
    expect([await entry(x), await entry(y)]).toMatchObject([
      { status: 'waiting', passedOverCount: 1 },
      { status: 'offered', offers: [{ resourceIds: [a] }] },
    ])
    await cancel(taken[1])
    expect(await entry(x)).toMatchObject({ status: 'offered', offers: [{ resourceIds: [b] }] })
  })

  test('case 13: an offer by hand may be out of turn, and the log says so', async () => {
    variantId = await addVariant([chair], { waitlistOffers: 'manual' })
    const [x, y] = [await waits('X'), await waits('Y')]
    const offer = await entryAct(y, 'offer', { startsAt: at('15:00'), expiresInMinutes: 30, reason: 'Is here' })
    expect(offer).toMatchObject({
      status: 200,
      body: { ...offered(at('15:00')), offerExpiresAt: new Date(now + 30 * MINUTE).toISOString() },
    })
    expect(offer.body.offers).toMatchObject([{ isManual: true }])
    expect(await entry(x)).toMatchObject({ status: 'waiting', passedOverCount: 0 })
    const history = (await business.get(`/bookings/waitlist/${y.id}/history`)).body
    expect(history.flatMap(({ changes }: { changes: object }) => Object.keys(changes))).toContain('outOfTurn')
    expect(history[0]).toMatchObject({ reason: 'Is here' })
    const busy = await entryAct(x, 'offer', { startsAt: at('15:00') })
    expect(busy).toMatchObject({ status: 409, body: { code: 'slot_unavailable' } })
    expect(busy.body.alternatives).toHaveLength(3)
  })

  test('case 14: nobody waits twice for the same', async () => {
    const x = await waits('X', { windows: [window('15:00', '15:30'), ten].slice(1) })
    const again = (values: object = {}) =>
      post('/bookings/waitlist', {
        variantId,
        customerId: x.customerId,
        windows: [window('10:30', '12:00')],
        ...values,
      })
    expect(await again()).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(await again({ windows: [window('11:00', '12:00')] })).toMatchObject({ status: 201 })
    for (let count = 2; count < 20; count++) {
      const day = String(2 + count)
      expect(await again({ windows: [window('09:00', '10:00', day.padStart(2, '0'))] })).toMatchObject({ status: 201 })
    }
    expect(await again({ windows: [window('09:00', '10:00', '30')] })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
  })

  test('the booking of an offer and its entry go together', async () => {
    const booking = await booked()
    const x = await waits('X')
    await cancel(booking)
    const first = await entry(x)
    now += 30 * MINUTE
    const longer = await act(first.bookingId, 'extend-hold')
    const until = new Date(now + 120 * MINUTE).toISOString()
    expect(longer).toMatchObject({ status: 200, body: { holdExpiresAt: until } })
    expect(await entry(x)).toMatchObject({ offerExpiresAt: until, offers: [{ expiresAt: until }] })
    expect(await act(first.bookingId, 'reschedule', { startsAt: at('12:00') })).toMatchObject({ status: 200 })
    expect(await entry(x)).toMatchObject(offered(at('12:00')))
    expect((await business.send('DELETE', `/bookings/${first.bookingId}`)).status).toBe(204)
    expect(await entry(x)).toMatchObject({
      ...offered(at('10:00')),
      offers: [{ outcome: 'withdrawn' }, { outcome: 'open' }],
    })

    const second = await entry(x)
    expect(await act(second.bookingId, 'confirm')).toMatchObject({ status: 200, body: { status: 'confirmed' } })
    expect(await entry(x)).toMatchObject({ status: 'converted', bookingId: second.bookingId })

    const y = await waits('Y', { windows: [window('13:00', '14:00')] })
    const hold = (await entry(y)).bookingId
    await cancel({ id: hold })
    expect(await entry(y)).toMatchObject({ status: 'waiting', bookingId: null, offers: [{ outcome: 'withdrawn' }] })
    expect(await act(hold, 'restore')).toMatchObject({ status: 200, body: { status: 'held' } })
    expect(await entry(y)).toMatchObject({ status: 'offered', bookingId: hold })
    expect(await entryAct(y, 'cancel', { reason: 'Ill' })).toMatchObject({ status: 200, body: { status: 'cancelled' } })
    expect((await business.get(`/bookings/${hold}`)).body).toMatchObject({ status: 'cancelled' })
  })

  test('whoever gets what they wait for without an offer is off the list, however they got it', async () => {
    await booked()
    const customerId = await addCustomer('Wera')
    const eleven = window('11:00', '12:00')
    /** Waits from 11 to 12, which is taken, until `work` has made a booking there. */
    const settled = async (what: string, work: () => Promise<string>) => {
      const other = await booked({ startsAt: eleven.startsAt })
      const own = (await post('/bookings/waitlist', { variantId, customerId, windows: [eleven] })).body
      expect(own, what).toMatchObject({ status: 'waiting' })
      // Nobody is offered the place.
      await setOffers('manual')
      await cancel(other)
      const bookingId = await work()
      expect([what, await entry(own)]).toMatchObject([what, { status: 'converted', bookingId, position: null }])
      const [change] = (await business.get(`/bookings/waitlist/${own.id}/history`)).body
      expect(change).toMatchObject({
        action: 'status_changed',
        changes: { status: { from: 'waiting', to: 'converted' } },
      })
      await cancel({ id: bookingId })
      await setOffers('automatic')
    }
    const setOffers = (waitlistOffers: string) =>
      business.send('PATCH', `/catalog-items/${business.itemId}/variants/${variantId}`, { waitlistOffers })
    const forHer = { customerId, startsAt: eleven.startsAt }
    await settled('booked by hand', async () => (await booked(forHer)).id)
    await settled('a hold that is confirmed', async () => {
      const { id } = await booked({ startsAt: eleven.startsAt, customerId: null, hold: true })
      await act(id, 'confirm', { customerId })
      return id
    })
    await settled('moved there', async () => {
      const { id } = await booked({ customerId, startsAt: at('15:00') })
      await act(id, 'reschedule', { startsAt: eleven.startsAt })
      return id
    })
    await settled('given to her', async () => {
      const { id } = await booked({ startsAt: eleven.startsAt })
      await business.send('PATCH', `/bookings/${id}`, { customerId })
      return id
    })
    await settled('a date of a series', async () => {
      const series = await post('/bookings/series', { variantId, ...forHer, rrule: 'FREQ=DAILY;COUNT=2' })
      return series.body.occurrences[0].bookingId
    })
  })

  test('a booking beside the windows, for fewer or with another resource leaves somebody on the list', async () => {
    const other = await business.addResource({ name: 'Other' })
    variantId = await addVariant([chair, other], { capacityMode: 'pooled', maxQuantity: 2, waitlistOffers: 'manual' })
    const waiting = await waits('Wera', { quantity: 1, preferredResourceIds: [other], onlyPreferred: true })
    const { customerId } = waiting
    await booked({ customerId, startsAt: at('12:00'), resourceIds: [other] })
    await booked({ customerId, resourceIds: [chair] })
    await booked({ customerId, resourceIds: [other], hold: true })
    expect(await entry(waiting)).toMatchObject({ status: 'waiting' })
  })

  test('who is booked by hand while something is offered to them gives that back, to the next in line', async () => {
    const walkIn = await booked()
    const [first, second] = [await waits('Erste', { windows: [whole] }), await waits('Zweite')]
    // At nine, which is free.
    const offered = await entry(first)
    expect(offered).toMatchObject({ status: 'offered', offeredStartsAt: at('09:00') })
    const { id } = await booked({ customerId: offered.customerId, startsAt: at('14:00') })
    expect(await entry(first)).toMatchObject({
      status: 'converted',
      bookingId: id,
      offers: [{ bookingId: offered.bookingId, outcome: 'withdrawn' }],
    })
    expect((await business.get(`/bookings/${offered.bookingId}`)).body).toMatchObject({ status: 'cancelled' })
    await cancel(walkIn)
    expect(await entry(second)).toMatchObject({ status: 'offered' })
  })

  describe('for whoever keeps to their own calendar or channel', () => {
    let other: string
    let either: string
    let staff: Person

    beforeEach(async () => {
      other = await business.addResource()
      either = await addVariant([chair, other])
      staff = await api.addPerson()
      await api.addMember(business.tenantId, staff, 'staff', { resourceId: other })
      await api.owner.query('update tenants set staff_keep_to_own = true where id = $1', [business.tenantId])
    })

    /** Somebody who is offered a place of the chair, and its hold. */
    const offeredElsewhere = async () => {
      const beside = await booked({ variantId: either, resourceIds: [other] })
      const x = await waits('X', { variantId: either })
      expect(x).toMatchObject({ ...offered(ten.startsAt), offers: [{ resourceIds: [chair] }] })
      return { x, beside }
    }
    const holdOf = async ({ bookingId }: { bookingId: string }) => (await business.get(`/bookings/${bookingId}`)).body

    test('what is offered to somebody in another calendar is given back when they are booked', async () => {
      const { x, beside } = await offeredElsewhere()
      await cancel(beside)
      const draft = { variantId: either, customerId: x.customerId, startsAt: ten.startsAt, resourceIds: [other] }
      expect(await post('/bookings', draft, staff)).toMatchObject({ status: 201 })
      expect(await entry(x)).toMatchObject({ status: 'converted', offers: [{ outcome: 'withdrawn' }] })
      expect(await holdOf(x)).toMatchObject({ status: 'cancelled', cancelledBy: 'system' })
      expect(await book({ variantId: either, resourceIds: [chair] })).toMatchObject({ status: 201 })
    })

    test('what is offered in another calendar is refused as such, and stays', async () => {
      const { x } = await offeredElsewhere()
      for (const action of ['accept', 'decline', 'withdraw', 'cancel'])
        expect(await post(`/bookings/waitlist/${x.id}/${action}`, {}, staff), action).toMatchObject({
          status: 403,
          body: { code: 'forbidden' },
        })
      expect(await entry(x)).toMatchObject(offered(ten.startsAt))
      expect(await holdOf(x)).toMatchObject({ status: 'held' })
    })

    test('what they make room for is offered to whoever waits, also where they see nobody', async () => {
      const parent = await business.addResource()
      await api.owner.query('update resources set parent_resource_id = $1 where id = $2', [parent, other])
      const mine = await booked({ variantId: await addVariant([other]) })
      const x = await waits('X', { variantId: await addVariant([parent]) })
      expect((await business.get(`/bookings/waitlist/${x.id}`, staff)).status).toBe(404)
      expect(await post(`/bookings/${mine.id}/cancel`, {}, staff)).toMatchObject({ status: 200 })
      expect(await entry(x)).toMatchObject(offered(ten.startsAt))
    })
  })

  test('a smaller quantity, a deleted hold and other resources make room', async () => {
    await pool()
    const four = await booked({ quantity: 4 })
    const x = await waits('X', { quantity: 2 })
    expect(await business.send('PATCH', `/bookings/${four.id}`, { quantity: 2 })).toMatchObject({ status: 200 })
    expect(await entry(x)).toMatchObject(offered(ten.startsAt))

    const [a, b] = [await business.addResource(), await business.addResource()]
    variantId = await addVariant([a, b])
    const only = { resourceIds: [a] }
    const hold = await booked({ ...only, hold: true })
    const y = await waits('Y', { preferredResourceIds: [a], onlyPreferred: true })
    expect((await business.send('DELETE', `/bookings/${hold.id}`)).status).toBe(204)
    expect(await entry(y)).toMatchObject({ ...offered(ten.startsAt), offers: [{ resourceIds: [a] }] })
    await entryAct(y, 'decline', { leave: true })
    const kept = await booked(only)
    const z = await waits('Z', { preferredResourceIds: [a], onlyPreferred: true })
    expect(await act(kept.id, 'reassign', { resourceIds: [b] })).toMatchObject({ status: 200 })
    expect(await entry(z)).toMatchObject({ status: 'offered', offers: [{ resourceIds: [a] }] })
  })

  test('a declined request makes room', async () => {
    variantId = await addVariant([chair], { requiresApproval: true })
    const pending = await booked()
    const x = await waits('X')
    expect(await act(pending.id, 'decline')).toMatchObject({ status: 200 })
    expect(await entry(x)).toMatchObject(offered(ten.startsAt))
    await accepted(x)
    expect((await business.get(`/bookings/${(await entry(x)).bookingId}`)).body).toMatchObject({ status: 'pending' })
  })

  test('what is changed is matched anew, at the old place in the line; while offered, only notes change', async () => {
    await booked()
    const x = await waits('X')
    const change = (body: object) => business.send('PATCH', `/bookings/waitlist/${x.id}`, body)
    const later = await change({ windows: [window('11:00', '12:00')] })
    expect(later).toMatchObject({ status: 200, body: { ...offered(at('11:00')), joinedAt: x.joinedAt } })
    expect(await change({ windows: [ten] })).toMatchObject({
      status: 409,
      body: { code: 'wrong_status', entryStatus: 'offered', action: 'update' },
    })
    expect(await change({ notes: 'By the window' })).toMatchObject({ status: 200, body: { notes: 'By the window' } })
    const remove = ({ id }: { id: string }) => business.send('DELETE', `/bookings/waitlist/${id}`)
    expect(await remove(x)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await remove(await waits('Y'))).status).toBe(204)
  })

  test('a customer who is not known yet is made; lists find who waits', async () => {
    await booked()
    const made = await post('/bookings/waitlist', {
      variantId,
      customer: { name: 'Neu', email: 'neu@mail.example' },
      windows: [ten],
    })
    expect(made).toMatchObject({
      status: 201,
      body: { customerName: 'Neu', channelId: business.channelId, quantity: 1 },
    })
    const list = async (query: string) =>
      (await business.get(`/bookings/waitlist?${query}`)).body.map(({ id }: { id: string }) => id)
    const { id } = made.body
    for (const query of [
      'q=neu@',
      `variantId=${variantId}`,
      `resourceId=${chair}`,
      `from=${at('10:30')}`,
      `to=${at('10:30')}`,
      'tab=active',
      'sort=position',
    ])
      expect(await list(query), query).toEqual([id])
    for (const query of ['q=nobody', `resourceId=${variantId}`, `from=${ten.endsAt}`, `to=${ten.startsAt}`, 'tab=over'])
      expect(await list(query), query).toEqual([])
  })

  test('bad input is refused where it is', async () => {
    const manyDays = {
      startsAt: at('10:00'),
      endsAt: new Date(Date.parse(at('10:00')) + 63 * 24 * 60 * MINUTE).toISOString(),
    }
    const other = await business.addResource()
    const flexible = await addVariant([chair], { durationType: 'flexible' })
    const without = await business.addVariant([chair])
    const idle = await addVariant([chair], { isActive: false })
    const refused: [object, string][] = [
      [{ windows: undefined }, 'windows'],
      [{ windows: [] }, 'windows'],
      [{ windows: Array.from({ length: 11 }, () => ten) }, 'windows'],
      [{ windows: [{ startsAt: ten.endsAt, endsAt: ten.startsAt }] }, 'windows.0.endsAt'],
      [{ windows: [{ startsAt: ten.startsAt, endsAt: ten.startsAt }] }, 'windows.0.endsAt'],
      [{ windows: [{ startsAt: '2026-02-01T09:00:00Z', endsAt: '2026-02-01T17:00:00Z' }] }, 'windows'],
      [{ windows: [window('10:00', '10:30')] }, 'windows.0.endsAt'],
      [{ windows: [manyDays] }, 'windows.0.endsAt'],
      [{ variantId: without }, 'variantId'],
      [{ variantId: idle }, 'variantId'],
      [{ quantity: 2 }, 'quantity'],
      [{ preferredResourceIds: [other] }, 'preferredResourceIds'],
      [{ variantId: flexible }, 'durationMinutes'],
      [{ status: 'offered', colour: 'red' }, 'colour'],
    ]
    for (const [values, field] of refused)
      expect(await wait('X', values), JSON.stringify(values)).toMatchObject({
        status: 422,
        body: { code: 'validation', errors: { [field]: expect.any(String) } },
      })
    const stranger = crypto.randomUUID()
    for (const field of ['variantId', 'customerId', 'channelId'])
      expect(await wait('X', { [field]: stranger }), field).toMatchObject({ status: 404 })
    expect((await business.get(`/bookings/waitlist/${stranger}`)).status).toBe(404)

    await booked()
    const x = await waits('X')
    for (const expiresInMinutes of [0, 2881])
      expect(await entryAct(x, 'offer', { startsAt: at('12:00'), expiresInMinutes })).toMatchObject({ status: 422 })
    expect(await entryAct(x, 'accept')).toMatchObject({
      status: 409,
      body: { code: 'wrong_status', entryStatus: 'waiting', action: 'accept' },
    })
    await entryAct(x, 'offer', { startsAt: at('12:00') })
    await accepted(x)
    expect(await entryAct(x, 'offer', { startsAt: at('13:00') })).toMatchObject({
      status: 409,
      body: { code: 'wrong_status', entryStatus: 'converted', action: 'offer' },
    })
    const viewer = await api.addPersonIn(business.tenantId, 'viewer')
    expect((await post('/bookings/waitlist', { variantId, windows: [ten] }, viewer)).status).toBe(403)
    expect((await post(`/bookings/waitlist/${x.id}/cancel`, {}, viewer)).status).toBe(403)
    expect((await business.get(`/bookings/waitlist/${x.id}`, viewer)).body).not.toHaveProperty('notes')
  })

  test('a repeated call puts somebody on the list once', async () => {
    await booked()
    const customerId = await addCustomer('X')
    const again = () =>
      api.request('/bookings/waitlist', {
        method: 'POST',
        as: business.owner,
        tenantId: business.tenantId,
        body: { variantId, customerId, windows: [ten] },
        headers: { 'Idempotency-Key': 'one' },
      })
    const [first, second] = [await again(), await again()]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.id).toBe(first.body.id)
  })

  test('who waits is in use; merging moves, anonymizing cancels', async () => {
    await booked()
    const [x, y] = [await waits('X'), await waits('Y')]
    expect(await business.send('DELETE', `/customers/${x.customerId}`)).toMatchObject({
      status: 409,
      body: { code: 'in_use' },
    })
    expect(await post(`/customers/${x.customerId}/merge`, { intoId: y.customerId })).toMatchObject({ status: 200 })
    expect(await entry(x)).toMatchObject({ status: 'waiting', customerName: 'Y' })
    expect(await entry(y)).toMatchObject({ status: 'cancelled' })
    await entryAct(x, 'offer', { startsAt: at('12:00') })
    const { bookingId } = await entry(x)
    expect(await post(`/customers/${y.customerId}/anonymize`)).toMatchObject({ status: 200 })
    expect(await entry(x)).toMatchObject({ status: 'cancelled' })
    expect((await business.get(`/bookings/${bookingId}`)).body).toMatchObject({ status: 'cancelled' })
  })
})
