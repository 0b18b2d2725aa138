import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newReference } from '../../../server/features/bookings/reference'
import { expectEntries, watchVersions } from '../../../testing/versions'
import type { Answered, Person, TestApi } from '../http/support/fixture'
import { openApi } from '../http/support/fixture'
import { describeOnDatabase } from '../support/describeOnDatabase'
import { type Business, NOW, openBusiness, week } from './support/business'

const MINUTE = 60_000
const ten = '2026-03-02T09:00:00.000Z'
const eleven = '2026-03-02T10:00:00.000Z'
const at = (time: string) => `2026-03-02T${time}:00.000Z`

describeOnDatabase('bookings over HTTP', use => {
  let api: TestApi
  let now = NOW
  let business: Business
  let chair: string
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
    chair = await business.addResource()
    variantId = await business.addVariant([chair])
    customerId = await business.add('customers', { name: 'Lena Fischer', email: 'lena@mail.example' })
  })

  const book = (values: object = {}) =>
    business.send('POST', '/bookings', { variantId, customerId, startsAt: ten, ...values })
  const act = (id: string, action: string, body: object = {}) =>
    business.send('POST', `/bookings/${id}/${action}`, body)
  const codes = ({ body }: Answered) => [body.code, ...(body.reasons ?? []).map(({ code }: { code: string }) => code)]
  const made = async (values: object = {}) => {
    const answer = await book(values)
    expect(answer).toMatchObject({ status: 201 })
    return answer.body
  }

  test('a booking keeps what another program calls it and knows of it, and is found by that', async () => {
    const metadata = { order: 'A-17', 'table.no': '7' }
    const { id } = await made({ externalId: 'pms-1', metadata })
    expect((await business.get(`/bookings/${id}`)).body).toMatchObject({ externalId: 'pms-1', metadata })
    const found = async (externalId: string, as?: Person) =>
      (await business.get(`/bookings?externalId=${externalId}`, as)).body
    expect((await found('PMS-1')).map((booking: { id: string }) => booking.id)).toEqual([id])
    expect(await found('pms')).toEqual([])
    const eleven = { startsAt: at('11:00') }
    expect(await book({ ...eleven, externalId: 'Pms-1' })).toMatchObject({
      status: 422,
      body: { errors: { externalId: expect.any(String) } },
    })
    const second = await made(eleven)
    expect(second).toMatchObject({ externalId: null, metadata: {} })
    const change = (body: object) => business.send('PATCH', `/bookings/${second.id}`, body)
    expect((await change({ externalId: 'pms-1' })).status).toBe(422)
    expect((await change({ externalId: 'pms-2', metadata: { order: 'B' } })).body).toMatchObject({
      externalId: 'pms-2',
      metadata: { order: 'B' },
    })
    for (const wrong of [{ order: 7 }, { 'order no': 'x' }, { order: 'x'.repeat(501) }, ['x'], { order: { no: 'x' } }])
      expect(await change({ metadata: wrong }), JSON.stringify(wrong)).toMatchObject({ status: 422 })
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`n${n}`, 'x']))
    expect(await change({ metadata: many })).toMatchObject({ body: { errors: { metadata: 'At most 20' } } })

    const viewer = await api.addPersonIn(business.tenantId, 'viewer')
    expect((await business.get(`/bookings/${id}`, viewer)).body).not.toHaveProperty('metadata')
    expect(await found('pms-1', viewer)).toMatchObject({ errors: { externalId: expect.any(String) } })
    const other = await openBusiness(api)
    const theirs = await other.addVariant([await other.addResource()])
    const guest = await other.add('customers', { name: 'Gast' })
    const body = { variantId: theirs, customerId: guest, startsAt: ten, externalId: 'pms-1' }
    expect((await other.send('POST', '/bookings', body)).status).toBe(201)
    expect(await found('pms-1')).toHaveLength(1)
  })

  test('a booking takes its place, and the next one is told when it could come instead', async () => {
    const booking = await made({ notes: 'Window seat' })
    expect(booking).toMatchObject({
      status: 'confirmed',
      startsAt: '2026-03-02T09:00:00.000Z',
      endsAt: '2026-03-02T10:00:00.000Z',
      resourceIds: [chair],
      customerName: 'Lena Fischer',
      title: expect.stringMatching(/^Haircut · Variant/),
      price: { amount: 5000, currency: 'EUR' },
      total: { amount: 5000, currency: 'EUR' },
      paymentStatus: 'unpaid',
      notes: 'Window seat',
      timeZone: 'Europe/Berlin',
      createdBy: business.owner.id,
    })
    expect(booking.reference).toMatch(/^[A-HJ-NP-Z2-9]{8}$/)
    const late = await book()
    expect(late).toMatchObject({ status: 409, body: { code: 'slot_unavailable' } })
    expect(codes(late)).toContain('resource_busy')
    expect(late.body.alternatives.map(({ startsAt }: { startsAt: string }) => startsAt)).toEqual([
      at('08:00'),
      at('10:00'),
      at('11:00'),
    ])
    expect((await business.get(`/bookings/${booking.id}`)).body).toEqual(booking)
  })

  test('a new booking is answered, told of and logged as it is read later, whatever is in it', async () => {
    const questions = JSON.stringify([
      { key: 'oil', type: 'text', label: 'Oil?', required: false, options: [] },
      { key: 'age', type: 'number', label: 'Age', required: false, options: [] },
    ])
    await business.run(db =>
      db.updateTable('catalogItems').set({ questions }).where('id', '=', business.itemId).execute(),
    )
    const two = [await business.addResource(), await business.addResource()]
    const both = await business.addVariant(two, { resourceSelection: 'all', bufferAfterMinutes: 15 })
    const asked = await business.addVariant(two, { requiresApproval: true, minNoticeMinutes: 20_000 })
    const answers = { age: 41, oil: 'Almond “fine” 🌿' }
    const texts = { notes: 'One\nTwo \\ "three" 🌊', internalNotes: 'É', externalId: 'pms:1' }
    const metadata = { order: 'A-17', a: 'x', 'table.no': '7' }
    const total = { amount: 4321, currency: 'EUR' }
    const all = { ...texts, answers, metadata, total, paymentStatus: 'paid', notify: true, reason: 'Friends' }
    const bookings = [
      await made(all),
      await made({ startsAt: eleven, hold: true, customerId: undefined }),
      await made({ startsAt: at('11:00'), variantId: both, customerId: undefined, customer: { name: 'New' } }),
      await made({
        startsAt: at('13:00'),
        variantId: asked,
        resourceIds: two.slice(1),
        override: true,
        reason: 'Rush',
      }),
    ]
    expect(bookings[3].overrides).toEqual([expect.objectContaining({ reason: 'Rush' })])
    for (const booking of bookings) {
      const { body: read } = await business.get(`/bookings/${booking.id}`)
      expect(booking).toEqual(read)
      const [told] = (await business.get(`/events?subjectId=${booking.id}`)).body
      expect(told.data).toEqual(read)
      const { changes } = (await business.get(`/audit-log?entityId=${booking.id}`)).body[0]
      for (const name of ['reference', 'startsAt', 'quantity', 'price', 'total', 'customerId', 'source', 'notes'])
        expect(changes[name]?.to ?? null, name).toEqual(read[name])
    }
  })

  test('a booking names what is there: variant, channel, customer and resources of this tenant', async () => {
    const stranger = crypto.randomUUID()
    for (const field of ['variantId', 'channelId', 'customerId'])
      expect(await book({ [field]: stranger })).toMatchObject({
        status: 404,
        body: { errors: { [field]: expect.any(String) } },
      })
    for (const resourceId of [stranger, await business.addResource()])
      expect(await book({ resourceIds: [resourceId] })).toMatchObject({
        status: 422,
        body: { errors: { resourceIds: 'This resource is not one of the variant’s' } },
      })
    expect(await book({ customerId: undefined })).toMatchObject({ status: 422, body: { errors: { customerId: {} } } })
    expect(await book({ startsAt: '2026-03-02T09:00:30.000Z' })).toMatchObject({ status: 422 })
    expect(await book({ endsAt: '2026-03-02T08:00:00.000Z' })).toMatchObject({ status: 422 })
    expect(await book({ startsAt: '9999-03-02T09:00:00.000Z' })).toMatchObject({ status: 422 })
    expect(await book({ colour: 'red' })).toMatchObject({ status: 422, body: { errors: { colour: {} } } })
  })

  test('case 26: a hold keeps its place until the clock passes its end, and late confirming asks again', async () => {
    const hold = await made({ hold: true, customerId: undefined })
    expect(hold).toMatchObject({ status: 'held', holdExpiresAt: new Date(NOW + 10 * MINUTE).toISOString() })
    now = NOW + 10 * MINUTE - 1000
    expect(codes(await book())).toContain('resource_busy')
    now = NOW + 10 * MINUTE
    expect((await business.get(`/bookings/${hold.id}`)).body.status).toBe('expired')
    expect((await business.get('/bookings?status=expired')).body).toHaveLength(1)
    expect((await business.get('/bookings?status=held')).body).toEqual([])
    const confirmed = await act(hold.id, 'confirm', { customerId })
    expect(confirmed).toMatchObject({ status: 200, body: { status: 'confirmed', holdExpiresAt: null } })
    expect(codes(await book())).toContain('resource_busy')

    const second = await made({ startsAt: eleven, hold: true })
    now += 10 * MINUTE
    const taker = await made({ startsAt: eleven })
    expect(codes(await act(second.id, 'confirm'))).toContain('resource_busy')
    expect((await business.send('DELETE', `/bookings/${second.id}`)).status).toBe(204)
    expect(await business.send('DELETE', `/bookings/${taker.id}`)).toMatchObject({ status: 409 })
  })

  test('a hold can be made longer once, and needs a customer to become a booking', async () => {
    const hold = await made({ hold: true, customerId: undefined })
    now = NOW + 9 * MINUTE
    const longer = await act(hold.id, 'extend-hold')
    expect(longer.body).toMatchObject({ holdExpiresAt: new Date(now + 10 * MINUTE).toISOString() })
    const refused = { code: 'wrong_status', bookingStatus: 'held', action: 'extend-hold' }
    expect(await act(hold.id, 'extend-hold')).toMatchObject({ status: 409, body: refused })
    now += 5 * MINUTE
    expect(codes(await book())).toContain('resource_busy')
    expect((await act(hold.id, 'confirm')).status).toBe(422)
    const customer = { name: 'Tom Becker', email: 'TOM@mail.example' }
    const confirmed = await act(hold.id, 'confirm', { customer, notes: 'By phone' })
    expect(confirmed.body).toMatchObject({ status: 'confirmed', customerName: 'Tom Becker', notes: 'By phone' })
  })

  test('case 27: a booking moves onto itself, and frees its old time', async () => {
    const quarter = await business.addVariant([chair], { slotIntervalMinutes: 15 })
    const booking = await made({ variantId: quarter, startsAt: at('10:30') })
    const moved = await act(booking.id, 'reschedule', { startsAt: at('10:45') })
    expect(moved).toMatchObject({
      status: 200,
      body: {
        id: booking.id,
        status: 'confirmed',
        rescheduleCount: 1,
        icalSequence: 1,
        endsAt: '2026-03-02T11:45:00.000Z',
      },
    })
    await made({ variantId: quarter, startsAt: at('11:45') })
    await made({ variantId: quarter, startsAt: at('09:45') })
    expect(codes(await act(booking.id, 'reschedule', { startsAt: at('11:00') }))).toContain('resource_busy')
    expect((await business.get(`/bookings/${booking.id}`)).body.startsAt).toBe('2026-03-02T10:45:00.000Z')
  })

  test('case 28: a court blocks its halves, and each half blocks the court', async () => {
    const court = await business.addResource()
    const [left, right] = [
      await business.addResource({ parentResourceId: court }),
      await business.addResource({ parentResourceId: court }),
    ]
    const whole = await business.addVariant([court])
    const half = await business.addVariant([left, right])
    const booking = await made({ variantId: half })
    expect(codes(await book({ variantId: whole }))).toContain('related_resource_busy')
    expect((await made({ variantId: half })).resourceIds).toEqual([right])
    await act(booking.id, 'cancel', { reason: 'Ill' })
    await made({ variantId: whole, startsAt: eleven })
    expect(codes(await book({ variantId: half, startsAt: eleven }))).toContain('related_resource_busy')
  })

  test('case 29: timeslots fill up over all resources', async () => {
    const scheduleId = await business.addSchedule({ mode: 'timeslots' })
    const bus = await business.addResource({ scheduleId, capacity: 20 })
    const timeslotId = await business.add('timeslots', { scheduleId, startsAt: ten, endsAt: eleven, capacity: 12 })
    const tour = await business.addVariant([bus], { capacityMode: 'session', maxQuantity: 12, pricingUnit: 'per_unit' })
    const booking = await made({ variantId: tour, quantity: 10 })
    expect(booking).toMatchObject({ timeslotId, total: { amount: 50_000, currency: 'EUR' } })
    expect(codes(await book({ variantId: tour, quantity: 3 }))).toContain('timeslot_full')
    await made({ variantId: tour, quantity: 2 })
    const [slot] = (await business.get(`/schedules/${scheduleId}/timeslots`)).body
    expect(slot).toMatchObject({ bookedQuantity: 12, remaining: 0 })
  })

  test('case 6: units of a pool are taken by their peak', async () => {
    const pool = await business.addResource({ capacity: 10 })
    const kayak = { capacityMode: 'pooled', maxQuantity: 10, slotIntervalMinutes: 30 }
    const pooled = await business.addVariant([pool], kayak)
    const twoHours = await business.addVariant([pool], { ...kayak, durationMinutes: 120 })
    await made({ variantId: pooled, startsAt: at('09:00'), quantity: 4 })
    await made({ variantId: pooled, startsAt: at('09:30'), quantity: 5 })
    expect(codes(await book({ variantId: pooled, startsAt: at('09:30'), quantity: 2 }))).toContain('capacity_exceeded')
    await made({ variantId: pooled, startsAt: at('10:00'), quantity: 4 })
    await made({ variantId: twoHours, startsAt: at('09:00'), quantity: 1 })
    expect(codes(await book({ variantId: pooled, startsAt: at('10:00') }))).toContain('capacity_exceeded')
  })

  test('case 7: a session fills its hall, and no other one comes in', async () => {
    const hall = await business.addResource({ capacity: 12 })
    const session = { capacityMode: 'session', maxQuantity: 12, slotIntervalMinutes: 30 }
    const yoga = await business.addVariant([hall], session)
    const pilates = await business.addVariant([hall], session)
    const first = await made({ variantId: yoga, quantity: 11 })
    expect(codes(await book({ variantId: yoga, quantity: 2 }))).toContain('capacity_exceeded')
    await made({ variantId: yoga, quantity: 1 })
    expect(codes(await book({ variantId: pilates, startsAt: at('09:30') }))).toContain('resource_busy')
    await act(first.id, 'cancel')
    expect(codes(await book({ variantId: pilates, startsAt: at('09:30') }))).toContain('resource_busy')
    await made({ variantId: pilates, startsAt: eleven })
  })

  test('case 33: what waits for approval keeps its place, and declining frees it', async () => {
    const exclusive = await business.addVariant([chair], { requiresApproval: true })
    const pending = await made({ variantId: exclusive })
    expect(pending.status).toBe('pending')
    expect(codes(await book())).toContain('resource_busy')
    expect((await act(pending.id, 'complete')).body.code).toBe('wrong_status')
    expect((await act(pending.id, 'decline', { reason: 'Full house' })).body).toMatchObject({
      status: 'declined',
      previousStatus: 'pending',
    })
    const taker = await made()
    expect(codes(await act(pending.id, 'restore'))).toContain('resource_busy')
    await act(taker.id, 'cancel')
    expect((await act(pending.id, 'restore')).body.status).toBe('pending')
    expect((await act(pending.id, 'approve')).body.status).toBe('confirmed')
  })

  test('approving asks whether somebody is in the place, not what the rules say now', async () => {
    const approval = await business.addVariant([chair], { requiresApproval: true })
    const pending = await made({ variantId: approval })
    await business.addRule('blackout', { startDate: '2026-03-02', endDate: '2026-03-02' })
    expect((await act(pending.id, 'approve')).body.status).toBe('confirmed')
    expect(codes(await act(pending.id, 'reschedule', { startsAt: eleven }))).toContain('blackout')
  })

  test('many are approved in one call, each on its own, and that is taken back by the same call', async () => {
    const approval = await business.addVariant([chair], { requiresApproval: true })
    const waiting = [await made({ variantId: approval }), await made({ variantId: approval, startsAt: eleven })]
    const other = await made({ startsAt: new Date(Date.parse(eleven) + 60 * MINUTE).toISOString() })
    const ids = [...waiting, other].map(({ id }) => id)
    const approveAll = async (body: object) =>
      (await business.send('POST', `/bookings/approve?ids=${ids.join('&ids=')}`, body)).body
    const statuses = () => Promise.all(ids.map(async id => (await business.get(`/bookings/${id}`)).body.status))
    expect((await approveAll({})).map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true, false])
    expect(await statuses()).toEqual(['confirmed', 'confirmed', 'confirmed'])
    await approveAll({ undo: true })
    expect(await statuses()).toEqual(['pending', 'pending', 'confirmed'])
  })

  test('staff set rules aside with a reason, but nobody books twice', async () => {
    const ruleId = await business.addRule('blackout', { startDate: '2026-03-02', endDate: '2026-03-02' })
    expect(codes(await book())).toContain('blackout')
    expect(await book({ override: true })).toMatchObject({ status: 422, body: { errors: { reason: {} } } })
    const booking = await made({ override: true, reason: 'Regular guest' })
    expect(booking.overrides).toEqual([{ code: 'blackout', ruleId, reason: 'Regular guest' }])
    expect(codes(await book({ override: true, reason: 'Squeeze in' }))).toContain('resource_busy')
  })

  test('a booking ends once, and its end can be taken back for 7 days', async () => {
    const { id } = await made()
    expect((await act(id, 'complete')).body.code).toBe('wrong_status')
    now = Date.parse(ten) + 30 * MINUTE
    expect((await act(id, 'check-in')).body.checkedInAt).toBe(new Date(now).toISOString())
    expect((await act(id, 'check-in', { undo: true })).body.checkedInAt).toBeNull()
    expect((await act(id, 'no-show')).body.status).toBe('no_show')
    expect((await act(id, 'no-show', { undo: true })).body.status).toBe('confirmed')
    expect((await act(id, 'complete')).body.status).toBe('completed')
    now += 7 * 24 * 60 * MINUTE
    expect((await act(id, 'complete', { undo: true })).body.code).toBe('wrong_status')
  })

  test('cancelling late takes a reason, and frees the place; restoring takes it again', async () => {
    await business.addRule('cancellation_notice', { minutes: 1440 })
    const { id } = await made()
    now = Date.parse(ten) - 60 * MINUTE
    for (const by of ['staff', 'customer', 'system'])
      expect(await act(id, 'cancel', { by })).toMatchObject({ status: 422, body: { errors: { reason: {} } } })
    expect((await act(id, 'cancel', { reason: 'Ill', by: 'customer' })).body).toMatchObject({
      status: 'cancelled',
      cancelledBy: 'customer',
      cancellationReason: 'Ill',
      resourceIds: [chair],
    })
    const other = await made()
    expect(codes(await act(id, 'restore'))).toContain('resource_busy')
    await act(other.id, 'cancel', { reason: 'Mistake' })
    expect((await act(id, 'restore')).body).toMatchObject({ status: 'confirmed', cancelledAt: null })
    expect(codes(await book())).toContain('resource_busy')
  })

  test('why one was cancelled is the staff’s to read, in the record, its history, lists and files', async () => {
    const { id } = await made()
    await act(id, 'cancel', { reason: 'Quarrelled about money' })
    const told = async (role: 'viewer' | 'staff') => {
      const person = await api.addPersonIn(business.tenantId, role)
      const paths = [`/bookings/${id}`, `/bookings/${id}/history`, '/bookings']
      const answers = await Promise.all(paths.map(path => business.get(path, person)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      return answers.map(({ body }) => JSON.stringify(body).includes('Quarrelled'))
    }
    expect(await told('staff')).toEqual([true, true, true])
    expect(await told('viewer')).toEqual([false, false, false])
  })

  test('reassigning keeps the time, and says no to what is busy', async () => {
    const [a, b] = [await business.addResource(), await business.addResource()]
    const either = await business.addVariant([a, b])
    const first = await made({ variantId: either })
    const second = await made({ variantId: either })
    expect([first.resourceIds, second.resourceIds]).toEqual([[a], [b]])
    const refused = await act(first.id, 'reassign', { resourceIds: [b] })
    expect(codes(refused)).toContain('resource_busy')
    await act(second.id, 'cancel')
    expect((await act(first.id, 'reassign', { resourceIds: [b] })).body).toMatchObject({
      resourceIds: [b],
      startsAt: first.startsAt,
    })
    expect((await made({ variantId: either })).resourceIds).toEqual([a])
  })

  test('details change by version; another total takes a reason, another quantity has to fit', async () => {
    const pool = await business.addResource({ capacity: 4 })
    const pooled = await business.addVariant([pool], {
      capacityMode: 'pooled',
      maxQuantity: 6,
      pricingUnit: 'per_unit',
    })
    const booking = await made({ variantId: pooled, quantity: 2 })
    const patch = (body: object, version = booking.version) =>
      api.request(`/bookings/${booking.id}`, {
        method: 'PATCH',
        as: business.owner,
        tenantId: business.tenantId,
        body,
        headers: { 'If-Match': `"${version}"` },
      })
    const whole = await patch({ ...booking, notes: 'Late' })
    expect(whole.body).toMatchObject({ notes: 'Late', version: 2 })
    expect((await patch({ notes: 'Later' })).status).toBe(412)
    expect((await patch({ startsAt: eleven }, 2)).body.errors).toHaveProperty('startsAt')
    const total = { amount: 100, currency: 'EUR' }
    expect((await patch({ total }, 2)).body.errors).toHaveProperty('reason')
    expect((await patch({ total, reason: 'Voucher' }, 2)).body.total).toEqual(total)
    expect(codes(await patch({ quantity: 5 }, 3))).toContain('capacity_exceeded')
    const larger = await patch({ quantity: 4, reprice: true }, 3)
    expect(larger.body).toMatchObject({ quantity: 4, total: { amount: 20_000 } })
    expect(codes(await book({ variantId: pooled }))).toContain('capacity_exceeded')
  })

  test('the item’s questions are answered, or the booking is not taken', async () => {
    const question = { label: 'Oil?', required: true, options: ['Almond', 'None'] }
    const birthday = { key: 'born', type: 'date', label: 'Born', required: false, options: [] }
    const questions = JSON.stringify([{ key: 'oil', type: 'select', ...question }, birthday])
    await business.run(db =>
      db.updateTable('catalogItems').set({ questions }).where('id', '=', business.itemId).execute(),
    )
    expect((await book()).body.errors).toHaveProperty(['answers.oil'])
    expect((await book({ answers: { oil: 'Olive' } })).body.errors).toHaveProperty(['answers.oil'])
    expect((await book({ answers: { oil: 'None', size: 1 } })).body.errors).toHaveProperty(['answers.size'])
    expect((await book({ answers: { oil: 'None', born: '1999-02-29' } })).body.errors).toHaveProperty(['answers.born'])
    const answers = { oil: 'Almond', born: '2000-02-29' }
    expect((await made({ answers })).answers).toEqual(answers)
  })

  test('a number that JSON cannot write again is no answer', async () => {
    const question = { label: 'Age', required: true, options: [] }
    const questions = JSON.stringify([{ key: 'age', type: 'number', ...question }])
    await business.run(db =>
      db.updateTable('catalogItems').set({ questions }).where('id', '=', business.itemId).execute(),
    )
    const text = JSON.stringify({ variantId, customerId, startsAt: ten, answers: { age: 41 } }).replace(
      ':41}',
      ':1e400}',
    )
    const answer = await api.request('/bookings', {
      method: 'POST',
      as: business.owner,
      tenantId: business.tenantId,
      text,
    })
    expect(answer).toMatchObject({ status: 422, body: { errors: { 'answers.age': expect.any(String) } } })
    expect((await made({ answers: { age: -1.5 } })).answers).toEqual({ age: -1.5 })
  })

  test('a customer is found by e-mail address or number, or made', async () => {
    const found = await made({ customerId: undefined, customer: { name: 'L. Fischer', email: 'Lena@mail.example' } })
    expect(found.customerId).toBe(customerId)
    const walkIn = await made({ startsAt: eleven, customerId: undefined, customer: { name: 'Walk-in' } })
    expect(walkIn.customerName).toBe('Walk-in')
    const online = (await api.addChannel(business.tenantId, { kind: 'online' })).id
    const nameless = await book({
      startsAt: at('11:00'),
      channelId: online,
      customerId: undefined,
      customer: { name: 'X' },
    })
    expect(nameless.body.errors).toHaveProperty(['customer.email'])
  })

  test('a quote says what it would be, and takes nothing', async () => {
    const flexible = await business.addVariant([chair], {
      durationType: 'flexible',
      minDurationMinutes: 30,
      maxDurationMinutes: 240,
      pricingUnit: 'per_hour',
    })
    const quote = (body: object) =>
      business.send('POST', '/bookings/quote', { variantId: flexible, startsAt: ten, ...body })
    expect((await quote({})).body.errors).toHaveProperty('endsAt')
    const offered = await quote({ endsAt: at('10:30') })
    expect(offered).toMatchObject({
      status: 200,
      body: { available: true, total: { amount: 7500 }, resources: [{ id: chair }], reasons: [] },
    })
    const hold = await made({ hold: true })
    expect((await quote({ endsAt: at('10:30') })).body).toMatchObject({
      available: false,
      reasons: [{ code: 'resource_busy' }],
    })
    expect((await quote({ endsAt: at('10:30'), exceptBookingId: hold.id })).body.available).toBe(true)
  })

  test('the list filters by time, resource, status, customer and text', async () => {
    const other = await business.addResource()
    const elsewhere = await business.addVariant([other])
    const first = await made()
    const second = await made({ variantId: elsewhere, startsAt: '2026-03-03T09:00:00.000Z' })
    await act(second.id, 'cancel')
    const ids = async (query: string) =>
      (await business.get(`/bookings?${query}`)).body.map(({ id }: { id: string }) => id)
    expect(await ids('')).toEqual([second.id, first.id])
    expect(await ids('from=2026-03-02&to=2026-03-03')).toEqual([first.id])
    expect(await ids(`resourceId=${other}`)).toEqual([second.id])
    expect(await ids(`resourceTypeId=${business.typeId}&status=confirmed&status=pending`)).toEqual([first.id])
    expect(await ids(`customerId=${customerId}&status=cancelled`)).toEqual([second.id])
    expect(await ids(`q=${first.reference.toLowerCase().slice(0, 6)}`)).toEqual([first.id])
    expect(await ids('q=lena@')).toHaveLength(2)
    expect(await ids('q=nobody')).toEqual([])
  })

  test('days are counted in the zone of the resource, over a change of the clocks too', async () => {
    const scheduleId = await business.addSchedule({ weeklyHours: week([1, 2, 3, 4, 5, 6, 7], '09:00', '18:00') })
    const pool = await business.addResource({ scheduleId, capacity: 5 })
    const daily = await business.addVariant([pool], {
      durationType: 'daily',
      pricingUnit: 'per_day',
      capacityMode: 'pooled',
      maxQuantity: 5,
    })
    const booking = await made({
      variantId: daily,
      quantity: 2,
      startsAt: '2026-03-27T09:00:00.000Z',
      endsAt: '2026-03-30T08:00:00.000Z',
    })
    expect(booking.total).toEqual({ amount: 30_000, currency: 'EUR' })
    const moved = await act(booking.id, 'reschedule', { startsAt: '2026-03-20T09:00:00.000Z' })
    expect(moved.body).toMatchObject({ endsAt: '2026-03-23T09:00:00.000Z', total: { amount: 30_000 } })
  })

  test('a booking is a calendar file of one event', async () => {
    const booking = await made({ notes: 'Ä'.repeat(60) })
    const file = await business.get(`/bookings/${booking.id}/calendar.ics`)
    expect(file.headers.get('content-type')).toContain('text/calendar')
    const lines: string[] = file.body.split('\r\n')
    expect(lines.every(line => Buffer.byteLength(line) <= 75)).toBe(true)
    expect(lines).toEqual(
      expect.arrayContaining(['DTSTART:20260302T090000Z', 'DTEND:20260302T100000Z', 'SEQUENCE:0', 'STATUS:CONFIRMED']),
    )
    expect(file.body.replaceAll('\r\n ', '')).toContain(`${booking.reference}\\nLena Fischer\\n${'Ä'.repeat(60)}`)
    await act(booking.id, 'cancel')
    const cancelled = (await business.get(`/bookings/${booking.id}/calendar.ics`)).body
    expect(cancelled).toContain(`UID:booking-${booking.id}`)
    expect(cancelled).toContain('SEQUENCE:1\r\n')
    expect(cancelled).toContain('STATUS:CANCELLED')
  })

  test('a retry with the same key books nothing more', async () => {
    const once = (key: string, body: object) =>
      api.request('/bookings', {
        method: 'POST',
        as: business.owner,
        tenantId: business.tenantId,
        body: { variantId, customerId, startsAt: ten, ...body },
        headers: { 'Idempotency-Key': key },
      })
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => once('a', {})))
    expect(first?.status).toBe(201)
    for (const other of others) expect(other.body).toEqual(first?.body)
    expect((await once('a', {})).headers.get('idempotent-replayed')).toBe('true')
    expect(await once('a', { notes: 'Other' })).toMatchObject({ status: 422 })
    expect((await once('b', {})).status).toBe(409)
    now += 25 * 60 * MINUTE
    expect((await once('a', {})).status).toBe(409)
  })

  test('what has ended counts as completed, unless the tenant wants to say so itself', async () => {
    const { id } = await made()
    now = Date.parse(eleven)
    expect((await business.get('/bookings?status=completed')).body).toMatchObject([{ id, status: 'completed' }])
    expect((await business.get('/bookings?status=confirmed')).body).toEqual([])
    expect((await act(id, 'no-show')).body.status).toBe('no_show')
    await api.database.run({ as: 'platform' }, db =>
      db.updateTable('tenants').set({ autoComplete: false }).where('id', '=', business.tenantId).execute(),
    )
    expect((await act(id, 'no-show', { undo: true })).body.status).toBe('confirmed')
  })

  test('staff keep to the resource that they are, where the tenant wants that', async () => {
    const other = await business.addResource()
    const either = await business.addVariant([chair, other])
    const staff = await api.addPerson()
    await api.addMember(business.tenantId, staff, 'staff', { resourceId: other })
    const mine = await made({ variantId: either, resourceIds: [other] })
    const theirs = await made({ variantId: either, resourceIds: [chair] })
    const listed = async () => (await business.get('/bookings', staff)).body.map(({ id }: { id: string }) => id)
    expect(await listed()).toEqual(expect.arrayContaining([mine.id, theirs.id]))
    await api.database.run({ as: 'platform' }, db =>
      db.updateTable('tenants').set({ staffKeepToOwn: true }).where('id', '=', business.tenantId).execute(),
    )
    expect(await listed()).toEqual([mine.id])
    expect((await business.send('POST', `/bookings/${theirs.id}/cancel`, {}, staff)).status).toBe(404)
    const draft = { variantId: either, customerId, startsAt: eleven }
    const refused = await business.send('POST', '/bookings', { ...draft, resourceIds: [chair] }, staff)
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await business.send('POST', '/bookings', { ...draft, resourceIds: [other] }, staff)).status).toBe(201)
    const away = await business.send('POST', `/bookings/${mine.id}/reassign`, { resourceIds: [chair] }, staff)
    expect([403, 409]).toContain(away.status)
  })

  test('an answer is not repeated to staff whose calendar is another one since', async () => {
    const other = await business.addResource()
    const staff = await api.addPerson()
    await api.addMember(business.tenantId, staff, 'staff')
    const headers = { 'Idempotency-Key': crypto.randomUUID() }
    const repeated = () =>
      api.request('/bookings', {
        ...{ method: 'POST', as: staff, tenantId: business.tenantId, headers },
        body: { variantId, customerId, startsAt: eleven, notes: 'Nut allergy' },
      })
    expect((await repeated()).status).toBe(201)
    expect(await repeated()).toMatchObject({ status: 201, body: { notes: 'Nut allergy' } })
    await api.owner.query('update tenants set staff_keep_to_own = true where id = $1', [business.tenantId])
    await api.owner.query('update memberships set resource_id = $1 where tenant_id = $2 and user_id = $3', [
      ...[other, business.tenantId, staff.id],
    ])
    const refused = await repeated()
    expect(refused).toMatchObject({ status: 422, body: { errors: { 'Idempotency-Key': expect.any(String) } } })
    expect(JSON.stringify(refused.body)).not.toContain('allergy')
    expect((await business.get('/bookings')).body).toHaveLength(1)
  })

  test('viewers look and do not touch; what another tenant has is not there', async () => {
    const booking = await made()
    const viewer = await api.addPersonIn(business.tenantId, 'viewer')
    expect((await business.get(`/bookings/${booking.id}`, viewer)).status).toBe(200)
    expect((await business.send('POST', '/bookings', { variantId, startsAt: eleven }, viewer)).status).toBe(403)
    expect((await business.send('POST', `/bookings/${booking.id}/cancel`, {}, viewer)).status).toBe(403)
    const elsewhere = await openBusiness(api)
    expect((await elsewhere.get(`/bookings/${booking.id}`)).status).toBe(404)
    expect((await elsewhere.send('POST', `/bookings/${booking.id}/cancel`, {})).status).toBe(404)
    expect((await elsewhere.send('POST', '/bookings', { variantId, startsAt: eleven })).status).toBe(404)
  })
})

test('references are eight signs that nobody confuses', () => {
  const references = Array.from({ length: 1000 }, newReference)
  expect(references.every(reference => /^[A-HJ-NP-Z2-9]{8}$/.test(reference))).toBe(true)
  expect(new Set(references).size).toBe(1000)
})
