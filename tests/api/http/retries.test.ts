import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Route } from '../../../server/http/route'
import { product } from '../../../server/product'
import { resources } from '../../../src/resources'
import { catalogItems } from '../../../src/resources/catalogItems'
import { customers } from '../../../src/resources/customers'
import { bookableResources } from '../../../src/resources/resources'
import { schedules } from '../../../src/resources/schedules'
import { expandShared } from '../../../testing/expandShared'
import { draftOf, ownerOf, paramsOf, recordIn, resourceOf } from '../../../testing/samples'
import { expectSameTag } from '../../../testing/tags'
import { expectEntries, watchVersions } from '../../../testing/versions'
import { openApi, type Person, routesOf, type TestApi } from './support/fixture'

// Every POST of the route table is made twice with one key: a new route is covered from its first day.

let api: TestApi
let tenantId: string
let superuser: Person
let tables: string[]

beforeAll(async () => {
  api = await openApi()
  await watchVersions(api.owner)
  tenantId = (await api.addTenant()).id
  superuser = await api.addPerson({ userType: 'superuser' })
  await api.addMember(tenantId, superuser, 'owner')
  const { rows } = await api.owner.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relnamespace in ('public'::regnamespace, 'auth_service'::regnamespace) and relkind in ('r', 'p')
     and relname not in ('idempotency_keys', 'migrations', 'migration_lock')`,
  )
  tables = rows.map(({ name }) => name)
})
afterAll(async () => {
  await expectEntries(api.owner)
  await api.close()
})

/** Everything that a call can change, mails included. */
const state = async () => {
  await api.auth.settled()
  const parts = tables.map(
    name => `select '${name}' as name, md5(string_agg(t::text, '|' order by t::text)) from ${name} t`,
  )
  const { rows } = await api.owner.query(parts.join(' union all '))
  return { rows, mails: (await readdir(api.outboxFolder)).length }
}

/** What calls say that do not make a record by its declaration. */
const bodyOf: Readonly<Record<string, () => Promise<object> | object>> = {
  approveBookingSeries: () => ({ scope: 'all' }),
  declineBookingSeries: () => ({ scope: 'all' }),
  cancelBookingSeries: () => ({ scope: 'all' }),
  extendBookingSeries: () => ({ count: 1 }),
  duplicateSchedule: () => ({ name: 'Copy' }),
  generateTimeslots: () => ({ from: '2027-03-01', to: '2027-03-03' }),
  simulateChanges: () => ({
    from: '2027-03-01',
    to: '2027-03-03',
    changes: [{ action: 'create', entityType: 'schedules', data: { name: 'Draft', timeZone: 'Europe/Berlin' } }],
  }),
  previewNotificationTemplate: () => ({ key: 'booking_confirmed', locale: 'en' }),
  testNotificationTemplate: () => ({ key: 'booking_confirmed', locale: 'en' }),
  decideAboutBookings: () => ({ ids: [crypto.randomUUID()], action: 'cancel' }),
  changeTimeslots: () => ({ ids: [crypto.randomUUID()], action: 'open' }),
  reassignResource: async () => ({ toResourceId: await recordIn(api, bookableResources, tenantId) }),
  mergeCustomer: async () => ({ intoId: await recordIn(api, customers, tenantId) }),
}

/** Calls that only answer something. */
const answering = new Set(['quoteBooking', 'previewNotificationTemplate'])

/** Calls that a new record, or no body, is not enough for. */
const refused = new Set([
  'approveBooking',
  'declineBooking',
  'rescheduleBooking',
  'reassignBooking',
  'rescheduleBookingSeries',
  'reassignBookingSeries',
  'retrySkippedBookingSeries',
  'checkInBooking',
  'completeBooking',
  'markBookingAsNoShow',
  'restoreBooking',
  'tellOfMove',
  // Nothing is offered to who has just begun to wait, and the place that a sample names is not there.
  'acceptOffer',
  'declineOffer',
  'offerPlace',
  'restoreWaitlistEntry',
  'withdrawOffer',
  // A new item has no variant.
  'activateCatalogItem',
  // A new delivery is still on its way (`webhooks.test.ts`).
  'redeliverDelivery',
  // A new mail is still on its way (`notifications.test.ts`).
  'resendMessage',
  // It names neither an entry nor a request (`takeBack.test.ts`).
  'takeBackAuditEntry',
  'takeBackRequests',
  // The superuser was not invited (`invitations.test.ts`).
  'acceptInvitation',
  'declineInvitation',
])

/** A call of the route about a record of its own. */
const prepare = async (route: Route) => {
  const resource = resourceOf(route, resources)
  const owner = ownerOf(route, resources)
  const fresh = owner ? await recordIn(api, owner, tenantId) : tenantId
  const ofRecord = owner ? await paramsOf(api, owner, tenantId, fresh) : { id: fresh }
  const scheduleId = await recordIn(api, schedules, tenantId)
  const catalogItemId = await recordIn(api, catalogItems, tenantId)
  const params: Record<string, string> = { tenantId, scheduleId, catalogItemId, ...ofRecord }
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? crypto.randomUUID())
  const body = resource ? await draftOf(api, resource, tenantId) : ((await bodyOf[route.operationId]?.()) ?? {})
  const query = route.query?.ids?.isRequired ? `?ids=${fresh}` : ''
  return { path: path + query, hasBody: route.body !== undefined, body }
}

const send = ({ path, hasBody, body }: Awaited<ReturnType<typeof prepare>>, key: string) =>
  api.request(path, {
    method: 'POST',
    as: superuser,
    tenantId,
    headers: { 'Idempotency-Key': key },
    ...(hasBody && { body }),
  })

test('are part of the document for every POST', async () => {
  const body = expandShared((await api.request('/openapi.json')).body)
  const posts = Object.values<{ post?: { parameters: { name: string }[] } }>(body.paths).flatMap(
    ({ post }) => post ?? [],
  )
  expect(posts.length).toBeGreaterThan(20)
  for (const { parameters } of posts) expect(parameters.map(({ name }) => name)).toContain('Idempotency-Key')
})

describe('with one key', () => {
  const posts = routesOf(product).filter(({ method, access }) => method === 'POST' && access.who !== 'anyone')

  test.each(posts.map(route => ({ name: `POST ${route.path}`, route })))('$name is done once', async ({ route }) => {
    const call = await prepare(route)
    const key = crypto.randomUUID()
    const first = await send(call, key)
    expect(first.status).toBeLessThan(500)
    await expectSameTag(api, { url: call.path, as: superuser, tenantId }, first)
    const done = await state()
    const again = await send(call, key)
    expect(await state()).toEqual(done)
    // A secret is shown once, and not kept for a retry.
    const { instance: _, requestId: __, key: ___, secret: ____, ...ofFirst } = first.body ?? {}
    if (route.path.startsWith('/calendar-feeds')) delete ofFirst.url
    expect({ status: again.status, body: again.body }).toMatchObject({
      status: first.status,
      body: first.body && ofFirst,
    })
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
    const isDone = first.status < 300 && !answering.has(route.operationId)
    expect(again.headers.get('idempotent-replayed')).toBe(isDone ? 'true' : null)
    // An upload's body is a file, which this one is not.
    const isRefused =
      answering.has(route.operationId) || refused.has(route.operationId) || route.path.startsWith('/uploads/')
    expect(isDone || isRefused, JSON.stringify(first.body)).toBe(true)
    if (!isDone || !call.hasBody) return
    const other = await send({ ...call, body: { ...call.body, reason: 'Another' } }, key)
    expect(other).toMatchObject({ status: 422 })
    expect(await state()).toEqual(done)
  })
})
