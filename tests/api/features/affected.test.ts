import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestApi } from '../http/support/fixture'
import { openApi } from '../http/support/fixture'
import { describeOnDatabase } from '../support/describeOnDatabase'
import { type Business, NOW, openBusiness } from './support/business'

const instant = (hour: number) => new Date(Date.UTC(2026, 2, 2, hour)).toISOString()
const at = (hour: number) => [instant(hour), instant(hour + 1)] as const
const nine = '2026-03-02T08:00:00.000Z'
const vacation = { startDate: '2026-03-02', endDate: '2026-03-02' }

interface Place {
  startsAt: string
  endsAt: string
  resourceIds: string[]
}
interface Affected {
  bookingId: string
  version: number
  move: Place
}
type Shown = Place & { id: string; version: number }

describeOnDatabase('bookings that fall outside', use => {
  let api: TestApi
  let business: Business
  let a: string
  let b: string
  let v60: string

  beforeAll(async () => {
    api = await openApi({ on: use(), users: null, now: () => NOW })
  })
  afterAll(() => api.close())
  beforeEach(async () => {
    business = await openBusiness(api)
    a = await business.addResource({ name: 'A' })
    b = await business.addResource({ name: 'B' })
    v60 = await business.addVariant([a, b])
  })

  const book = (resourceId = a, hour = 9) => business.addBooking([resourceId], v60, at(hour))
  const read = async (id: string) => (await business.get(`/bookings/${id}`)).body
  const bulk = (ids: readonly string[], action: string, more: object = {}, person = business.owner) =>
    business.send('POST', '/bookings/bulk', { ids, action, ...more }, person)
  const conflictsOf = async (ruleId: string) =>
    (await business.get(`/bookings/resource-rules/${ruleId}/conflicts`)).body

  test('the impact of a resource says of each booking what would become of it, and where it could go', async () => {
    const first = await book(a, 9)
    await book(b, 9)
    const second = await book(a, 10)
    const { body } = await business.get(`/resources/${a}/impact`)
    expect(body).toMatchObject({
      bookingCount: 2,
      bookings: [
        {
          bookingId: first,
          reference: expect.stringMatching(/^T\d{7}$/),
          severity: 'stranded',
          isNew: true,
          reasons: [{ code: 'no_active_resource' }],
          resourceIds: [a],
          sameTimeResourceIds: [],
          nearest: { startsAt: nine },
          seriesId: null,
        },
        { bookingId: second, sameTimeResourceIds: [b], nearest: { startsAt: at(10)[0] } },
      ],
    })
    expect((await business.get(`/resources/${b}/impact`)).body.bookingCount).toBe(1)
    expect((await business.get(`/resources/${randomUUID()}/impact`)).status).toBe(404)
  })

  test('the conflicts of a rule are the bookings to come against which it speaks', async () => {
    const inside = await book()
    await book(b, 9)
    const rule = await business.addRule(
      'blackout',
      { ...vacation, startTime: '10:30', endTime: '12:00' },
      {
        resourceIds: [a],
      },
    )
    const other = await business.addRule('min_notice', { minutes: 60 })
    expect(await conflictsOf(rule)).toMatchObject({
      bookingCount: 1,
      bookings: [
        { bookingId: inside, isNew: true, severity: 'stranded', reasons: [{ code: 'blackout', ruleId: rule }] },
      ],
    })
    expect(await conflictsOf(other)).toEqual({ bookingCount: 0, bookings: [] })
    expect((await business.get(`/bookings/resource-rules/${randomUUID()}/conflicts`)).status).toBe(404)
    const viewer = await api.addPersonIn(business.tenantId, 'viewer')
    const answer = await business.send('GET', `/bookings/resource-rules/${rule}/conflicts`, undefined, viewer)
    expect(answer).toMatchObject({ status: 200, body: { bookingCount: 1 } })
    const foreign = await openBusiness(api)
    expect((await foreign.get(`/bookings/resource-rules/${rule}/conflicts`)).status).toBe(404)
  })

  test('of bookings in a foreign calendar nothing is told but when they are', async () => {
    const [foreign, own] = [await book(a), await book(b)]
    const rule = await business.addRule('blackout', vacation)
    const staff = await api.addPersonIn(business.tenantId, 'staff')
    await api.database.run({ as: 'platform' }, async db => {
      await db.updateTable('tenants').set({ staffKeepToOwn: true }).where('id', '=', business.tenantId).execute()
      await db.updateTable('memberships').set({ resourceId: b }).where('userId', '=', staff.id).execute()
    })
    const path = `/bookings/resource-rules/${rule}/conflicts`
    const { bookings, bookingCount } = (await business.send('GET', path, undefined, staff)).body
    expect(bookingCount).toBe(2)
    expect(bookings.map((one: { bookingId: string | null }) => one.bookingId).toSorted()).toEqual(
      [own, null].toSorted(),
    )
    expect(bookings).toContainEqual(
      expect.objectContaining({
        bookingId: null,
        reference: null,
        variantId: null,
        title: null,
        reasons: [],
        startsAt: at(9)[0],
      }),
    )
    expect((await bulk([foreign], 'cancel', {}, staff)).body).toMatchObject([{ id: foreign, code: 'not_found' }])
  })

  test('kept bookings are not listed again, and their history says why', async () => {
    const id = await book()
    const rule = await business.addRule('blackout', vacation)
    expect((await bulk([id], 'keep')).body.errors).toHaveProperty('reason')
    expect((await bulk([id], 'keep', { reason: 'She comes anyway' })).body).toEqual([{ id, ok: true }])
    expect(await read(id)).toMatchObject({
      status: 'confirmed',
      overrides: [{ code: 'blackout', ruleId: rule, reason: 'She comes anyway' }],
    })
    expect(await conflictsOf(rule)).toEqual({ bookingCount: 0, bookings: [] })
    const { version } = await read(id)
    expect((await bulk([id], 'keep', { reason: 'Again' })).body).toEqual([{ id, ok: true }])
    expect((await read(id)).version).toBe(version)
    const [entry] = (await business.get(`/bookings/${id}/history`)).body
    expect(entry).toMatchObject({
      via: 'keep',
      reason: 'She comes anyway',
      changes: { overrides: { to: ['blackout'] } },
    })
  })

  test('each is moved to the nearest time, or stays with its reason; what fits stays where it is', async () => {
    const [outside, another, fits] = [await book(), await book(b, 9), await book(a, 15)]
    await business.addRule('blackout', { ...vacation, startTime: '10:00', endTime: '11:00' })
    const gone = randomUUID()
    const { body } = await bulk([outside, another, gone, fits], 'move')
    expect(body).toMatchObject([
      { id: outside, ok: true },
      { id: another, ok: true },
      { id: gone, ok: false, code: 'not_found' },
      { id: fits, ok: true },
    ])
    expect([await read(outside), await read(another)]).toMatchObject([
      { startsAt: nine, resourceIds: [a], rescheduleCount: 1 },
      { startsAt: nine, resourceIds: [b] },
    ])
    expect(await read(fits)).toMatchObject({ startsAt: at(15)[0], rescheduleCount: 0 })

    const stuck = await book(a, 12)
    await business.addRule('blackout', { startDate: '2026-02-20', endDate: '2026-04-30' })
    expect((await bulk([stuck], 'move')).body).toMatchObject([{ id: stuck, ok: false, code: 'slot_unavailable' }])
    expect(await read(stuck)).toMatchObject({ startsAt: at(12)[0], rescheduleCount: 0 })
  })

  test('what is shown is what is done: one plan for all, taken exactly, and refused where the world moved on', async () => {
    const ids = [await book(a, 9), await book(b, 9), await book(a, 10), await book(b, 10)]
    const draft = {
      name: 'Morning',
      ruleType: 'blackout',
      parameters: { ...vacation, startTime: '10:00', endTime: '12:00' },
      applyToAllResources: true,
    }
    const changes = [{ action: 'create', entityType: 'resourceRules', data: draft }]
    const simulated = await business.send('POST', '/availability/simulate', {
      from: '2026-03-02',
      to: '2026-03-03',
      changes,
    })
    const { items } = simulated.body.bookings as { items: Affected[] }
    expect(items.map(({ bookingId }) => bookingId).toSorted()).toEqual(ids.toSorted())
    const shown = items.map(({ bookingId, version, move }) => ({ id: bookingId, version, ...move }))
    // Each place once, though all of them are nearest to the same.
    expect(new Set(shown.map(({ startsAt, resourceIds }) => `${startsAt} ${resourceIds}`)).size).toBe(4)
    await business.addRule('blackout', draft.parameters)

    const [changed, lost, ...rest] = shown as [Shown, Shown, ...Shown[]]
    await business.send('PATCH', `/bookings/${changed.id}`, { notes: 'By somebody else' })
    await business.addBooking(lost.resourceIds, v60, [lost.startsAt, lost.endsAt])
    const before = await Promise.all([changed, lost].map(({ id }) => read(id)))
    const { body } = await bulk(
      shown.map(({ id }) => id),
      'move',
      { moves: shown },
    )
    expect(body).toMatchObject([
      { id: changed.id, ok: false, code: 'stale' },
      { id: lost.id, ok: false, code: 'slot_unavailable' },
      ...rest.map(({ id }) => ({ id, ok: true })),
    ])
    for (const { id, startsAt, endsAt, resourceIds } of rest)
      expect(await read(id)).toMatchObject({ startsAt, endsAt, resourceIds, rescheduleCount: 1 })
    expect(await Promise.all([changed, lost].map(({ id }) => read(id)))).toEqual(before)
  })

  test('each is given other resources, or is cancelled, as its own call would', async () => {
    const id = await book()
    await business.addRule('blackout', vacation, { resourceIds: [a] })
    expect((await bulk([id], 'reassign')).body).toEqual([{ id, ok: true }])
    expect(await read(id)).toMatchObject({ startsAt: at(9)[0], resourceIds: [b] })
    expect((await bulk([id], 'reassign', { resourceIds: [a] })).body).toMatchObject([
      { ok: false, code: 'slot_unavailable', detail: expect.stringContaining('Rule') },
    ])
    expect((await bulk([id], 'cancel', { reason: 'Ill' })).body).toEqual([{ id, ok: true }])
    expect(await read(id)).toMatchObject({ status: 'cancelled', cancellationReason: 'Ill' })
    for (const action of ['cancel', 'move', 'reassign', 'keep'])
      expect((await bulk([id], action, { reason: 'Again' })).body).toMatchObject([{ ok: false, code: 'wrong_status' }])
  })

  test('one whose new resource is deleted in this moment is refused by itself', async () => {
    const c = await business.addResource({ name: 'C' })
    v60 = await business.addVariant([a, b, c])
    const [known, lost, other] = [await book(a, 9), await book(a, 10), await book(a, 11)]
    await book(b, 11)
    await business.addRule('blackout', vacation, { resourceIds: [a] })
    expect((await bulk([known], 'reassign')).body).toEqual([{ id: known, ok: true }])
    // Past the triggers that tell the kept set-up of it, as if it came between reading that and writing.
    await use().owner.query(
      `begin; set local session_replication_role = replica; delete from resources where id = '${b}'; commit`,
    )
    expect(await bulk([lost, other], 'reassign')).toMatchObject({
      status: 200,
      body: [
        { id: lost, ok: false, code: 'not_found' },
        { id: other, ok: true },
      ],
    })
    expect([(await read(lost)).resourceIds, (await read(other)).resourceIds]).toEqual([[a], [c]])
  })

  test('a retry with the same key repeats what was done, and does none of it again', async () => {
    const ids = [await book(), await book(b)]
    const key = randomUUID()
    const again = () =>
      api.request('/bookings/bulk', {
        method: 'POST',
        as: business.owner,
        tenantId: business.tenantId,
        body: { ids, action: 'cancel' },
        headers: { 'Idempotency-Key': key },
      })
    expect((await again()).body).toEqual(ids.map(id => ({ id, ok: true })))
    // Without the key they would be refused: they are cancelled by now.
    expect((await again()).body).toEqual(ids.map(id => ({ id, ok: true })))
    expect((await bulk(ids, 'cancel')).body).toMatchObject(ids.map(id => ({ id, ok: false, code: 'wrong_status' })))
  })

  test('a late one is refused without a reason while the others are done', async () => {
    await business.addRule('cancellation_notice', { minutes: 30 * 1440 }, { resourceIds: [a] })
    const [late, other] = [await book(), await book(b)]
    expect((await bulk([late, other], 'cancel')).body).toMatchObject([
      { id: late, ok: false, code: 'validation' },
      { id: other, ok: true },
    ])
    expect([(await read(late)).status, (await read(other)).status]).toEqual(['confirmed', 'cancelled'])
  })

  test('bad input is refused as a whole, and only staff decide', async () => {
    const id = await book()
    const errorsOf = async (...given: Parameters<typeof bulk>) => {
      const { status, body } = await bulk(...given)
      return [status, ...Object.keys(body.errors ?? {})]
    }
    expect(await errorsOf([], 'cancel')).toEqual([422, 'ids'])
    expect(
      await errorsOf(
        Array.from({ length: 201 }, () => randomUUID()),
        'cancel',
      ),
    ).toEqual([422, 'ids'])
    expect(await errorsOf(['nonsense'], 'cancel')).toEqual([422, 'ids'])
    expect(await errorsOf([id], 'tell')).toEqual([422, 'action'])
    expect(await errorsOf([id], 'keep', { reason: 'So', notify: true })).toEqual([422, 'notify'])
    expect(await errorsOf([id], 'cancel', { resourceIds: [b] })).toEqual([422, 'resourceIds'])
    expect(await errorsOf([id], 'cancel', { nonsense: 1 })).toEqual([422, 'nonsense'])
    const move = { id, version: 1, startsAt: at(11)[0], endsAt: at(11)[1], resourceIds: [a] }
    expect(await errorsOf([id], 'cancel', { moves: [move] })).toEqual([422, 'moves'])
    expect(await errorsOf([id, randomUUID()], 'move', { moves: [move] })).toEqual([422, 'moves'])
    expect(await errorsOf([id], 'move', { moves: [move, move] })).toEqual([422, 'moves'])
    expect(await errorsOf([id], 'move', { moves: [1] })).toEqual([422, 'moves.0'])
    expect(await errorsOf([id], 'move', { moves: [{ ...move, startsAt: 'soon', version: 0 }] })).toEqual([
      422,
      'moves.0.version',
      'moves.0.startsAt',
    ])
    const viewer = await api.addPersonIn(business.tenantId, 'viewer')
    expect((await bulk([id], 'cancel', {}, viewer)).status).toBe(403)
    const staff = await api.addPersonIn(business.tenantId, 'staff')
    const foreign = await openBusiness(api)
    expect((await foreign.send('POST', '/bookings/bulk', { ids: [id], action: 'cancel' })).body).toMatchObject([
      { id, ok: false, code: 'not_found' },
    ])
    expect((await bulk([id], 'cancel', {}, staff)).body).toEqual([{ id, ok: true }])
    expect(
      (await business.run(db => sql`select id from bookings where status = 'cancelled'`.execute(db))).rows,
    ).toHaveLength(1)
  })
})
