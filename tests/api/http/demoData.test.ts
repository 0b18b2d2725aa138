import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settleDemo } from '../../../server/core/demo'
import { demo } from '../../../server/demo/demo'
import { apiBase } from '../../../server/http/apiBase'
import { openApi, type Person, type TestApi } from './support/fixture'

let api: TestApi
let superuser: Person

let firstStart: Promise<void>

beforeAll(async () => {
  api = await openApi()
  const log = () => {}
  const failing = {
    ...api.auth,
    createAccount: async () => {
      throw new Error('The machine is switched off')
    },
  }
  firstStart = settleDemo(api.database, failing, demo, { isOn: true, log })
  await firstStart.catch(() => {})
  await settleDemo(api.database, api.auth, demo, { isOn: true, log })
  superuser = await api.addPerson({ userType: 'superuser' })
})
afterAll(() => api.close())

test('a start that fails half-way leaves nothing in the way of the next one', async () => {
  await expect(firstStart).rejects.toThrow('switched off')
  const { body } = await api.request('/tenants?sort=slug', { as: superuser })
  expect(body.map(({ slug }: { slug: string }) => slug)).toEqual(['city-courts', 'harbor-spa'])
})

test('the spa has visits that nobody has to wait in; the coaches of the courts take turns', async () => {
  const tenantOf = async (slug: string) => (await api.request(`/tenants/by-slug/${slug}`, { as: superuser })).body.id
  const tenantId = await tenantOf('harbor-spa')
  const { body: visits } = await api.request('/bookings/visits', { as: superuser, tenantId })
  expect(visits.length).toBeGreaterThan(1)
  for (const visit of visits) expect(visit).toMatchObject({ partCount: 2, isApart: false })
  const courts = { as: superuser, tenantId: await tenantOf('city-courts') }
  const { body: items } = await api.request('/catalog-items?q=Private lesson', courts)
  const { body: variants } = await api.request(`/catalog-items/${items[0].id}/variants`, courts)
  expect(variants).toMatchObject([{ allocation: 'rotation' }])
})

describe.each(['harbor-spa', 'city-courts'])('the demo business %s', slug => {
  test('could take bookings for everything that it offers', async () => {
    const tenantId = (await api.request(`/tenants/by-slug/${slug}`, { as: superuser })).body.id
    const get = async (url: string) => (await api.request(url, { as: superuser, tenantId })).body
    expect(await get(`/tenants/${tenantId}/setup-status`)).toMatchObject({ isComplete: true })

    const items = await get('/catalog-items?status=active')
    expect(items.length).toBeGreaterThan(2)
    for (const { id, name } of items) {
      expect({ name, ...(await get(`/catalog-items/${id}/readiness`)) }).toEqual({
        name,
        isBookable: true,
        missing: [],
      })
    }
    expect((await get('/bookings/resource-rules?isActive=true')).length).toBeGreaterThan(3)
    expect((await get('/customers')).length).toBeGreaterThan(3)
  })

  test('has a free time for every variant, on every channel that sells it', async () => {
    const tenantId = (await api.request(`/tenants/by-slug/${slug}`, { as: superuser })).body.id
    const get = async (url: string) => (await api.request(url, { as: superuser, tenantId })).body
    const channels = (await get('/channels')).map(({ id, name }: { id: string; name: string }) => ({ id, name }))
    const asked = []
    for (const item of await get('/catalog-items?status=active'))
      for (const variant of await get(`/catalog-items/${item.id}/variants?isActive=true`))
        for (const channel of channels) {
          const { slots, reason } = await get(`/availability/next?variantId=${variant.id}&channelId=${channel.id}`)
          const isNotSold = reason?.code === 'channel_not_selling'
          asked.push({ what: `${item.name} ${variant.name} ${channel.name}`, isFree: slots.length > 0, isNotSold })
        }
    expect(asked.length).toBeGreaterThan(10)
    expect(asked.filter(({ isFree, isNotSold }) => !isFree && !isNotSold)).toEqual([])
    expect(asked.filter(({ isFree }) => isFree).length).toBeGreaterThan(asked.length / 2)
  })

  test('has pictures that are served, each with what it shows', async () => {
    const tenantId = (await api.request(`/tenants/by-slug/${slug}`, { as: superuser })).body.id
    for (const list of ['/catalog-items', '/resources']) {
      const { body } = await api.request(`${list}?image=true`, { as: superuser, tenantId })
      expect(body.length).toBeGreaterThan(0)
      for (const { image } of body) {
        expect(image).toMatchObject({ alt: expect.stringMatching(/\w/), type: 'image/png', height: 180 })
        expect((await api.request(image.url.slice(apiBase.length), {})).status).toBe(200)
      }
    }
  })

  test('has weeks of bookings around today, of every kind that a screen shows', async () => {
    const tenantId = (await api.request(`/tenants/by-slug/${slug}`, { as: superuser })).body.id
    const count = async (query: string): Promise<number> => {
      const answer = await api.request(`/bookings?perPage=1&${query}`, { as: superuser, tenantId })
      expect(answer.status).toBe(200)
      return Number(answer.headers.get('x-total-count'))
    }
    const now = new Date().toISOString()
    expect(await count(`to=${now}&status=completed`)).toBeGreaterThan(30)
    expect(await count(`from=${now}&status=confirmed&status=pending`)).toBeGreaterThan(15)
    expect(await count('status=cancelled')).toBeGreaterThan(3)
    expect(await count('status=no_show')).toBeGreaterThan(0)
    const [last] = (await api.request('/bookings?sort=startsAt&order=desc&perPage=1', { as: superuser, tenantId })).body
    expect(Date.parse(last.startsAt)).toBeGreaterThan(Date.now() + 5 * 86_400_000)
  })
})

test('the spa has people who wait, one of whom can be offered what is free', async () => {
  const tenantId = (await api.request('/tenants/by-slug/harbor-spa', { as: superuser })).body.id
  const get = async (url: string) => (await api.request(url, { as: superuser, tenantId })).body
  const waiting = await get('/bookings/waitlist?status=waiting')
  expect(waiting.map(({ position }: { position: number }) => position)).toEqual([1, 2])
  const [first] = await get('/bookings/waitlist/matches')
  expect(first).toMatchObject({ fits: true, isAutomatic: false })
})

test('the spa has a regular who comes every week, at times that it offers', async () => {
  const tenantId = (await api.request('/tenants/by-slug/harbor-spa', { as: superuser })).body.id
  const [series] = (await api.request('/bookings/series', { as: superuser, tenantId })).body
  expect(series).toMatchObject({ customerName: 'Emma Larsen', status: 'active', occurrenceCount: 4 })
  expect(series.bookedCount).toBeGreaterThan(1)
  const { body } = await api.request(`/bookings?seriesId=${series.id}`, { as: superuser, tenantId })
  expect(body).toHaveLength(series.bookedCount)
  for (const { variantId, startsAt, endsAt, resourceIds, id: exceptBookingId, overrides } of body) {
    expect(overrides).toEqual([])
    const quote = await api.request('/bookings/quote', {
      ...{ method: 'POST', as: superuser, tenantId },
      body: { variantId, startsAt, endsAt, resourceIds, exceptBookingId },
    })
    expect(quote.body).toMatchObject({ available: true })
  }
})
