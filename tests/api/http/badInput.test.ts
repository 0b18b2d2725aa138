import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { product } from '../../../server/product'
import { isBytesBody } from '../../../src/contract'
import { bookings } from '../../../src/resources/bookings'
import { variants } from '../../../src/resources/variants'
import type { AnyResource } from '../../../src/schema'
import { callsOf, readDocument } from '../../../testing/openApiCalls'
import { draftOf, ownerOf, recordIn } from '../../../testing/samples'
import { testBadInput } from '../../../testing/testBadInput'
import { openApi, type Person, routesOf, type TestApi } from './support/fixture'

await testBadInput(product, {
  answers: ['answers'],
  handWritten: ['bookings', 'bookingSeries', 'visits', 'waitlistEntries'],
})

let api: TestApi
let tenantId: string
let superuser: Person

beforeAll(async () => {
  api = await openApi({ users: null })
  tenantId = (await api.addTenant()).id
  superuser = await api.addPerson({ userType: 'superuser' })
})
afterAll(() => api.close())

const bodySchemas = new Map(callsOf(await readDocument(product)).map(({ name, body }) => [name, body]))
const jsonCalls = routesOf(product).flatMap(route =>
  route.body && !isBytesBody(route.body) ? [{ name: `${route.method} ${route.path}`, route }] : [],
)
const asking = jsonCalls.filter(
  ({ name, route }) => bodySchemas.get(name)?.properties?.answers && route.access.who !== 'anyone',
)

test.each(asking)('answers to an item’s questions are told of with all else that is wrong in $name', async call => {
  const { route } = call
  const place = (await api.addTenant()).id
  const owner = ownerOf(route, product.resources) as AnyResource
  const isCreated = owner.api === route.path
  const names = Object.keys(bodySchemas.get(call.name)?.properties ?? {})
  const variant = names.includes('variantId') ? { variantId: await recordIn(api, variants, place) } : {}
  const draft = isCreated ? await draftOf(api, owner, place) : variant
  const id = isCreated ? place : await recordIn(api, owner, place)
  const question = { key: 'hair', label: 'Your hair?', type: 'text', required: true, options: [] }
  await api.owner.query('update catalog_items set questions = $2 where tenant_id = $1', [
    place,
    JSON.stringify([question]),
  ])
  const send = (body: object) =>
    api.request(
      route.path.replace(/\{(\w+)\}/g, (_, name: string) => (name === 'tenantId' ? place : id)),
      { method: route.method, as: superuser, tenantId: place, body },
    )
  const others = names.filter(name => !['answers', 'variantId'].includes(name))
  const wrong = { ...draft, ...Object.fromEntries(others.map(name => [name, { 'no such name': {} }])) }
  const told = Object.keys((await send(wrong)).body.errors)
  expect(told.length).toBeGreaterThan(0)
  const all = Object.keys((await send({ ...wrong, answers: { eyes: 'blue' } })).body.errors)
  expect(all).toEqual(expect.arrayContaining([...told, 'answers.eyes']))
})

test('what follows from several fields of a booking is told of with all else', async () => {
  const place = (await api.addTenant()).id
  const { customerId, startsAt, ...draft } = (await draftOf(api, bookings, place)) as {
    customerId: string
    startsAt: string
  }
  const times = { startsAt: startsAt.replace(':00.000Z', ':30.000Z'), endsAt: startsAt }
  const body = { ...draft, ...times, notify: 'maybe', override: true }
  for (const [url, more] of [
    ['/bookings', {}],
    ['/bookings/series', { rrule: 'FREQ=DAILY;COUNT=2' }],
  ] as const) {
    const send = (sent: object) => api.request(url, { method: 'POST', as: superuser, tenantId: place, body: sent })
    const wrong = Object.keys((await send({ ...body, ...more })).body.errors).toSorted()
    expect([url, wrong]).toEqual([url, ['customerId', 'endsAt', 'notify', 'reason', 'startsAt']])
    const { notify: _, override: __, ...late } = body
    const { errors } = (await send({ ...late, ...more })).body
    expect([url, Object.keys(errors).toSorted()]).toEqual([url, ['customerId', 'endsAt', 'startsAt']])
  }
})

test('any header may be anything', async () => {
  const header = fc.string({ unit: fc.constantFrom('a', '"', ',', '*', 'W', '/', '1', '-', '=', '.', ' ', '\\') })
  await fc.assert(
    fc.asyncProperty(header, header, header, async (ifMatch, tenant, authorization) => {
      const { id } = await api.addChannel(tenantId)
      const headers = { 'If-Match': ifMatch }
      const patched = await api.request(`/channels/${id}`, {
        method: 'PATCH',
        as: superuser,
        tenantId,
        body: {},
        headers,
      })
      expect([200, 412]).toContain(patched.status)
      const other = { 'X-Tenant-ID': tenant, Authorization: authorization, 'Content-Type': ifMatch }
      expect((await api.request('/channels', { headers: other })).status).toBe(401)
    }),
    { numRuns: 8 * Number(process.env.FUZZ ?? 1) },
  )
})
