import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { unsubscribeToken } from '../../../server/features/notifications/unsubscribeToken'
import { linkToken } from '../../../server/features/public/links'
import type { Route } from '../../../server/http/route'
import { product } from '../../../server/product'
import { resources } from '../../../src/resources'
import { variants } from '../../../src/resources/variants'
import { type AnyResource, type Fields, fieldOf } from '../../../src/schema'
import { callsOf, readDocument, sampleOf as sampleOfSchema } from '../../../testing/openApiCalls'
import { ownerOf, paramsOf, recordIn, resourceOf, sampleOf } from '../../../testing/samples'
import { expectSameTag } from '../../../testing/tags'
import { expectEntries, raisedIds, watchVersions } from '../../../testing/versions'
import { NOW } from '../features/support/business'
import { openPage, type PublicPage } from '../features/support/publicPage'
import { type Answered, openApi, type Person, routesOf, type TestApi } from './support/fixture'

// Every call that changes or deletes something in a tenant, field by field, and every call of a visitor. Calls of people that make or do something are in
// `retries.test.ts`: a new route is covered from its first day.

let api: TestApi
let superuser: Person
let now = Date.now()

beforeAll(async () => {
  api = await openApi({ users: null, now: () => now })
  await watchVersions(api.owner)
  superuser = await api.addPerson({ userType: 'superuser' })
})
afterEach(() => expectEntries(api.owner))
afterAll(() => api.close())

const bodies = new Map(callsOf(await readDocument(product)).map(({ name, body }) => [name, body]))
const named = (routes: Route[]) => routes.map(route => ({ name: `${route.method} ${route.path}`, route }))
const writing = routesOf(product).filter(({ method }) => method !== 'GET')
// An import's queue writes records, and says so (tests/api/features/imports.test.ts).
const ofPeople = writing.filter(
  ({ access, path }) => access.who !== 'anyone' && !path.startsWith('/users') && !path.startsWith('/imports'),
)

interface Place {
  tenantId: string
  /** The record's id. */
  id: string
  url: string
}

/** A call of the route about a record of its own, in a tenant of its own. */
const placeOf = async (route: Route): Promise<Place> => {
  const tenantId = (await api.addTenant()).id
  await api.addMember(tenantId, superuser, 'owner')
  const owner = ownerOf(route, resources)
  const id = !owner || owner.name === 'tenants' ? tenantId : await recordIn(api, owner, tenantId)
  const own = owner && owner.name !== 'tenants' ? await paramsOf(api, owner, tenantId, id) : { id }
  const params: Record<string, string> = { tenantId, ...own }
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
  return { tenantId, id, url: route.query?.ids?.isRequired ? `${path}?ids=${id}` : path }
}

const send = async ({ method }: Route, { tenantId, url }: Place, body?: object): Promise<Answered> => {
  const answer = await api.request(url, { method, as: superuser, tenantId, ...(body && { body }) })
  await expectSameTag(api, { url, as: superuser, tenantId }, answer)
  return answer
}

/** What a change must say beside the fields. */
const besides: Readonly<Record<string, object>> = { 'PATCH /bookings/series/{id}': { scope: 'all' } }

const patches = named(ofPeople.filter(({ method }) => method === 'PATCH'))
test.each(patches)('a change of each field by $name has its entry', async ({ name, route }) => {
  const resource = resourceOf(route, resources) as AnyResource
  const place = await placeOf(route)
  const given = Object.keys(bodies.get(name)?.properties ?? {}).filter(field => fieldOf(resource, field))
  for (const field of given) {
    const kind = (resource.fields as Fields)[field]
    const value = kind && (await sampleOf(api, kind, place.tenantId, {}))
    const answer = await send(route, place, { ...besides[name], [field]: value })
    expect(answer.status, `${field} ${JSON.stringify(answer.body)}`).toBeLessThan(500)
  }
  expect((await raisedIds(api.owner)).has(place.id), 'something was changed').toBe(true)
})

// What one chooses for oneself is no record.
const ownChoices = ['/saved-views/default', '/tenants/{id}/setup-status']
/** What a set that no declaration assigns is of. */
const setsOf: Readonly<Record<string, AnyResource>> = { '/resources/{id}/services': variants }
const sets = named(ofPeople.filter(({ method, path }) => method === 'PUT' && !ownChoices.includes(path)))
test.each(sets)('$name has its entry', async ({ name, route }) => {
  const place = await placeOf(route)
  const [of] = resources.flatMap(({ assigns = {} }) =>
    Object.values(assigns).flatMap(one => (one.path === route.path ? [one.of()] : [])),
  )
  const id = await recordIn(api, (of ?? setsOf[route.path]) as AnyResource, place.tenantId)
  const full = sampleOfSchema(bodies.get(name) ?? {}, () => id) as object
  const empty = Object.fromEntries(Object.keys(full).map(member => [member, []]))
  for (const body of [full, empty]) {
    const answer = await send(route, place, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  }
})

// What is in a trash has no version; its entries: testing/testTrash.ts. What a template made: setupTemplates.test.ts.
const deletions = ofPeople.filter(
  ({ method, path }) => method === 'DELETE' && !path.includes('/trash/') && path !== '/setup/template',
)
test.each(named(deletions))('what $name changes beside has its entry', async ({ route }) => {
  const answer = await send(route, await placeOf(route))
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
})

describe('a visitor', () => {
  /** On Monday, 2026-03-02, in Berlin. */
  const at = (hour: number) => new Date(Date.UTC(2026, 2, 2, hour - 1)).toISOString()
  let page: PublicPage
  let variantId: string

  const held = async () => {
    const { body } = await page.hold(variantId, at(10))
    now += 5000
    return body.holdToken as string
  }
  const booked = async () => (await page.confirm(await held())).body.manageToken as string
  const join = async () =>
    page.post('/waitlist', {
      ...{ variantId, windowStart: at(9), windowEnd: at(17), customer: { name: 'Ada', email: 'ada@example.com' } },
      ...(await page.solve()),
    })
  const offered = async () => {
    await join()
    const { business } = page
    const [entry] = (await business.get('/bookings/waitlist')).body
    const { body } = await business.send('POST', `/bookings/waitlist/${entry.id}/offer`, { startsAt: at(9) })
    return (await business.run(db => linkToken(db, business.tenantId, body.bookingId, 'offer'))) ?? ''
  }

  const visits: Readonly<Record<string, () => Promise<Answered>>> = {
    'POST /public/{tenantSlug}/challenges': () => page.post('/challenges'),
    'POST /public/{tenantSlug}/availability/visits': () =>
      page.post('/availability/visits', { parts: [{ variantId }], from: '2026-03-02', to: '2026-03-03' }),
    'POST /public/{tenantSlug}/holds': () => page.hold(variantId, at(10)),
    'POST /public/{tenantSlug}/holds/{token}/extend': async () => page.post(`/holds/${await held()}/extend`),
    'POST /public/{tenantSlug}/holds/{token}/leave': async () => page.post(`/holds/${await held()}/leave`),
    'POST /public/{tenantSlug}/holds/{token}/return': async () => {
      const token = await held()
      await page.post(`/holds/${token}/leave`)
      return page.post(`/holds/${token}/return`)
    },
    'DELETE /public/{tenantSlug}/holds/{token}': async () => page.send('DELETE', `/holds/${await held()}`),
    'POST /public/{tenantSlug}/holds/{token}/confirm': async () => page.confirm(await held()),
    'POST /public/{tenantSlug}/bookings/{token}/cancel': async () => page.post(`/bookings/${await booked()}/cancel`),
    'POST /public/{tenantSlug}/bookings/{token}/reschedule': async () =>
      page.post(`/bookings/${await booked()}/reschedule`, { startsAt: at(12) }),
    'POST /public/{tenantSlug}/waitlist': join,
    'POST /public/{tenantSlug}/offers/{token}/accept': async () => page.post(`/offers/${await offered()}/accept`),
    'POST /public/{tenantSlug}/offers/{token}/decline': async () =>
      page.post(`/offers/${await offered()}/decline`, { leave: true }),
    'POST /public/unsubscribe/{token}': async () => {
      const { tenantId } = page.business
      const customerId = await page.business.add('customers', { name: 'Ada', email: 'ada@example.com' })
      const { rows } = await api.owner.query('select link_secret from tenants where id = $1', [tenantId])
      const token = unsubscribeToken(tenantId, 'customer', customerId, rows[0].link_secret)
      return api.request(`/public/unsubscribe/${token}`, { method: 'POST' })
    },
  }

  const ofVisitors = writing.filter(({ access }) => access.who === 'anyone')
  test.each(named(ofVisitors))('$name has an entry for each version', async ({ name }) => {
    now = NOW
    page = await openPage(api)
    variantId = await page.business.addVariant([await page.business.addResource()], { waitlistEnabled: true })
    const answer = await visits[name]?.()
    expect(answer?.status, JSON.stringify(answer?.body)).toBeLessThan(300)
  })
})
