import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { databaseOn } from '../../../server/db/database'
import { openServer } from '../../../server/db/server'
import { eventStream } from '../../../server/live/eventStream'
import { LiveEvents } from '../../../server/live/LiveEvents'
import { openApi, type TestApi } from '../http/support/fixture'
import { describeOnBoth } from '../support/describeOnBoth'
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
    const { url } = use()
    api = await openApi({ on: use(), users: null, now: () => NOW })
    other = api
    if (!url) return
    const server = await openServer({ databaseUrl: url })
    const database = databaseOn(server)
    other = await openApi({
      on: { database, owner: server.pool, url, close: () => database.close() },
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

  const ask = async (at: TestApi, who: Business) =>
    at.app.request('/bookings/live', {
      headers: { Authorization: `Bearer ${await at.tokenOf(who.owner)}`, 'X-Tenant-ID': who.tenantId },
    })
  const follow = async (at: TestApi, who: Business) => readerOf(await ask(at, who))

  test('what one person does, another hears of, also at another process, and nobody of another tenant does', async () => {
    const stranger = await openBusiness(api)
    const elsewhere = await follow(api, stranger)
    const reader = await follow(other, business)
    await reader.read()
    const variantId = await business.addVariant([await business.addResource()])
    const hold = { variantId, startsAt: '2026-03-02T09:00:00Z', hold: true }
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

  test('a stream shows that it lives, sums up what a slow reader missed, and ends with the process', async () => {
    const live = new LiveEvents(use().database)
    const { tenantId } = business
    const reader = readerOf(eventStream(live, { tenantId, resource: 'bookings', beat: 20 }))
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
