import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bookingOfToken, customerLinks, type LinkKind } from '../../../server/features/public/links'
import { DAY, HOUR } from '../../../src/time/instant'
import { openApi, type TestApi } from '../http/support/fixture'
import { describeOnDatabase } from '../support/describeOnDatabase'
import { type Business, NOW, openBusiness } from './support/business'

const times = ['2026-03-02T08:00:00.000Z', '2026-03-02T09:00:00.000Z'] as const

describeOnDatabase('links for customers', use => {
  let api: TestApi
  let business: Business
  let bookingId: string

  beforeAll(async () => {
    api = await openApi({ on: use(), users: null, now: () => NOW })
  })
  afterAll(() => api.close())
  beforeEach(async () => {
    business = await openBusiness(api)
    const a = await business.addResource()
    bookingId = await business.addBooking([a], await business.addVariant([a]), times)
  })

  const site = { url: 'https://book.test', mainDomain: null }
  const linksOf = (id = bookingId, { tenantId, run } = business) =>
    run(db => customerLinks(db, { tenantId, bookingId: id, site }))
  const tokenIn = (url = '') => url.split('/').at(-1) ?? ''
  const opened = (kind: LinkKind, token: string, now = NOW, { tenantId, run } = business) =>
    run(db => bookingOfToken(db, tenantId, { kind, token, now }))

  test('stay the same and open their booking, each for one thing', async () => {
    const links = await linksOf()
    expect(await linksOf()).toEqual(links)
    expect(links?.manageUrl).toMatch(/^https:\/\/book\.test\/book\/[a-z0-9-]+\/manage\/[\w-]{48}$/)
    expect(await opened('manage', tokenIn(links?.manageUrl))).toBe(bookingId)
    expect(await opened('hold', tokenIn(links?.manageUrl))).toBeNull()
    expect(await opened('offer', tokenIn(links?.offerUrl))).toBe(bookingId)
  })

  test('lead to the host of a tenant that has one', async () => {
    const { tenantId, run } = business
    const links = await run(db =>
      customerLinks(db, { tenantId, bookingId, site: { url: 'https://app.book.test', mainDomain: 'book.test' } }),
    )
    expect(links?.holdUrl).toMatch(/^https:\/\/[a-z0-9-]+\.book\.test\/book\/hold\/[\w-]{48}$/)
  })

  test('open nothing when guessed, cut, or tried in another tenant', async () => {
    const token = tokenIn((await linksOf())?.manageUrl)
    const other = await openBusiness(api)
    const changed = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A')
    expect(await opened('manage', token, NOW, other)).toBeNull()
    for (const guess of [changed, token.slice(1), '', 'x'.repeat(10_000), randomUUID()])
      expect(await opened('manage', guess)).toBeNull()
  })

  test('are over 30 days after the end', async () => {
    const token = tokenIn((await linksOf())?.manageUrl)
    const over = Date.parse(times[1]) + 30 * DAY
    expect(await opened('manage', token, over - 1)).toBe(bookingId)
    expect(await opened('manage', token, over)).toBeNull()
  })

  test('end when staff revoke them; later ones are others', async () => {
    const before = await linksOf()
    const { status, body } = await business.send('POST', `/bookings/${bookingId}/revoke-links`, {
      reason: 'sent astray',
    })
    expect([status, body.id]).toEqual([200, bookingId])
    expect(await opened('manage', tokenIn(before?.manageUrl))).toBeNull()
    const after = await linksOf()
    expect(after).not.toEqual(before)
    expect(await opened('manage', tokenIn(after?.manageUrl))).toBe(bookingId)
    const history = await business.get(`/bookings/${bookingId}/history`)
    expect(history.body[0]).toMatchObject({ action: 'revoked', via: 'revokeLinks', reason: 'sent astray' })
  })

  test('end when the customer is forgotten', async () => {
    const customerId = await business.add('customers', { name: 'Ada' })
    await business.run(db => db.updateTable('bookings').set({ customerId }).where('id', '=', bookingId).execute())
    const token = tokenIn((await linksOf())?.manageUrl)
    await business.run(db =>
      db
        .updateTable('customers')
        .set({ anonymizedAt: new Date(NOW - HOUR).toISOString() })
        .where('id', '=', customerId)
        .execute(),
    )
    expect(await opened('manage', token)).toBeNull()
    expect(await linksOf()).toBeNull()
  })
})
