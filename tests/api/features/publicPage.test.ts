import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { settleDemand } from '../../../server/features/demand/jobs'
import { bookingOfToken, linkToken } from '../../../server/features/public/links'
import { bookingPages } from '../../../server/features/public/pages'
import { problemOf } from '../../../server/http/middleware/errorAnswer'
import { createFront } from '../../../server/http/strangers'
import { calls } from '../../../src/calls'
import { HOUR, MINUTE } from '../../../src/time/instant'
import { expectEntries, watchVersions } from '../../../testing/versions'
import { openApi, type TestApi } from '../http/support/fixture'
import { describeOnDatabase } from '../support/describeOnDatabase'
import { NOW, week } from './support/business'
import { openPage, type PublicPage } from './support/publicPage'

/** On Monday, 2026-03-02, in Berlin. */
const at = (hour: number, minute = 0) => new Date(Date.UTC(2026, 2, 2, hour - 1, minute)).toISOString()

describeOnDatabase('booking page', use => {
  let api: TestApi
  let page: PublicPage
  let resourceId: string
  let v60: string
  let now = NOW
  let address = '127.0.0.1'
  const own = { holdsPerNetwork: 5, confirmsPerNetwork: 10, powBits: 0 }

  beforeAll(async () => {
    api = await openApi({ on: use(), users: null, now: () => now, own, clientAddress: () => address })
    await watchVersions(api.owner)
  })
  afterAll(async () => {
    await api.close()
    await expectEntries(api.owner)
  })
  beforeEach(async () => {
    now = NOW
    address = '127.0.0.1'
    Object.assign(own, { holdsPerNetwork: 5, confirmsPerNetwork: 10, powBits: 0 })
    page = await openPage(api)
    resourceId = await page.business.addResource({ name: 'Secret chair' })
    v60 = await page.business.addVariant([resourceId])
  })

  /** Long enough for a person to type. */
  const wait = () => {
    now += 5000
  }
  const held = async (hour: number, more: object = {}, variantId = v60) => {
    const { status, body } = await page.hold(variantId, at(hour), more)
    expect([status, body.code]).toEqual([201, undefined])
    wait()
    return body.holdToken as string
  }
  const booked = async (hour: number, body: object = {}, variantId = v60) => {
    const answer = await page.confirm(await held(hour, {}, variantId), body)
    expect([answer.status, answer.body.code]).toEqual([201, undefined])
    return answer.body
  }
  const bookingsNow = async () => (await page.business.get('/bookings?perPage=100')).body

  describe('what is shown', () => {
    test('the business, its page and its items, for a minute', async () => {
      const { status, body, headers } = await page.get('')
      expect(status).toBe(200)
      expect(headers.get('cache-control')).toBe('public, max-age=60')
      expect(headers.get('etag')).toMatch(/^W\/"/)
      expect(body).toMatchObject({
        tenant: { slug: page.slug, timeZone: 'Europe/Berlin' },
        channel: { code: 'web', requiredFields: ['email'] },
        items: [
          {
            ...{ slug: 'haircut', name: 'Haircut', fromPrice: { amount: 5000, currency: 'EUR' }, variantCount: 1 },
            canBePart: true,
          },
        ],
      })
    })

    test('one item with its variants, and the strictest notice', async () => {
      await page.business.addRule('cancellation_notice', { minutes: 1440 })
      const { body } = await page.get('/items/haircut')
      expect(body.variants).toMatchObject([{ id: v60, durationMinutes: 60, cancellationNoticeMinutes: 1440 }])
    })

    test('times as GET /availability says them, without resources and reasons', async () => {
      await page.business.addBooking([resourceId], v60, [at(9), at(10)])
      const range = 'from=2026-03-02&to=2026-03-03'
      const { body } = await page.get(`/availability?variantId=${v60}&${range}`)
      const desk = await page.business.get(`/availability?variantId=${v60}&channelId=${page.channelId}&${range}`)
      expect(body.filter((one: { status: string }) => one.status !== 'full')).toEqual(
        desk.body.map(({ startsAt, endsAt, status }: Record<string, string>) => ({
          ...{ startsAt, endsAt, status, price: { amount: 5000, currency: 'EUR' } },
        })),
      )
      expect(body[0]).toEqual({
        ...{ startsAt: at(9), endsAt: at(10), status: 'full', price: { amount: 5000, currency: 'EUR' } },
      })
      const days = await page.get(`/availability/days?variantId=${v60}&month=2026-03`)
      expect(days.body[1]).toEqual({ date: '2026-03-02', status: 'available', slotCount: 7 })
    })

    test('how many are left, where the page says so', async () => {
      await page.business.run(db => db.updateTable('channels').set({ showsRemaining: true }).execute())
      const { body } = await page.get(`/availability?variantId=${v60}&from=2026-03-02&to=2026-03-03`)
      expect(body[0]).toMatchObject({ remaining: 1 })
    })

    test('three courts are left, however many may play on them; eight places of a shared room', async () => {
      const { business } = page
      await business.run(db => db.updateTable('channels').set({ showsRemaining: true }).execute())
      const courts = await Promise.all([1, 2, 3].map(() => business.addResource({ capacity: 12 })))
      const court = await business.addVariant(courts, { maxQuantity: 12 })
      const sauna = await business.addResource({ capacity: 8 })
      const shared = await business.addVariant([sauna], { capacityMode: 'pooled', maxQuantity: 8 })
      await business.addBooking([courts[0] ?? ''], court, [at(9), at(10)])
      const leftOf = async (variantId: string) => {
        const { body } = await page.get(`/availability?variantId=${variantId}&from=2026-03-02&to=2026-03-03`)
        return body.slice(0, 2).map(({ remaining }: { remaining: number }) => remaining)
      }
      expect([await leftOf(court), await leftOf(shared)]).toEqual([
        [2, 3],
        [8, 8],
      ])
    })

    test('what is free has the name of its kind, where all have one', async () => {
      const { business } = page
      const typed = async (icon: string | null) =>
        business.addResource({ resourceTypeId: await business.add('resourceTypes', { name: `Type ${icon}`, icon }) })
      const typeOf = async (id: string) => (await business.get(`/resources/${id}`)).body.resourceTypeId as string
      const [court, boat, other, nameless] = [
        await typed('court'),
        await typed('boat'),
        await typed('tool'),
        await typed(null),
      ]
      const half = await business.addResource({ parentResourceId: court, resourceTypeId: await typeOf(court) })
      const variants = [[court], [court, boat], [other], [court, nameless], [], [half]]
      const ids = await Promise.all(variants.map(resources => business.addVariant(resources)))
      const { body } = await page.get('/items/haircut')
      const units = new Map<string, unknown>(
        body.variants.map((one: { id: string; unit: unknown }) => [one.id, one.unit]),
      )
      expect(ids.map(id => units.get(id))).toEqual(['court', null, null, null, null, null])
    })

    test('what a price is for, what a quantity counts, and whether somebody has to approve', async () => {
      const { business } = page
      const typeId = await business.add('resourceTypes', { name: 'Rackets', kind: 'equipment' })
      const rackets = await business.addResource({ capacity: 20, resourceTypeId: typeId })
      const pooled = { capacityMode: 'pooled', pricingUnit: 'per_unit', priceAmount: 800, maxQuantity: 6 }
      const racket = await business.addVariant([rackets], { ...pooled, requiresApproval: true })
      const variantsNow = async () => {
        const { body } = await page.get('/items/haircut')
        return new Map<string, object>(body.variants.map((one: { id: string }) => [one.id, one]))
      }
      const told = await variantsNow()
      expect(told.get(racket)).toMatchObject({ countedIn: 'pieces', takesWhole: false, requiresApproval: true })
      expect(told.get(v60)).toMatchObject({ countedIn: 'people', takesWhole: true, requiresApproval: false })
      const [item] = (await page.get('')).body.items
      expect(item).toMatchObject({ fromPrice: { amount: 800 }, fromPricingUnit: 'per_unit', countedIn: 'pieces' })
      await business.run(db => db.updateTable('channels').set({ autoConfirm: false }).execute())
      expect((await variantsNow()).get(v60)).toMatchObject({ requiresApproval: true })
    })

    test('the next free day, also in another month; none after the last that may be booked', async () => {
      const nextAfter = async (day: string) =>
        (await page.get(`/availability/next?variantId=${v60}&after=${day}`)).body.date
      expect(await nextAfter('2026-03-02')).toBe('2026-03-03')
      await page.business.addRule('blackout', { startDate: '2026-03-03', endDate: '2026-04-14' })
      expect(await nextAfter('2026-03-02')).toBe('2026-04-15')
      await page.business.addRule('max_advance', { days: 20 })
      expect(await nextAfter('2026-03-02')).toBeNull()
    })

    test.each([
      ['to', 'from=2026-03-02&to=2026-04-03'],
      ['to', 'from=2026-03-03&to=2026-03-02'],
      ['quantity', 'from=2026-03-02&to=2026-03-03&quantity=0'],
      ['from', 'to=2026-03-03'],
    ])('refuses a question and names %s', async (field, query) => {
      const { status, body } = await page.get(`/availability?variantId=${v60}&${query}`)
      expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
    })
  })

  describe('somebody asked for by name', () => {
    const person = async (name: string, values: object = {}) => {
      const typeId = await page.business.add('resourceTypes', { name: `${name}’s type`, kind: 'person' })
      return page.business.addResource({ name, resourceTypeId: typeId, isShownOnline: true, ...values })
    }
    const startsOf = (answer: { body: { startsAt: string; status: string }[] }) =>
      answer.body.filter(({ status }) => status !== 'full').map(({ startsAt }) => startsAt)
    const times = (variantId: string, personId: string) =>
      page.get(`/availability?variantId=${variantId}&personId=${personId}&from=2026-03-02&to=2026-03-03`)

    test('is shown where the business says so, and nobody else is', async () => {
      const [mia, hidden, retired] = [
        await person('Mia'),
        await person('Hidden', { isShownOnline: false }),
        await person('Retired', { isActive: false }),
      ]
      const room = await page.business.addResource({ name: 'Room', isShownOnline: true })
      const variantId = await page.business.addVariant([hidden, mia, retired, room])
      const { body } = await page.get('/items/haircut')
      const variant = body.variants.find(({ id }: { id: string }) => id === variantId)
      expect(variant.people).toEqual([{ id: mia, name: 'Mia', imageUrl: null }])
      const others = [hidden, retired, room, randomUUID()]
      const answers = await Promise.all(others.map(id => times(variantId, id)))
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
      const holds = await Promise.all(others.map(personId => page.hold(variantId, at(9), { personId })))
      expect(holds.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    })

    test('has times of their own, is held, and stays with whoever moves the booking', async () => {
      const [mia, jonas] = [await person('Mia'), await person('Jonas')]
      const variantId = await page.business.addVariant([jonas, mia])
      await page.business.addBooking([mia], variantId, [at(9), at(10)])
      expect(startsOf(await times(variantId, jonas))).toContain(at(9))
      expect(startsOf(await times(variantId, mia))).not.toContain(at(9))
      const refused = await page.hold(variantId, at(9), { personId: mia })
      expect([refused.status, refused.body.code]).toEqual([409, 'slot_unavailable'])

      const { manageToken } = (await page.confirm(await held(10, { personId: mia }, variantId))).body
      const { body } = await page.get(`/bookings/${manageToken}`)
      expect([body.personId, body.people.map(({ name }: { name: string }) => name)]).toEqual([mia, ['Jonas', 'Mia']])
      const moved = await page.post(`/bookings/${manageToken}/reschedule`, { startsAt: at(12), personId: mia })
      expect([moved.status, moved.body.personId]).toEqual([200, mia])
      const stranger = await page.post(`/bookings/${manageToken}/reschedule`, {
        startsAt: at(13),
        personId: resourceId,
      })
      expect(stranger.status).toBe(404)
    })
  })

  describe('a visit', () => {
    let mia: string
    let colour: string
    let cut: string

    beforeEach(async () => {
      const resourceTypeId = await page.business.add('resourceTypes', { name: 'Stylist', kind: 'person' })
      const stylist = { resourceTypeId, isShownOnline: true }
      mia = await page.business.addResource({ name: 'Mia', ...stylist })
      const jonas = await page.business.addResource({ name: 'Jonas', ...stylist })
      const hidden = await page.business.addResource({ name: 'Hidden', resourceTypeId })
      colour = await page.business.addVariant([mia, hidden], { name: 'Colour' })
      cut = await page.business.addVariant([jonas, mia], { name: 'Cut', durationMinutes: 30, priceAmount: 3000 })
    })

    const parts = () => [{ variantId: colour, personId: mia }, { variantId: cut }]
    const day = { from: '2026-03-02', to: '2026-03-03' }
    const times = (body: object) => page.post('/availability/visits', { ...day, ...body })
    const holdVisit = async (hour: number, more: object = {}) =>
      page.post('/holds', { parts: parts(), startsAt: at(hour), ...(await page.solve()), ...more })
    const heldVisit = async (hour: number, more: object = {}): Promise<string> => {
      const { status, body } = await holdVisit(hour, more)
      expect([status, body.errors, body.code]).toEqual([201, undefined, undefined])
      wait()
      return body.holdToken
    }
    const bookedVisit = async (hour: number) => (await page.confirm(await heldVisit(hour))).body

    test('has the times of its parts together, and says whom customers may see', async () => {
      await page.business.addBooking([mia], colour, [at(9), at(10)])
      const { status, body } = await times({ parts: parts() })
      expect(status).toBe(200)
      expect(body.slots[0]).toEqual({
        ...{ startsAt: at(10), endsAt: at(11, 30), total: { amount: 8000, currency: 'EUR' } },
        parts: [
          { startsAt: at(10), endsAt: at(11), personId: mia, total: { amount: 5000, currency: 'EUR' } },
          { startsAt: at(11), endsAt: at(11, 30), personId: mia, total: { amount: 3000, currency: 'EUR' } },
        ],
      })
      const anybody = await times({ parts: [{ variantId: colour }, { variantId: cut }] })
      expect(anybody.body.slots[0].parts.map(({ personId }: { personId: string | null }) => personId)).toEqual([
        ...[null, expect.any(String)],
      ])
      expect(JSON.stringify(anybody.body)).not.toContain('Hidden')
    })

    test('is refused where it stands: too many parts, too long a time, somebody or something not shown', async () => {
      const cutOnly = { variantId: cut }
      const wrong: [object, string][] = [
        [{}, 'parts'],
        [{ parts: [] }, 'parts'],
        [{ parts: Array.from({ length: 5 }, () => cutOnly) }, 'parts'],
        [{ parts: [{ ...cutOnly, guest: 4 }] }, 'parts.0.guest'],
        [{ parts: [{ ...cutOnly, maxWaitMinutes: 60 }] }, 'parts.0.maxWaitMinutes'],
        [{ parts: [cutOnly], to: '2026-04-03' }, 'to'],
      ]
      for (const [body, path] of wrong) {
        const answer = await times(body)
        expect([answer.status, Object.keys(answer.body.errors ?? {})], JSON.stringify(body)).toEqual([422, [path]])
      }
      for (const personId of [resourceId, randomUUID()])
        expect((await times({ parts: [{ ...cutOnly, personId }] })).status).toBe(404)
      expect((await times({ parts: [{ variantId: randomUUID() }] })).status).toBe(404)
      const both = await holdVisit(9, { variantId: cut })
      expect([both.status, Object.keys(both.body.errors)]).toEqual([422, ['variantId']])
      expect((await page.post('/holds', { startsAt: at(9), ...(await page.solve()) })).status).toBe(422)
    })

    test('is looked for at so many starts at once, and no more', async () => {
      const weeklyHours = JSON.stringify(week([1, 2, 3, 4, 5, 6, 7], '00:00', '24:00'))
      await page.business.run(async db => {
        await db.updateTable('schedules').set({ weeklyHours }).execute()
        await db.updateTable('variants').set({ slotIntervalMinutes: 5 }).execute()
      })
      const cuts = [{ variantId: cut }]
      const { status, body } = await times({ parts: cuts, from: '2026-03-02', to: '2026-03-10' })
      expect([status, body.slots.length]).toEqual([200, 8 * 24 * 12])
      const long = await times({ parts: cuts, from: '2026-03-02', to: '2026-03-12' })
      expect([long.status, Object.keys(long.body.errors)]).toEqual([422, ['to']])
    })

    test('is one hold, is booked by one form, and named by one reference', async () => {
      const questions = [{ key: 'length', label: 'How long?', type: 'text', required: true, options: [] }]
      await page.business.run(db =>
        db
          .updateTable('catalogItems')
          .set({ questions: JSON.stringify(questions) })
          .execute(),
      )
      Object.assign(own, { holdsPerNetwork: 1 })
      const token = await heldVisit(9)
      expect((await holdVisit(13)).status).toBe(429)
      const { body: kept } = await page.get(`/holds/${token}`)
      expect(kept).toMatchObject({
        ...{ startsAt: at(9), endsAt: at(10, 30), status: 'open', canExtend: true, questions: [] },
        title: 'Haircut · Colour + Haircut · Cut',
      })
      expect(kept.parts).toMatchObject([
        { title: 'Haircut · Colour', startsAt: at(9), personName: 'Mia', questions: [{ key: 'length' }] },
        { title: 'Haircut · Cut', startsAt: at(10), questions: [{ key: 'length' }] },
      ])
      const left = await page.post(`/holds/${token}/leave`)
      await page.post(`/holds/${token}/return`)
      const longer = await page.post(`/holds/${token}/extend`)
      expect(Date.parse(longer.body.expiresAt)).toBeGreaterThan(Date.parse(left.body.expiresAt))
      const ends = (await bookingsNow()).map(({ holdExpiresAt }: { holdExpiresAt: string }) => holdExpiresAt)
      expect(ends).toEqual([longer.body.expiresAt, longer.body.expiresAt])

      const open = await page.confirm(token, { partAnswers: [{ length: 'Short' }] })
      expect([open.status, Object.keys(open.body.errors)]).toEqual([422, ['partAnswers.1.length']])
      const answers = [{ length: 'Short' }, { length: 'Shorter' }]
      const { status, body } = await page.confirm(token, { partAnswers: answers, notes: 'Hello' })
      expect([status, body.status, body.startsAt, body.total.amount]).toEqual([201, 'confirmed', at(9), 8000])
      const [visit] = (await page.business.get('/bookings/visits')).body
      expect(visit).toMatchObject({ reference: body.reference, notes: 'Hello', customerName: 'Ada Lovelace' })
      const made = (await page.business.get(`/bookings?visitId=${visit.id}&sort=startsAt`)).body
      expect(made.map(({ answers }: { answers: object }) => answers)).toEqual(answers)
      const { body: mails } = await page.business.get('/notifications?audience=customer')
      expect(mails).toMatchObject([{ key: 'booking_confirmed', visitId: visit.id }])
    })

    test('of which staff cancelled a part waits for approval and is booked as what is left', async () => {
      await page.business.addRule('approval_required', {}, { resourceIds: [mia] })
      const token = await heldVisit(9, {
        parts: [
          { variantId: colour, personId: mia },
          { variantId: cut, guest: 1 },
        ],
      })
      expect((await page.get(`/holds/${token}`)).body.requiresApproval).toBe(true)
      const first = (await bookingsNow()).find(({ variantId }: { variantId: string }) => variantId === colour)
      expect((await page.business.send('POST', `/bookings/${first.id}/cancel`, {})).status).toBe(200)
      const { body: kept } = await page.get(`/holds/${token}`)
      expect(kept).toMatchObject({
        ...{ status: 'open', requiresApproval: false, title: 'Haircut · Cut' },
        parts: [{ status: 'cancelled' }, { status: 'open' }],
      })
      const { body } = await page.confirm(token)
      expect(body).toMatchObject({ status: 'confirmed', title: 'Haircut · Cut' })
      expect((await page.get(`/holds/${token}`)).body).toMatchObject({
        ...{ status: 'taken', manageToken: body.manageToken },
        parts: [{ status: 'cancelled' }, { status: 'taken' }],
      })
    })

    test('is given back whole, and refused with other times once a part is taken', async () => {
      const token = await heldVisit(9)
      expect((await page.send('DELETE', `/holds/${token}`)).status).toBe(204)
      expect(await bookingsNow()).toEqual([])
      await page.business.addBooking([mia], colour, [at(9), at(10)])
      const { status, body } = await holdVisit(9)
      expect([status, body.code, body.reasons, body.part]).toEqual([409, 'slot_unavailable', undefined, undefined])
      expect(body.alternatives[0]).toMatchObject({ startsAt: at(10), parts: [{ personId: mia }, {}] })
    })

    test('is looked at, cancelled in part or whole, and moved by its link', async () => {
      const { manageToken, reference } = await bookedVisit(9)
      const link = `/bookings/${manageToken}`
      const { body } = await page.get(link)
      expect(body).toMatchObject({
        ...{ reference, status: 'confirmed', canCancel: true, canReschedule: true, isMailed: true },
        ...{ latestChangeAt: at(9), endsAt: at(10, 30), channel: 'web' },
        parts: [
          {
            index: 0,
            title: 'Haircut · Colour',
            variantId: colour,
            personId: mia,
            status: 'confirmed',
            canCancel: true,
          },
          { index: 1, title: 'Haircut · Cut', variantId: cut },
        ],
      })
      const ics = await page.get(`${link}/calendar.ics`)
      expect(ics.body.match(/BEGIN:VEVENT/g)).toHaveLength(1)
      expect(ics.body).toContain('UID:visit-')
      const moved = await page.post(`${link}/reschedule`, { startsAt: at(13) })
      expect([moved.status, moved.body.startsAt, moved.body.parts[1].startsAt]).toEqual([200, at(13), at(14)])
      expect(moved.body.parts[0].personId).toBe(mia)
      expect((await page.post(`${link}/cancel`, { part: 9 })).status).toBe(422)
      const less = await page.post(`${link}/cancel`, { part: 1 })
      expect(less.body).toMatchObject({ status: 'confirmed', endsAt: at(14), total: { amount: 5000 } })
      expect(less.body.parts.map(({ status }: { status: string }) => status)).toEqual(['confirmed', 'cancelled'])
      const gone = await page.post(`${link}/cancel`, { reason: 'Ill' })
      expect(gone.body).toMatchObject({ status: 'cancelled', canCancel: false, canReschedule: false })
      expect((await page.post(`${link}/cancel`)).body.code).toBe('wrong_status')
      const { body: mails } = await page.business.get('/notifications?audience=customer')
      expect(mails.map(({ key }: { key: string }) => key).toSorted()).toEqual([
        ...['booking_cancelled', 'booking_cancelled', 'booking_confirmed', 'booking_moved'],
      ])
    })

    test('offers other times with whom each part that stands is with', async () => {
      const { manageToken } = await bookedVisit(9)
      const link = `/bookings/${manageToken}`
      expect((await page.post(`${link}/cancel`, { part: 0 })).status).toBe(200)
      const [visit] = (await page.business.get('/bookings/visits')).body
      const { parts: booked } = (await page.business.get(`/bookings/visits/${visit.id}`)).body
      const who = booked[1].resourceIds[0]
      await page.business.addBooking([who], cut, [at(13), at(13, 30)])
      const { status, body } = await page.post(`${link}/reschedule`, { startsAt: at(13) })
      expect([status, body.code]).toEqual([409, 'slot_unavailable'])
      expect(body.alternatives[0].parts).toMatchObject([{ personId: who }])
    })

    test('is no way to hold more of a day than one may, nor to keep the server busy', async () => {
      const hours = async (count: number, hour: number) =>
        holdVisit(hour, { parts: Array.from({ length: count }, () => ({ variantId: v60 })) })
      expect((await hours(3, 9)).status).toBe(429)
      expect((await hours(2, 9)).status).toBe(201)
      const groups: string[] = []
      for (let type = 0; type < 3; type++) {
        const resourceTypeId = await page.business.add('resourceTypes', { name: `Type ${type}` })
        for (let one = 0; one < 14; one++) groups.push(await page.business.addResource({ resourceTypeId }))
      }
      const many = await page.business.addVariant(groups, { resourceSelection: 'one_per_type', durationMinutes: 30 })
      const last = await page.business.addResource()
      const once = await page.business.addVariant([last], { durationMinutes: 30 })
      await page.business.addRule('booking_limit', { max: 1, period: 'day' }, { resourceIds: [last] })
      const parts = [many, many, once, once].map(variantId => ({ variantId }))
      const { status, body } = await holdVisit(13, { parts })
      expect([status, Object.keys(body.errors)]).toEqual([422, ['parts']])
    })

    test('is not changed later than its first part allows, and one of its parts not later than that', async () => {
      await page.business.addRule('cancellation_notice', { minutes: 60 })
      const { manageToken } = await bookedVisit(9)
      const link = `/bookings/${manageToken}`
      now = Date.parse(at(9)) - 10 * MINUTE
      const late = await page.post(`${link}/cancel`)
      expect([late.body.code, late.body.latestAt]).toEqual(['too_late', at(8)])
      expect((await page.get(link)).body.parts.map(({ canCancel }: { canCancel: boolean }) => canCancel)).toEqual([
        ...[false, true],
      ])
      expect((await page.post(`${link}/cancel`, { part: 0 })).body.code).toBe('too_late')
      expect((await page.post(`${link}/cancel`, { part: 1 })).status).toBe(200)
    })
  })

  const openPages = (
    database: Parameters<typeof bookingPages>[0]['database'],
    answer: Parameters<typeof bookingPages>[0]['problemOf'],
  ) =>
    bookingPages({
      ...{ database, site: api.services.site, now: () => now, webRoot: null },
      ...{ countCall: () => {}, networkOf: () => 'a', problemOf: answer },
      front: createFront({ most: 2, ofNetwork: 2, atOnce: 1 }),
    })

  test('what leads nowhere is a page that says so, of whom everybody may know, and how to reach them', async () => {
    await api.owner.query("update tenants set contact_phone = '+4930123456' where id = $1", [page.business.tenantId])
    const pages = await openPages(
      api.database,
      problemOf(() => {}, api.services.resources),
    )
    const ask = async (path: string, slug = page.slug) => {
      const answer = await pages.request(`/book/${slug}${path}`, { headers: { 'accept-language': 'de-AT' } })
      expect([answer.status, answer.headers.get('x-robots-tag')]).toEqual([404, 'noindex'])
      return answer.text()
    }
    const link = await ask(`/manage/${'x'.repeat(48)}`)
    expect(link).toMatch(/<html lang="de">.*<title>Dieser Link ist nicht mehr gültig – /)
    expect(link).toContain('href="tel:+4930123456"')
    expect(link).toContain(`href="/book/${page.slug}"`)
    expect(await ask('/no-such-item')).toContain('<h1>Das wird online nicht angeboten</h1>')
    expect(await ask('/a/b/c')).toContain('<h1>Diese Seite gibt es nicht</h1>')
    const nobody = await ask('', 'nobody-at-all')
    await page.business.run(db => db.updateTable('channels').set({ hasPage: false }).execute())
    const other = await openPages(
      api.database,
      problemOf(() => {}, api.services.resources),
    )
    const unpublished = await other.request(`/book/${page.slug}`, { headers: { 'accept-language': 'de-AT' } })
    expect(await unpublished.text()).toBe(nobody)
  })

  test('a page says in its own shell that the database does not answer, and the log takes no stack', async () => {
    const lines: unknown[] = []
    const silent = { ...api.database, run: () => Promise.reject(new Error('timeout exceeded when trying to connect')) }
    const translate = problemOf((...line) => void lines.push(line), api.services.resources)
    const pages = await openPages(silent, error => translate(error))
    for (const [lang, title] of [
      ['en', 'Very many people are here'],
      ['de', 'Gerade sind sehr viele Menschen hier'],
    ] as const) {
      const answer = await pages.request(`/book/${page.slug}`, { headers: { 'accept-language': lang } })
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
      const html = await answer.text()
      expect(html).toContain(`<html lang="${lang}"`)
      expect(html).toContain(`<h1>${title}</h1>`)
    }
    expect(lines).toHaveLength(2)
    expect(JSON.stringify(lines)).not.toMatch(/\\n\s+at /)
  })

  test('the policy of a page names websites alone, whatever is stored', async () => {
    const pages = await bookingPages({
      ...{ database: api.database, site: api.services.site, now: () => now, webRoot: null },
      ...{ countCall: () => {}, networkOf: () => 'a', problemOf: problemOf(() => {}, api.services.resources) },
      front: createFront({ most: 2, ofNetwork: 2, atOnce: 1 }),
    })
    const stored = ['https://a.test;script-src-elem', "https://'self'", 'https://good.test']
    await api.owner.query('update channels set allowed_origins = $2 where id = $1', [page.channelId, stored])
    const answer = await pages.request(`/book/${page.slug}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-security-policy')).toMatch(/; frame-ancestors https:\/\/good\.test$/)
  })

  test('says what the business has translated, and the rest in its own words', async () => {
    await page.business.run(async db => {
      const german = (values: object) => JSON.stringify([{ language: 'de', ...values }])
      const question = { key: 'hair', label: 'Your hair?', type: 'select', required: false, options: ['Short', 'Long'] }
      await db
        .updateTable('catalogItems')
        .set({
          questions: JSON.stringify([question]),
          translations: german({ name: 'Haarschnitt', description: null, category: null }),
          questionTranslations: german({ key: 'hair', label: 'Ihr Haar?', options: ['Kurz'] }),
        } as never)
        .execute()
      await db
        .updateTable('variants')
        .set({ name: 'One hour', translations: german({ name: 'Eine Stunde' }) } as never)
        .execute()
      await db
        .updateTable('channels')
        .set({ pageTitle: 'Welcome', pageTranslations: german({ pageTitle: 'Willkommen', pageIntro: null }) } as never)
        .where('id', '=', page.channelId)
        .execute()
    })
    expect((await page.get('?lang=de')).body).toMatchObject({
      channel: { pageTitle: 'Willkommen' },
      items: [{ name: 'Haarschnitt' }],
    })
    const { body: item } = await page.get('/items/haircut?lang=de')
    expect(item).toMatchObject({ name: 'Haarschnitt', variants: [{ name: 'Eine Stunde' }] })
    expect(item.questions).toMatchObject([
      { label: 'Ihr Haar?', options: ['Short', 'Long'], optionLabels: ['Kurz', 'Long'] },
    ])
    const token = await held(9)
    expect((await page.get(`/holds/${token}?lang=de`)).body.title).toBe('Haarschnitt · Eine Stunde')
    expect((await page.get(`/holds/${token}`)).body.title).toBe('Haircut · One hour')
    expect((await page.get('/items/haircut')).body.name).toBe('Haircut')
  })

  describe('what is not there', () => {
    const ways: [string, (page: PublicPage) => Promise<unknown>][] = [
      [
        'unpublished',
        ({ business }) => business.run(db => db.updateTable('channels').set({ hasPage: false }).execute()),
      ],
      [
        'inactive',
        ({ business, channelId }) =>
          business.run(db => db.updateTable('channels').set({ isActive: false }).where('id', '=', channelId).execute()),
      ],
      [
        'suspended',
        ({ business }) => api.owner.query('update tenants set is_active = false where id = $1', [business.tenantId]),
      ],
    ]

    const bodyOf = async (name: string) => {
      const { challenge, nonce } = { challenge: 'x.x.x.x', nonce: '0' }
      if (name === 'hold') return { variantId: v60, startsAt: at(9), challenge, nonce }
      if (name === 'visitSlots') return { parts: [{ variantId: v60 }], from: '2026-03-02', to: '2026-03-03' }
      if (name === 'joinWaitlist')
        return { variantId: v60, windowStart: at(9), windowEnd: at(12), quantity: 1, challenge, nonce }
      if (name === 'reschedule') return { startsAt: at(9) }
      return {}
    }
    const pathOf = (name: string, path: string, slug: string, token: string) => {
      const filled = path
        .replace('/public/{tenantSlug}', `/public/${slug}`)
        .replace('{itemSlug}', 'haircut')
        .replace('{token}', token)
      const ranges: Record<string, string> = {
        slots: 'from=2026-03-02&to=2026-03-03',
        days: 'month=2026-03',
        nextDay: 'after=2026-03-02',
      }
      return ranges[name] ? `${filled}?variantId=${v60}&${ranges[name]}` : filled
    }
    const needsToken = (path: string) => path.includes('{token}')

    test.each(Object.entries(calls.publicPage))(
      'is one 404 for %s: an unknown business, an unpublished page, a link of another business',
      async (name, { method, path }) => {
        const token = (await booked(9)).manageToken
        const ask = async (slug: string) => {
          const body = method === 'POST' ? await bodyOf(name) : undefined
          const answer = await api.request(pathOf(name, path, slug, token), { method, body })
          return [answer.status, answer.body]
        }
        const unknown = await ask('nobody-at-all')
        expect(unknown[0]).toBe(404)
        const other = await openPage(api)
        if (needsToken(path)) expect(await ask(other.slug)).toEqual(unknown)
        else {
          for (const [, hide] of ways.slice(0, 2)) {
            const hidden = await openPage(api)
            await hide(hidden)
            expect(await ask(hidden.slug)).toEqual(unknown)
          }
        }
        const suspended = await openPage(api)
        await ways[2]?.[1](suspended)
        expect(await ask(suspended.slug)).toEqual(unknown)
        expect(await ask('x'.repeat(5000))).toEqual(unknown)
      },
    )

    test('a variant that the page does not sell, or another business has', async () => {
      const other = await openPage(api)
      const foreign = await other.business.addVariant([await other.business.addResource()])
      const unsold = await page.business.addVariant([resourceId], { isActive: false })
      for (const id of [foreign, unsold, randomUUID()])
        expect((await page.get(`/availability?variantId=${id}&from=2026-03-02&to=2026-03-03`)).status).toBe(404)
      expect((await page.hold(foreign, at(9))).status).toBe(404)
    })

    test.each(['manage', 'hold', 'offer'] as const)('a %s link of 10 kB', async kind => {
      const path = { manage: 'bookings', hold: 'holds', offer: 'offers' }[kind]
      expect((await page.get(`/${path}/${'x'.repeat(10_000)}`)).status).toBe(404)
    })
  })

  describe('booking', () => {
    test('a hold becomes a booking of the page’s channel, made by the customer', async () => {
      const answer = await booked(10, { notes: 'By the window, please' })
      expect(answer).toMatchObject({
        ...{ status: 'confirmed', title: expect.stringContaining('Haircut'), startsAt: at(10), endsAt: at(11) },
        ...{ timeZone: 'Europe/Berlin', quantity: 1, total: { amount: 5000, currency: 'EUR' } },
        manageUrl: `http://app.test/book/${page.slug}/manage/${answer.manageToken}`,
      })
      const [booking] = await bookingsNow()
      expect(booking).toMatchObject({
        ...{ reference: answer.reference, channelId: page.channelId, source: 'public', customerName: 'Ada Lovelace' },
        ...{ createdBy: null, notes: 'By the window, please' },
      })
      const { body: history } = await page.business.get(`/bookings/${booking.id}/history`)
      expect(history[0].actor).toEqual({ type: 'customer', id: booking.customerId, name: 'Ada Lovelace' })
    })

    test('the same confirmation twice is one booking, and one answer', async () => {
      const token = await held(10)
      const key = { 'Idempotency-Key': randomUUID() }
      const [one, two] = [await page.confirm(token, {}, key), await page.confirm(token, {}, key)]
      expect(two.body).toEqual(one.body)
      expect((await page.confirm(token)).body.code).toBe('wrong_status')
      const [{ id }] = await bookingsNow()
      expect((await page.business.send('POST', `/bookings/${id}/revoke-links`, {})).status).toBe(200)
      expect((await page.confirm(token, {}, key)).status).toBe(404)
    })

    test('a visitor does not manage what staff booked for somebody else at the place that they held', async () => {
      const [token, own] = [await held(10), await held(12)]
      const [{ id }] = (await bookingsNow()).filter(({ startsAt }: { startsAt: string }) => startsAt === at(10))
      const customer = { name: 'Grace Hopper', email: 'grace@example.com' }
      expect((await page.business.send('POST', `/bookings/${id}/confirm`, { customer })).status).toBe(200)
      expect((await page.get(`/holds/${token}`)).body).toMatchObject({ status: 'taken', manageToken: null })
      const { manageToken } = (await page.confirm(own)).body
      expect((await page.get(`/holds/${own}`)).body).toMatchObject({ status: 'taken', manageToken })
    })

    test('a hold whose answer was lost is had again with the same challenge and key, and with nothing less', async () => {
      const [body, other] = [await page.solve(), await page.solve()].map(solved => ({
        ...{ variantId: v60, startsAt: at(10) },
        ...solved,
      }))
      const key = { 'Idempotency-Key': '1' }
      const ask = (asked: object | undefined, headers = {}) => page.post('/holds', asked, headers)
      const answers = await Promise.all([ask(body, key), ask(body, key), ask(body, key)])
      // One that overtakes the first between taking the challenge and holding the place is refused.
      const held = answers.filter(({ status }) => status === 201)
      expect(new Set(held.map(answer => answer.body.holdToken)).size).toBe(1)
      expect((await ask(body, key)).body).toEqual(held[0]?.body)
      expect((await bookingsNow()).length).toBe(1)
      expect((await ask(body)).body.code).toBe('challenge_failed')
      expect((await ask({ ...body, startsAt: at(12) }, key)).body.errors).toHaveProperty('Idempotency-Key')
      expect((await ask(other, key)).body.code).toBe('slot_unavailable')
    })

    test('a lost hold is had again when its challenge is over, and a used challenge counts no more then', async () => {
      const body = { variantId: v60, startsAt: at(10), ...(await page.solve()) }
      now += 9 * MINUTE
      const ask = (key: string) => page.post('/holds', body, { 'Idempotency-Key': key })
      const { holdToken } = (await ask('1')).body
      now += MINUTE
      expect((await ask('1')).body.holdToken).toBe(holdToken)
      await page.send('DELETE', `/holds/${holdToken}`)
      expect((await ask('2')).body.code).toBe('challenge_failed')
      expect(await bookingsNow()).toEqual([])
    })

    test('a second hold of the same place is refused with other times, and no reason', async () => {
      await held(9)
      const { status, body } = await page.hold(v60, at(9))
      expect(status).toBe(409)
      expect(Object.keys(body).toSorted()).toEqual(['alternatives', 'code', 'detail', 'status', 'title', 'type'])
      expect(body.code).toBe('slot_unavailable')
      expect(body.alternatives[0]).toEqual({
        ...{ startsAt: at(10), endsAt: at(11), status: 'available', price: { amount: 5000, currency: 'EUR' } },
      })
      expect((await page.hold(v60, '2026-02-19T09:00:00.000Z')).body.code).toBe('slot_unavailable')
    })

    test('a hold that is refused is refused demand, once for a network, until it books another time', async () => {
      const token = await held(9)
      await page.hold(v60, at(9))
      await page.hold(v60, at(9))
      const wishes = async () => (await page.business.get('/demand')).body
      const open = { variantId: v60, wantedFrom: at(9), origin: 'booking', code: 'resource_busy', customerId: null }
      await expect.poll(wishes).toMatchObject([{ ...open, status: 'open' }])
      expect((await page.confirm(token)).status).toBe(201)
      await settleDemand({ ...api.services, now: () => now })
      expect(await wishes()).toMatchObject([{ ...open, status: 'met' }])
    })

    test('a late hold is booked if nobody has the place, and refused otherwise', async () => {
      const token = await held(9)
      now += 11 * MINUTE
      expect((await page.get(`/holds/${token}`)).body.status).toBe('over')
      const desk = { variantId: v60, startsAt: at(9), customer: { name: 'Desk' } }
      expect((await page.business.send('POST', '/bookings', desk)).status).toBe(201)
      expect((await page.confirm(token)).body.code).toBe('slot_unavailable')
      const free = await held(12)
      now += 11 * MINUTE
      expect((await page.confirm(free)).status).toBe(201)
    })

    test('a hold whose page is closed ends within a minute, and lasts as before for whoever is back by then', async () => {
      const token = await held(9)
      const end = (await page.get(`/holds/${token}`)).body.expiresAt
      const endAfter = async (call: 'leave' | 'return' | 'extend') => {
        const { status, body } = await page.post(`/holds/${token}/${call}`)
        expect(status).toBe(200)
        expect((await page.get(`/holds/${token}`)).body.expiresAt).toBe(body.expiresAt)
        return body.expiresAt
      }
      const inAMinute = () => new Date(now + MINUTE).toISOString()
      expect(await endAfter('return'), 'it was not left').toBe(end)
      const soon = inAMinute()
      expect(await endAfter('leave')).toBe(soon)
      now += MINUTE / 2
      expect(await endAfter('leave'), 'once more').toBe(soon)
      expect(await endAfter('return')).toBe(end)
      expect(await endAfter('return'), 'once more').toBe(end)
      await endAfter('leave')
      const longer = await endAfter('extend')
      expect(await endAfter('return'), 'what is longer stays so').toBe(longer)
      await endAfter('leave')
      expect(await endAfter('return')).toBe(longer)
      now = Date.parse(longer) - MINUTE / 2
      expect(await endAfter('leave'), 'it ends sooner anyway').toBe(longer)
    })

    test('five closed pages keep nobody of their network out for longer than a minute', async () => {
      const tokens = []
      // On a day each: of one day a network holds less.
      for (const day of [0, 1, 2, 3]) tokens.push(await held(9 + day * 24))
      own.holdsPerNetwork = 4
      for (const token of tokens) await page.post(`/holds/${token}/leave`)
      expect((await page.hold(v60, at(13))).status).toBe(429)
      now += MINUTE
      for (const token of tokens) await page.post(`/holds/${token}/return`)
      expect((await page.get(`/holds/${tokens[0]}`)).body.status, 'it is over').toBe('over')
      await held(9)
    })

    test('closing a page shortens nothing that is not its own: what staff hold, what is booked, what has no such link', async () => {
      const token = await held(9)
      const { id } = (await bookingsNow())[0]
      const customer = (await page.business.send('POST', '/customers', { name: 'Ada' })).body.id
      const { holdExpiresAt } = (await page.business.send('PATCH', `/bookings/${id}`, { customerId: customer })).body
      expect((await page.post(`/holds/${token}/leave`)).body.expiresAt).toBe(holdExpiresAt)
      const free = await held(10)
      await page.confirm(free)
      await page.post(`/holds/${free}/leave`)
      now += 2 * MINUTE
      expect((await page.get(`/holds/${free}`)).body.status).toBe('taken')
      expect((await page.get(`/holds/${token}`)).body.status).toBe('open')
      for (const call of ['leave', 'return'])
        expect((await page.post(`/holds/${'A'.repeat(48)}/${call}`)).status).toBe(404)
    })

    test('a hold is made longer once, and given back', async () => {
      const token = await held(9)
      const { body } = await page.post(`/holds/${token}/extend`)
      expect(Date.parse(body.expiresAt) - now).toBe(10 * MINUTE)
      expect((await page.post(`/holds/${token}/extend`)).body.code).toBe('wrong_status')
      expect((await page.send('DELETE', `/holds/${token}`)).status).toBe(204)
      expect(await bookingsNow()).toEqual([])
      await held(9)
    })

    test.each([
      ['customer.email', { customer: { name: 'Ada' } }],
      ['customer.email', { customer: { name: 'Ada', email: 'nowhere' } }],
      ['customer.name', { customer: { email: 'a@example.com' } }],
      ['customer.phone', { customer: { name: 'Ada', email: 'a@example.com' } }, { requiredFields: ['email', 'phone'] }],
      ['notes', {}, { requiredFields: ['email', 'notes'] }],
      ['acceptsPolicy', {}, { pagePolicy: 'Come in time.' }],
      ['answers.allergies', {}],
    ])('names %s where it lacks or is wrong', async (field, body, channel?: object) => {
      const { business } = page
      if (channel) await business.run(db => db.updateTable('channels').set(channel).execute())
      if (field.startsWith('answers')) {
        const questions = [{ key: 'allergies', label: 'Allergies?', type: 'text', required: true, options: [] }]
        await business.run(db =>
          db
            .updateTable('catalogItems')
            .set({ questions: JSON.stringify(questions) })
            .execute(),
        )
      }
      const answer = await page.confirm(await held(9), body)
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]])
    })

    test.each([
      [{ customer: {} }, ['customer.name', 'customer.email']],
      [{ customer: null }, ['customer.name', 'customer.email']],
      [{ customer: { email: 'nowhere' } }, ['customer.name', 'customer.email']],
      [{ customer: { name: 'Ada', email: 'nowhere', phone: 'none' } }, ['customer.email', 'customer.phone']],
    ])('names all at once that lacks or is wrong in %j', async (body, fields) => {
      const channel: object = { pagePolicy: 'Come in time.', requiredFields: ['email', 'notes'] }
      await page.business.run(db => db.updateTable('channels').set(channel).execute())
      const { status, body: told } = await page.confirm(await held(9), body)
      expect(status).toBe(422)
      expect(Object.keys(told.errors).toSorted()).toEqual([...fields, 'notes', 'acceptsPolicy'].toSorted())
    })

    test('of a channel that asks for approval it is pending', async () => {
      await page.business.run(db => db.updateTable('channels').set({ autoConfirm: false }).execute())
      expect((await booked(9)).status).toBe('pending')
    })

    test('whether it will wait for approval is said with the hold, also because of a rule', async () => {
      const approvalOf = async (hour: number) => (await page.hold(v60, at(hour))).body.requiresApproval
      expect(await approvalOf(9)).toBe(false)
      await page.business.addRule('approval_required', {})
      expect(await approvalOf(10)).toBe(true)
    })

    test('whether a mail tells of it is said by its link', async () => {
      const isMailed = async ({ manageToken }: { manageToken: string }) =>
        (await page.get(`/bookings/${manageToken}`)).body.isMailed
      expect(await isMailed(await booked(9))).toBe(true)
      await page.business.run(db =>
        db
          .updateTable('tenants')
          .set({ notificationsOff: ['booking_confirmed'] })
          .execute(),
      )
      expect(await isMailed(await booked(10))).toBe(false)
    })
  })

  describe('nobody learns who is a customer', () => {
    const known = { name: 'Grace Hopper', email: 'grace@example.com', phone: '+4930123456', notes: 'Always late' }

    test('a known address, an unknown and a forgotten one get the same answer; who is there stays as they are', async () => {
      const { business } = page
      const customerId = await business.add('customers', known)
      const shape = (answer: object) =>
        Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, typeof value]))
      const ofKnown = await booked(9, {
        customer: { name: 'Somebody Else', email: 'GRACE@example.com', phone: '+4930999' },
      })
      const ofUnknown = await booked(10, { customer: { name: 'New Person', email: 'new@example.com' } })
      expect(shape(ofKnown)).toEqual(shape(ofUnknown))
      const { body: managed } = await page.get(`/bookings/${ofKnown.manageToken}`)
      expect(managed.name).toBe('Somebody Else')
      expect(JSON.stringify(managed)).not.toMatch(/Grace|grace|Always late|4930123456/)
      expect((await business.get(`/customers/${customerId}`)).body).toMatchObject(known)
      const booking = (await bookingsNow()).find(
        ({ reference }: { reference: string }) => reference === ofKnown.reference,
      )
      expect(booking).toMatchObject({ customerId, internalNotes: 'Booked as Somebody Else\nTelephone +4930999' })
    })

    test('a telephone number alone finds nobody', async () => {
      await page.business.run(db =>
        db
          .updateTable('channels')
          .set({ requiredFields: ['phone'] })
          .execute(),
      )
      const customerId = await page.business.add('customers', known)
      await booked(9, { customer: { name: 'Grace Hopper', phone: known.phone } })
      expect((await bookingsNow())[0].customerId).not.toBe(customerId)
    })

    test('a blocked customer, and one who has booked enough, hear the same, with how to reach the business', async () => {
      const { business } = page
      await business.add('customers', { ...known, isBlocked: true, blockedReason: 'Unpaid' })
      const blocked = await page.confirm(await held(9), { customer: { name: 'G', email: known.email } })
      await business.addRule('booking_limit', { subject: 'customer', max: 1, per: 'day', unit: 'bookings' })
      await booked(11)
      const limited = await page.confirm(await held(13))
      expect(blocked.body).toEqual(limited.body)
      expect(blocked.body).toMatchObject({ code: 'booking_refused', contact: { name: expect.any(String) } })
      expect(JSON.stringify(blocked.body)).not.toMatch(/Unpaid|block/i)
    })

    test('no address of a website stands in what others read by mail', async () => {
      const evil = 'Locked: https://evil.example/login'
      const lure = { name: evil, email: 'victim@example.com' }
      const token = await held(9)
      const refused = await page.confirm(token, { customer: lure })
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['customer.name']])
      expect(refused.body.messages['customer.name'].key).toBe('validation.noAddresses')
      await page.business.run(db => db.updateTable('variants').set({ waitlistEnabled: true }).execute())
      const waits = await page.post('/waitlist', {
        ...{ variantId: v60, windowStart: at(9), windowEnd: at(12), customer: lure, ...(await page.solve()) },
      })
      expect([waits.status, Object.keys(waits.body.errors ?? {})]).toEqual([422, ['customer.name']])
      const { manageToken } = (await page.confirm(token)).body
      const cancelled = await page.post(`/bookings/${manageToken}/cancel`, { reason: evil })
      expect([cancelled.status, Object.keys(cancelled.body.errors)]).toEqual([422, ['reason']])
    })

    test('a forgotten customer’s link is over', async () => {
      const { manageToken, reference } = await booked(9)
      const [{ id, customerId }] = (await bookingsNow()).filter(
        (one: { reference: string }) => one.reference === reference,
      )
      now = Date.parse(at(12))
      const anonymized = await page.business.send('POST', `/customers/${customerId}/anonymize`, {})
      expect(anonymized.status).toBe(200)
      expect((await page.get(`/bookings/${manageToken}`)).status).toBe(404)
      const { rows } = await api.owner.query('select given_name from bookings where id = $1', [id])
      expect(rows).toEqual([{ given_name: null }])
    })
  })

  describe('a booking’s link', () => {
    test('shows it, and what can still be done', async () => {
      const { manageToken } = await booked(9)
      expect((await page.get(`/bookings/${manageToken}`)).body).toMatchObject({
        ...{ status: 'confirmed', name: 'Ada Lovelace', canCancel: true, canReschedule: true, latestChangeAt: at(9) },
        ...{ variantId: v60, channel: 'web' },
      })
      const ics = await page.get(`/bookings/${manageToken}/calendar.ics`)
      expect(ics.headers.get('content-type')).toContain('text/calendar')
      expect(ics.body).toContain('DTSTART:20260302T080000Z')
      expect(ics.body).not.toMatch(/Secret chair|Ada/)
    })

    test('cancels and moves it', async () => {
      const { manageToken } = await booked(9)
      const moved = await page.post(`/bookings/${manageToken}/reschedule`, { startsAt: at(14) })
      expect([moved.status, moved.body.startsAt]).toEqual([200, at(14)])
      const gone = await page.post(`/bookings/${manageToken}/cancel`, { reason: 'Ill' })
      expect(gone.body).toMatchObject({ status: 'cancelled', canCancel: false, canReschedule: false })
      expect((await bookingsNow())[0]).toMatchObject({ cancelledBy: 'customer', cancellationReason: 'Ill' })
      expect((await page.post(`/bookings/${manageToken}/cancel`)).body.code).toBe('wrong_status')
      const { body: mails } = await page.business.get('/notifications?audience=customer')
      expect(mails.map(({ key }: { key: string }) => key).toSorted()).toEqual([
        'booking_cancelled',
        'booking_confirmed',
        'booking_moved',
      ])
    })

    test('moves to nothing that is taken', async () => {
      const { manageToken } = await booked(9)
      await page.business.addBooking([resourceId], v60, [at(14), at(15)])
      const { body } = await page.post(`/bookings/${manageToken}/reschedule`, { startsAt: at(14) })
      expect([body.code, body.reasons, body.alternatives.length]).toEqual(['slot_unavailable', undefined, 3])
    })

    test('does neither after the notice; the desk may, with a reason', async () => {
      await page.business.addRule('cancellation_notice', { minutes: 1440 })
      const { manageToken } = await booked(9)
      now = Date.parse(at(9)) - 23 * HOUR
      const { body } = await page.get(`/bookings/${manageToken}`)
      const latestAt = new Date(Date.parse(at(9)) - 24 * HOUR).toISOString()
      expect(body).toMatchObject({ canCancel: false, canReschedule: false, latestChangeAt: latestAt })
      for (const [action, input] of [
        ['cancel', {}],
        ['reschedule', { startsAt: at(14) }],
      ] as const) {
        const late = await page.post(`/bookings/${manageToken}/${action}`, input)
        expect([late.status, late.body.code, late.body.latestAt]).toEqual([409, 'too_late', latestAt])
      }
      const [{ id }] = await bookingsNow()
      const desk = await page.business.send('POST', `/bookings/${id}/cancel`, { reason: 'They called' })
      expect(desk.status).toBe(200)
    })

    test('to a hold that the desk cancelled says so, and not that it is booked', async () => {
      const token = await held(9)
      const [{ id }] = await bookingsNow()
      expect((await page.business.send('POST', `/bookings/${id}/cancel`, {})).status).toBe(200)
      expect((await page.get(`/holds/${token}`)).body.status).toBe('cancelled')
      const booked = await held(10)
      await page.confirm(booked)
      expect((await page.get(`/holds/${booked}`)).body.status).toBe('taken')
    })

    test('lives on when the page is not published any more', async () => {
      const { manageToken } = await booked(9)
      await page.business.run(db => db.updateTable('channels').set({ hasPage: false }).execute())
      expect((await page.get(`/bookings/${manageToken}`)).status).toBe(200)
    })
  })

  describe('guards', () => {
    test('a challenge is solved, counts once, is over after ten minutes, and belongs to one business', async () => {
      // Else one of the wrong answers below would be right by chance, now and then.
      own.powBits = 14
      const place = { variantId: v60, startsAt: at(9) }
      const { challenge } = (await page.post('/challenges')).body
      const solved = await page.solve()
      const refused = async (given: object) => (await page.post('/holds', { ...place, ...given })).body.code
      expect(await refused({ challenge, nonce: 'no' })).toBe('challenge_failed')
      expect(await refused({ challenge: 'made.8.up.x', nonce: '0' })).toBe('challenge_failed')
      const other = await openPage(api)
      expect(await refused(await other.solve())).toBe('challenge_failed')
      expect((await page.post('/holds', { ...place, ...solved })).status).toBe(201)
      expect(await refused(solved)).toBe('challenge_failed')
      expect(await refused({ ...solved, startsAt: at(15) })).toBe('challenge_failed')
      const old = await page.solve()
      now += 10 * MINUTE
      expect(await refused(old)).toBe('challenge_failed')
    })

    test('whoever fills in what people do not see is answered, and books nothing', async () => {
      const token = await held(9)
      const { status, body } = await page.confirm(token, { website: 'https://spam.example' })
      const real = await booked(10)
      expect([status, Object.keys(body)]).toEqual([201, Object.keys(real)])
      expect((await page.get(`/bookings/${body.manageToken}`)).status).toBe(404)
      expect((await page.get(`/holds/${token}`)).body.status).toBe('open')
    })

    test('nobody says who they are within two seconds', async () => {
      const { holdToken } = (await page.hold(v60, at(9))).body
      now += 1999
      expect((await page.confirm(holdToken)).body.code).toBe('challenge_failed')
      now += 1
      expect((await page.confirm(holdToken)).status).toBe(201)
    })

    test('200 at once from one network hold no more than they may', async () => {
      const pool = await page.business.addResource({ capacity: 1000 })
      const variant = await page.business.addVariant([pool], { capacityMode: 'pooled', maxQuantity: 10 })
      const solved = []
      for (let n = 0; n < 200; n++) solved.push(await page.solve())
      const answers = await Promise.all(
        solved.map(one => page.post('/holds', { variantId: variant, startsAt: at(9), ...one })),
      )
      // On a slow machine, some wait too long for a connection and are told to come again.
      expect(answers.filter(({ status }) => status !== 503).length).toBeGreaterThan(5)
      for (const n of answers.keys()) while (answers[n]?.status === 503) answers[n] = await page.hold(variant, at(9))
      const codes = answers.map(({ status }) => status)
      expect(codes.filter(status => status === 201)).toHaveLength(5)
      expect(codes.filter(status => status === 429)).toHaveLength(195)
      expect(Number(answers.find(({ status }) => status === 429)?.headers.get('retry-after'))).toBeGreaterThan(0)
      now += 11 * MINUTE
      expect((await page.hold(variant, at(9))).status).toBe(201)
    })

    test('visitors hold at most half of what is left of a day, from however many networks, and three places at least', async () => {
      own.holdsPerNetwork = 0
      const statusOf = async (hour: number) => (await page.hold(v60, at(hour))).status
      const statuses = []
      for (const hour of [9, 10, 11, 12, 13]) statuses.push(await statusOf(hour))
      expect(statuses).toEqual([201, 201, 201, 201, 429])
      // Another day is not theirs, and what is confirmed is no hold.
      expect(await statusOf(24 + 9)).toBe(201)
      now += HOUR
      expect(await statusOf(13)).toBe(201)
    })

    test('one network alone keeps no day from others: it holds less than a quarter of it, and two places at least', async () => {
      const statusOf = async (hour: number) => (await page.hold(v60, at(hour))).status
      expect([await statusOf(9), await statusOf(10), await statusOf(11)]).toEqual([201, 201, 429])
      expect(await statusOf(24 + 9)).toBe(201)
      address = '203.0.113.77'
      expect([await statusOf(11), await statusOf(12)]).toEqual([201, 201])
    })

    test('a wide network of IPv6 holds ten times what a single one may', async () => {
      own.holdsPerNetwork = 1
      const pool = await page.business.addResource({ capacity: 1000 })
      const variant = await page.business.addVariant([pool], { capacityMode: 'pooled', maxQuantity: 10 })
      const statuses = []
      for (let net = 1; net <= 12; net++) {
        address = `2001:db8:1:${net}::1`
        statuses.push((await page.hold(variant, at(9))).status)
      }
      expect(statuses).toEqual([...Array(10).fill(201), 429, 429])
      address = '2001:db8:2:1::1'
      expect((await page.hold(variant, at(9))).status).toBe(201)
    })

    test.each([10, 3])('one network books %i times an hour, if that is the limit', async most => {
      own.confirmsPerNetwork = most
      const pool = await page.business.addResource({ capacity: 1000 })
      const variant = await page.business.addVariant([pool], { capacityMode: 'pooled' })
      for (let one = 0; one < most; one++) await booked(9, {}, variant)
      const token = await held(9, {}, variant)
      expect((await page.confirm(token)).status).toBe(429)
      own.confirmsPerNetwork = 0
      expect((await page.confirm(token)).status, 'without a limit').toBe(201)
    })

    test('page and desk at once: one booking', async () => {
      own.holdsPerNetwork = 0
      const solved = await Promise.all(Array.from({ length: 20 }, () => page.solve()))
      const answers = await Promise.all([
        ...solved.map(one => page.post('/holds', { variantId: v60, startsAt: at(9), ...one })),
        ...solved.map(() =>
          page.business.send('POST', '/bookings', {
            ...{ variantId: v60, startsAt: at(9), channelId: page.business.channelId, customer: { name: 'Desk' } },
          }),
        ),
      ])
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
      expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
    })
  })

  describe('the waitlist', () => {
    const whole = { windowStart: at(9), windowEnd: at(17) }
    const join = async (variantId: string, more: object = {}) =>
      page.post('/waitlist', {
        ...{ variantId, ...whole, customer: { name: 'Ada', email: 'ada@example.com' } },
        ...(await page.solve()),
        ...more,
      })

    test.each([10, 3])('is joined %i times an hour from one network, if that is the limit', async most => {
      own.confirmsPerNetwork = most
      const variant = await page.business.addVariant([resourceId], { waitlistEnabled: true })
      const joinAs = (one: number) => join(variant, { customer: { name: 'Ada', email: `ada-${one}@example.com` } })
      for (let one = 0; one < most; one++) expect((await joinAs(one)).status).toBe(201)
      const refused = await joinAs(most)
      expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
      expect((await page.business.get(`/customers?q=ada-${most}`)).body).toEqual([])
      own.confirmsPerNetwork = 0
      expect((await joinAs(most)).status, 'without a limit').toBe(201)
      own.confirmsPerNetwork = most
      now += HOUR
      expect((await joinAs(most + 1)).status, 'an hour later').toBe(201)
    })

    test('keeps who waits, whatever somebody else books in their name', async () => {
      const variant = await page.business.addVariant([resourceId], { waitlistEnabled: true })
      await join(variant)
      await booked(10, { customer: { name: 'Rival', email: 'ada@example.com' } }, variant)
      expect((await page.business.get('/bookings/waitlist')).body).toMatchObject([{ status: 'waiting', position: 1 }])
    })

    test('takes anybody for a variant that has one, and says the same to who waits already', async () => {
      expect((await join(v60)).body.code).toBe('waitlist_closed')
      const variant = await page.business.addVariant([resourceId], { waitlistEnabled: true })
      const [first, second] = [await join(variant), await join(variant)]
      expect([first.status, first.body]).toEqual([201, { id: null, status: 'waiting' }])
      expect([second.status, second.body]).toEqual([201, first.body])
      expect((await page.business.get('/bookings/waitlist')).body).toHaveLength(1)
      const { body } = await join(variant, { windowEnd: at(8), customer: { name: 'Ada', email: 'x@example.com' } })
      expect(Object.keys(body.errors)).toEqual(['windowEnd'])
      const all = await join(variant, { windowEnd: at(8), quantity: 9999, customer: { phone: 'x', locale: 'xx' } })
      expect(Object.keys(all.body.errors).toSorted()).toEqual([
        'customer.email',
        'customer.locale',
        'customer.name',
        'customer.phone',
        'quantity',
        'windowEnd',
      ])
    })

    const offered = async () => {
      const variant = await page.business.addVariant([resourceId], { waitlistEnabled: true })
      await join(variant)
      const [entry] = (await page.business.get('/bookings/waitlist')).body
      const offer = await page.business.send('POST', `/bookings/waitlist/${entry.id}/offer`, { startsAt: at(9) })
      expect(offer.status).toBe(200)
      const { tenantId, run } = page.business
      const token = (await run(db => linkToken(db, tenantId, offer.body.bookingId, 'offer'))) ?? ''
      return { entryId: entry.id as string, token, bookingId: offer.body.bookingId as string }
    }
    const entryNow = async (id: string) => (await page.business.get(`/bookings/waitlist/${id}`)).body.status

    test('an offer is accepted by its link', async () => {
      const { entryId, token, bookingId } = await offered()
      expect((await page.get(`/offers/${token}`)).body).toMatchObject({
        ...{ status: 'open', startsAt: at(9), personName: null, manageToken: null },
      })
      const { status, body } = await page.post(`/offers/${token}/accept`)
      expect([status, body.status]).toEqual([200, 'confirmed'])
      expect(await entryNow(entryId)).toBe('converted')
      const { tenantId, run } = page.business
      const opened = { kind: 'manage', token: body.manageToken, now } as const
      expect(await run(db => bookingOfToken(db, tenantId, opened))).toBe(bookingId)
      // The link in the mail goes on to the booking.
      const { body: later } = await page.get(`/offers/${token}`)
      expect(later).toMatchObject({ status: 'taken', manageToken: body.manageToken })
      await page.post(`/bookings/${later.manageToken}/cancel`)
      expect((await page.get(`/offers/${token}`)).body).toMatchObject({ status: 'cancelled', manageToken: null })
    })

    test('an offer says with whom, where customers see that', async () => {
      const { body: types } = await page.business.get('/resources/types')
      await page.business.send('PATCH', `/resources/types/${types[0].id}`, { kind: 'person' })
      await page.business.send('PATCH', `/resources/${resourceId}`, { isShownOnline: true, name: 'Aylin' })
      const { token } = await offered()
      expect((await page.get(`/offers/${token}`)).body).toMatchObject({ personName: 'Aylin' })
    })

    test('an offer that ran out is refused', async () => {
      const { token } = await offered()
      now += 3 * HOUR
      const { status, body } = await page.post(`/offers/${token}/accept`)
      expect([status, body.code]).toEqual([409, 'slot_unavailable'])
    })

    test.each([
      [false, 'waiting'],
      [true, 'cancelled'],
    ])('an offer is declined by its link (leave: %s)', async (leave, status) => {
      const { entryId, token } = await offered()
      expect((await page.post(`/offers/${token}/decline`, { leave })).body).toEqual({ status })
      expect(await entryNow(entryId)).toBe(status)
    })
  })
})
