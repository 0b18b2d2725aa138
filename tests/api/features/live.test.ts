import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databaseOn } from '../../../server/db/database'
import { openServer } from '../../../server/db/server'
import { eventStream } from '../../../server/live/eventStream'
import { LiveEvents } from '../../../server/live/LiveEvents'
import { placeOf } from '../../../testing/testDatabase'
import { openApi, type Person, type TestApi } from '../http/support/fixture'
import { describeOnBoth } from '../support/describeOnDatabase'
import { type Business, NOW, openBusiness } from './support/business'

/** Reads events of a response until one is a change. */
const nextChange = async (reader: ReadableStreamDefaultReader<Uint8Array>): Promise<unknown> => {
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return null
    const [, data] = /^event: change\ndata: (.*)\n\n$/.exec(new TextDecoder().decode(value)) ?? []
    if (data) return JSON.parse(data)
  }
}

const readerOf = (response: Response) => (response.body as ReadableStream<Uint8Array>).getReader()

describeOnBoth('live bookings', use => {
  let api: TestApi
  let other: TestApi
  let stopOther = async () => {}
  let business: Business

  beforeAll(async () => {
    const { url, owner } = use()
    api = await openApi({ on: use(), users: null, now: () => NOW })
    other = api
    if (!url) return
    const database = databaseOn(await openServer(placeOf(url)))
    other = await openApi({
      on: { database, owner, url, close: () => database.close() },
      users: null,
      now: () => NOW,
    })
    stopOther = async () => {
      await other.close()
      await database.close()
    }
  })
  afterAll(async () => {
    await stopOther()
    await api.close()
  })
  beforeEach(async () => {
    business = await openBusiness(api)
  })

  const ask = async (at: TestApi, who: Business, as: Person = who.owner) =>
    at.app.request('/bookings/live', {
      headers: { Authorization: `Bearer ${await at.tokenOf(as)}`, 'X-Tenant-ID': who.tenantId },
    })
  const follow = async (at: TestApi, who: Business, as?: Person) => readerOf(await ask(at, who, as))

  test('what one person does, another hears of, also at another process, and nobody of another tenant does', async () => {
    const stranger = await openBusiness(api)
    const elsewhere = await follow(api, stranger)
    const reader = await follow(other, business)
    await reader.read()
    const variantId = await business.addVariant([await business.addResource()])
    const hold = { variantId, startsAt: '2026-03-02T09:00:00.000Z', hold: true }
    const { body } = await business.send('POST', '/bookings', hold)
    expect(await nextChange(reader)).toEqual({ resource: 'bookings', ids: [body.id] })
    await business.send('POST', `/bookings/${body.id}/extend-hold`, {})
    expect(await nextChange(reader)).toEqual({ resource: 'bookings', ids: [body.id] })
    await business.send('DELETE', `/bookings/${body.id}`)
    expect(await nextChange(reader)).toEqual({ resource: 'bookings', ids: [body.id] })
    await reader.cancel()

    const own = await stranger.addVariant([await stranger.addResource()])
    const theirs = await stranger.send('POST', '/bookings', { ...hold, variantId: own })
    expect(await nextChange(elsewhere)).toEqual({ resource: 'bookings', ids: [theirs.body.id] })
    await elsewhere.cancel()
  })

  test('a visit is told of beside its bookings, also when one of them changes by itself', async () => {
    const reader = await follow(other, business)
    await reader.read()
    const variantId = await business.addVariant([await business.addResource()])
    const parts = [{ variantId }, { variantId }]
    const hold = { parts, startsAt: '2026-03-02T09:00:00.000Z', hold: true }
    const { body } = await business.send('POST', '/bookings/visits', hold)
    const ids = body.parts.map(({ bookingId }: { bookingId: string }) => bookingId)
    const heard = async () => [await nextChange(reader), await nextChange(reader)]
    const both = (bookingIds: unknown) =>
      expect.arrayContaining([
        { resource: 'visits', ids: [body.id] },
        { resource: 'bookings', ids: bookingIds },
      ])
    expect(await heard()).toEqual(both(expect.arrayContaining(ids)))
    await business.send('POST', `/bookings/${ids[1]}/cancel`, {})
    expect(await heard()).toEqual(both([ids[1]]))
    await reader.cancel()
  })

  test('who keeps to their own calendar hears that something changed, and not what', async () => {
    const chair = await business.addResource()
    const staff = await api.addPerson()
    await api.addMember(business.tenantId, staff, 'staff', { resourceId: await business.addResource() })
    await api.database.run({ as: 'platform' }, db =>
      db.updateTable('tenants').set({ staffKeepToOwn: true }).where('id', '=', business.tenantId).execute(),
    )
    const reader = await follow(other, business, staff)
    await reader.read()
    const hold = { variantId: await business.addVariant([chair]), startsAt: '2026-03-02T09:00:00.000Z', hold: true }
    expect((await business.send('POST', '/bookings', hold)).status).toBe(201)
    expect(await nextChange(reader)).toEqual({ resource: 'bookings', ids: [] })
    await reader.cancel()
  })

  test('changes of the waitlist are told beside those of bookings', async () => {
    const reader = await follow(other, business)
    await reader.read()
    const variantId = await business.addVariant([await business.addResource()], { waitlistEnabled: true })
    const customerId = await business.add('customers', { name: 'X' })
    const windows = [{ startsAt: '2026-03-02T09:00:00.000Z', endsAt: '2026-03-02T10:00:00.000Z' }]
    const { body } = await business.send('POST', '/bookings/waitlist', { variantId, customerId, windows })
    expect(await nextChange(reader)).toEqual({ resource: 'waitlistEntries', ids: [body.id] })
    const offer = await business.send('POST', `/bookings/waitlist/${body.id}/offer`, { startsAt: windows[0]?.startsAt })
    const changes = [await nextChange(reader), await nextChange(reader)]
    expect(changes).toContainEqual({ resource: 'waitlistEntries', ids: [body.id] })
    expect(changes).toContainEqual({ resource: 'bookings', ids: [offer.body.bookingId] })
    await reader.cancel()
  })

  test('a changed series is told with all of its bookings', async () => {
    const reader = await follow(other, business)
    await reader.read()
    const variantId = await business.addVariant([await business.addResource()])
    const customerId = await business.add('customers', { name: 'X' })
    const body = { variantId, customerId, startsAt: '2026-03-02T09:00:00.000Z', rrule: 'FREQ=WEEKLY;COUNT=2' }
    const made = (await business.send('POST', '/bookings/series', body)).body
    const ids = made.occurrences.map((one: { bookingId: string }) => one.bookingId)
    /** Reads on until the series and each of its bookings were named. */
    const told = async () => {
      const open = new Set<string>([made.id, ...ids])
      while (open.size > 0) {
        const { done, value } = await reader.read()
        if (done) throw new Error('The stream ended.')
        for (const [, data] of new TextDecoder().decode(value).matchAll(/^event: change\ndata: (.*)$/gm)) {
          const { resource, ids: named } = JSON.parse(data ?? '') as { resource: string; ids: string[] }
          for (const one of named) if (resource === (one === made.id ? 'bookingSeries' : 'bookings')) open.delete(one)
        }
      }
    }
    await told()
    await business.send('PATCH', `/bookings/series/${made.id}`, { scope: 'all', notes: 'Ring the bell' })
    await told()
    await business.send('POST', `/bookings/series/${made.id}/cancel`, { scope: 'all' })
    await told()
    await reader.cancel()
  })

  test('one person has no more than thirty streams at a process', async () => {
    const readers = []
    for (let stream = 0; stream < 30; stream++) readers.push(await follow(api, business))
    const refused = await ask(api, business)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
    const others = await follow(api, await openBusiness(api))
    await readers[0]?.cancel()
    readers[0] = await follow(api, business)
    for (const reader of [...readers, others]) await reader.cancel()
  })

  describe('end within a second at every process', () => {
    const set = (table: string, values: string, id: string) =>
      use().owner.query(`update ${table} set ${values} where id = $1`, [id])
    const losses: Record<string, (who: { memberId: string; userId: string; sessionId: string }) => Promise<unknown>> = {
      'the membership ends': ({ memberId }) => set('memberships', 'is_active = false', memberId),
      'the membership is deleted': ({ memberId }) =>
        use().owner.query('delete from memberships where id = $1', [memberId]),
      'the user is deactivated': ({ userId }) => set('users', 'is_active = false', userId),
      'the account is another': ({ userId }) => set('users', 'auth_id = null', userId),
      'the tenant is suspended': () => set('tenants', 'is_active = false', business.tenantId),
      'the tenant asks for a second step': () => set('tenants', 'require_second_factor = true', business.tenantId),
      'the session ends': ({ sessionId }) =>
        use().owner.query('delete from auth_service.sessions where id = $1', [sessionId]),
      'the session gets another id': ({ sessionId }) =>
        use().owner.query('update auth_service.sessions set id = gen_random_uuid() where id = $1', [sessionId]),
      'the account is deleted with its sessions': ({ sessionId }) =>
        use().owner.query(
          'delete from auth_service.users where id = (select user_id from auth_service.sessions where id = $1)',
          [sessionId],
        ),
    }
    /** Somebody in the tenant whose sign-in the auth service knows. */
    const signIn = async (role: 'admin' | 'viewer') => {
      const person = await api.addPerson()
      const { id: memberId } = await api.addMember(business.tenantId, person, role)
      const { rows } = await use().owner.query<{ id: string }>(
        `with account as (insert into auth_service.users (id, email) values ($1, $2) returning id)
         insert into auth_service.sessions (user_id, method, created_at) select id, 'password', now() from account returning id`,
        [person.authId, person.email],
      )
      const sessionId = String(rows[0]?.id)
      const followAt = async (at: TestApi) => {
        const token = await at.sign({ authId: person.authId, sessionId })
        const response = await at.app.request('/bookings/live', {
          headers: { Authorization: `Bearer ${token}`, 'X-Tenant-ID': business.tenantId },
        })
        const reader = readerOf(response)
        // Its first words come when it is watched over.
        await reader.read()
        return reader
      }
      return { memberId, userId: person.id, sessionId, readers: [await followAt(api), await followAt(other)] }
    }
    const inTime = (end: Promise<unknown>) =>
      Promise.race([end, new Promise(resolve => setTimeout(resolve, 10_000, 'still open').unref())])

    test.each(Object.entries(losses))('when %s, and no other does', async (_, lose) => {
      const gone = await signIn('admin')
      const elsewhere = await follow(other, await openBusiness(api))
      await elsewhere.read()
      const heard = elsewhere.read()
      const ends = gone.readers.map(nextChange)
      await lose(gone)
      for (const end of ends) expect(await inTime(end)).toBeNull()
      expect(await Promise.race([heard, Promise.resolve('open')])).toBe('open')
      await elsewhere.cancel()
    })

    test('when a role is less than the stream needs', async () => {
      const live = new LiveEvents(use().database)
      let role = 'admin'
      const follower = { tenantId: business.tenantId, userId: business.owner.id, sessionId: null }
      const reader = readerOf(
        eventStream(live, { follower: { ...follower, mayGoOn: async () => role === 'admin' }, resource: 'bookings' }),
      )
      await reader.read()
      role = 'staff'
      const end = nextChange(reader)
      await use().owner.query("update memberships set role = 'staff' where tenant_id = $1 and user_id = $2", [
        business.tenantId,
        business.owner.id,
      ])
      expect(await inTime(end)).toBeNull()
      await live.close()
    })

    test('and what changes nothing of that ends none', async () => {
      const stays = await signIn('viewer')
      await set('users', "name = 'Somebody'", stays.userId)
      await set('auth_service.sessions', 'used_at = now()', stays.sessionId)
      await set('tenants', "name = 'Another'", business.tenantId)
      await set('memberships', 'joined_at = now()', stays.memberId)
      const variantId = await business.addVariant([await business.addResource()])
      const heard = stays.readers.map(nextChange)
      const { body } = await business.send('POST', '/bookings', {
        variantId,
        startsAt: '2026-03-02T09:00:00.000Z',
        hold: true,
      })
      for (const change of heard) expect(await change).toEqual({ resource: 'bookings', ids: [body.id] })
      for (const reader of stays.readers) await reader.cancel()
    })
  })

  test('a stream shows that it lives, sums up what a slow reader missed, and ends with the process', async () => {
    const live = new LiveEvents(use().database)
    const { tenantId } = business
    const follower = { tenantId, userId: business.owner.id, sessionId: null, mayGoOn: async () => true }
    const reader = readerOf(eventStream(live, { follower, resource: 'bookings', beat: 20 }))
    const first = [await reader.read(), await reader.read(), await reader.read()]
    expect(first.map(({ value }) => new TextDecoder().decode(value))).toContain(': still here\n\n')
    live.announce(tenantId, 'channels', ['x'])
    live.announce(
      tenantId,
      'bookings',
      Array.from({ length: 101 }, () => crypto.randomUUID()),
    )
    expect(await nextChange(reader)).toEqual({ resource: 'bookings', ids: [] })
    await live.close()
    expect(await nextChange(reader)).toBeNull()
  })
})
