import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { product } from '../../../server/product'
import { filterFieldsOf, mayAccess } from '../../../src/schema'
import { dayFilters } from '../../../src/schema/tabFilter'
import { describeOnDatabase } from '../support/describeOnDatabase'
import { openApi, type Person, type TestApi } from './support/fixture'

// A Friday.
const now = Date.parse('2026-11-27T23:30:00Z')

describeOnDatabase('saved views', use => {
  let api: TestApi
  let tenantId: string
  let ann: Person
  let admin: Person

  beforeAll(async () => {
    api = await openApi({ on: use(), users: null, now: () => now })
  })
  afterAll(() => api.close())
  beforeEach(async () => {
    // Where it is Saturday already.
    tenantId = (await api.addTenant({ timeZone: 'Europe/Berlin', weekStartsOn: 7 })).id
    ann = await api.addPersonIn(tenantId, 'staff')
    admin = await api.addPersonIn(tenantId, 'admin')
  })

  const send = (method: string, path: string, body?: unknown, as = ann) =>
    api.request(`/saved-views${path}`, { method, as, tenantId, ...(body !== undefined && { body }) })
  const save = async (values: object, as = ann) => {
    const answer = await send('POST', '', { name: 'Mine', resource: 'bookings', ...values }, as)
    expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ id: expect.any(String) })
    return answer.body
  }
  const namesOf = async (as: Person, query = '') =>
    (await send('GET', `?sort=name${query}`, undefined, as)).body.map(({ name }: { name: string }) => name)
  const entriesOf = async (entityId: string) =>
    (await api.request(`/audit-log?entityId=${entityId}&entityType=savedViews`, { as: admin, tenantId })).body

  test('keep a list’s query, with dates as of today in the tenant’s zone and week', async () => {
    const view = await save({
      filters: { status: ['confirmed', 'pending'], startsAtFrom: 'week', startsAtTo: 'today+7d', tab: 'upcoming' },
      q: 'ann',
      sort: 'startsAt',
      order: 'DESC',
      columns: ['reference', 'startsAt'],
      perPage: 50,
    })
    expect(view).toMatchObject({
      visibility: 'private',
      isDefault: false,
      isMine: true,
      isOwnDefault: false,
      ownerId: ann.id,
      sort: 'startsAt',
      order: 'DESC',
      columns: ['reference', 'startsAt'],
      filters: { startsAtFrom: 'week' },
      brokenFilters: [],
      resolved: {
        status: ['confirmed', 'pending'],
        tab: 'upcoming',
        // The Sunday before, and a week from Saturday.
        startsAtFrom: '2026-11-22',
        startsAtTo: '2026-12-05',
        q: 'ann',
        sort: 'startsAt',
        order: 'DESC',
        perPage: '50',
      },
    })
    const query = new URLSearchParams(
      Object.entries(view.resolved).flatMap(([name, value]) => [value].flat().map(each => [name, String(each)])),
    )
    expect((await api.request(`/bookings?${query}`, { as: ann, tenantId })).status).toBe(200)
    const whole = await save({ name: 'Weeks', filters: { startsAt: 'month' } })
    expect(whole.resolved).toEqual({ startsAtFrom: '2026-11-01', startsAtTo: '2026-12-01' })
    const past = await save({ name: 'Past', filters: { startsAtFrom: 'today-30d' } })
    expect(past.resolved).toEqual({ startsAtFrom: '2026-10-29' })
  })

  test('of every declared list take each of its filters, and its dates by words', async () => {
    const owner = await api.addPersonIn(tenantId, 'owner')
    const lists = product.resources.filter(
      ({ scope, kind, partOf, access }) =>
        scope === 'tenant' && kind !== 'singleton' && !partOf && mayAccess('owner', access, 'list'),
    )
    expect(lists.length).toBeGreaterThan(15)
    for (const resource of lists) {
      const { name, list } = resource
      const dates = [...dayFilters(resource)].filter(([, { isBound }]) => isBound).map(([param]) => param)
      const references = filterFieldsOf(resource).filter(([, { kind }]) => kind === 'reference')
      const gone = references.map(([param]) => param)
      const filters = {
        ...Object.fromEntries(dates.map(param => [param, 'today'])),
        ...Object.fromEntries(gone.map(param => [param, crypto.randomUUID()])),
      }
      const answer = await send(
        'POST',
        '',
        { name, resource: name, filters, sort: list.sort, columns: list.columns },
        owner,
      )
      expect.soft(answer.status, `${name}: ${JSON.stringify(answer.body)}`).toBe(201)
      expect.soft(answer.body.brokenFilters?.toSorted(), name).toEqual(gone.toSorted())
      for (const param of dates) expect.soft(answer.body.resolved?.[param], `${name} ${param}`).toBe('2026-11-28')
      const wrong = await send(
        'POST',
        '',
        { name: 'x', resource: name, filters: { nonsense: '1' }, sort: 'nonsense', columns: ['nonsense'] },
        owner,
      )
      expect.soft(Object.keys(wrong.body.errors ?? {}).sort(), name).toEqual(['columns', 'filters.nonsense', 'sort'])
    }
  })

  test('refuse a list, value, name or default that cannot be', async () => {
    expect((await send('POST', '', { name: 'x', resource: 'nonsense' })).body.errors).toHaveProperty('resource')
    const refused = await send('POST', '', {
      name: ' ',
      resource: 'bookings',
      perPage: 101,
      order: 'sideways',
      filters: { status: 'nonsense' },
    })
    expect(refused.status).toBe(422)
    expect(Object.keys(refused.body.errors).sort()).toEqual(['name', 'order', 'perPage'])
    const wrong = await send('POST', '', {
      name: 'x',
      resource: 'bookings',
      filters: { status: 'nonsense', startsAtFrom: 'someday' },
    })
    expect(Object.keys(wrong.body.errors).sort()).toEqual(['filters.startsAtFrom', 'filters.status'])
    await save({ name: 'Late' })
    expect((await send('POST', '', { name: 'LATE', resource: 'bookings' })).body.errors).toHaveProperty('name')
    await save({ name: 'late', resource: 'customers' })
    await save({ name: 'late' }, admin)
    expect(
      (await send('POST', '', { name: 'y', resource: 'bookings', isDefault: true }, admin)).body.errors,
    ).toHaveProperty('isDefault')
    const { id } = await save({ name: 'z' })
    expect((await send('PATCH', `/${id}`, { resource: 'customers' })).body.errors).toHaveProperty('resource')
    expect((await send('POST', '', { name: 'x', resource: 'memberships' })).status).toBe(404)
  })

  test('that are private are nobody else’s to see, superusers’ neither', async () => {
    const { id } = await save({ name: 'Secret' })
    const superuser = await api.addPerson({ userType: 'superuser' })
    for (const other of [admin, superuser]) {
      for (const [method, body] of [['GET'], ['PATCH', { name: 'x' }], ['DELETE']] as const)
        expect.soft((await send(method, `/${id}`, body, other)).status, method).toBe(404)
      expect.soft(await namesOf(other)).not.toContain('Secret')
      expect.soft((await send('PUT', '/default', { resource: 'bookings', viewId: id }, other)).status).toBe(404)
    }
    const seen = await api.database.run({ as: 'tenant', tenantId }, db =>
      db.selectFrom('savedViews').select('id').execute(),
    )
    expect(seen).toEqual([])
    expect(await namesOf(ann)).toEqual(['Secret'])
  })

  test('of others do not show by the name that an admin gives', async () => {
    await save({ name: 'Secret' })
    const { id } = await save({ name: 'Open', visibility: 'shared' })
    expect((await send('PATCH', `/${id}`, { name: 'Secret' })).body.errors).toHaveProperty('name')
    expect((await send('PATCH', `/${id}`, { name: 'Secret' }, admin)).status).toBe(200)
  })

  test('that are shared are changed by their owner and by admins, and shared by staff', async () => {
    const viewer = await api.addPersonIn(tenantId, 'viewer')
    const bob = await api.addPersonIn(tenantId, 'staff')
    const { id } = await save({ name: 'Ours', visibility: 'shared' })
    expect(await namesOf(viewer)).toEqual(['Ours'])
    expect((await send('PATCH', `/${id}`, { name: 'x' }, bob)).status).toBe(403)
    expect((await send('DELETE', `/${id}`, undefined, bob)).status).toBe(403)
    expect((await send('PATCH', `/${id}`, { name: 'Everybody’s' }, admin)).status).toBe(200)
    expect((await send('PATCH', `/${id}`, { visibility: 'private' }, admin)).status).toBe(403)
    const own = await save({ name: 'Own' }, viewer)
    expect((await send('PATCH', `/${own.id}`, { visibility: 'shared' }, viewer)).status).toBe(403)
    expect((await send('POST', '', { name: 'y', resource: 'bookings', visibility: 'shared' }, viewer)).status).toBe(403)
    expect((await send('PATCH', `/${id}`, { isDefault: true })).status).toBe(403)
    expect((await send('DELETE', `/${id}`, undefined, admin)).status).toBe(204)
  })

  test('are the tenant’s default one at a time, and one’s own beside it', async () => {
    const one = await save({ name: 'One', visibility: 'shared', isDefault: true }, admin)
    const two = await save({ name: 'Two', visibility: 'shared' }, admin)
    const other = await save({ name: 'One', resource: 'customers', visibility: 'shared', isDefault: true }, admin)
    expect((await send('PATCH', `/${two.id}`, { isDefault: true }, admin)).status).toBe(200)
    const defaults = (await send('GET', '')).body.filter(({ isDefault }: { isDefault: boolean }) => isDefault)
    expect(defaults.map(({ id }: { id: string }) => id).sort()).toEqual([two.id, other.id].sort())
    expect((await entriesOf(one.id))[0].changes).toEqual({ isDefault: { from: true, to: false } })

    const choose = (viewId: string | null, resource = 'bookings') => send('PUT', '/default', { resource, viewId })
    const chosen = async (as = ann) =>
      (await send('GET', '', undefined, as)).body.flatMap((view: { isOwnDefault: boolean; name: string }) =>
        view.isOwnDefault ? view.name : [],
      )
    expect((await choose(one.id)).body).toEqual({ resource: 'bookings', viewId: one.id })
    expect(await chosen()).toEqual(['One'])
    await choose(two.id)
    expect(await chosen()).toEqual(['Two'])
    expect(await chosen(admin)).toEqual([])
    expect((await choose(other.id)).body.errors).toHaveProperty('viewId')
    expect((await choose(null, 'nonsense')).body.errors).toHaveProperty('resource')
    expect((await choose(crypto.randomUUID())).status).toBe(404)
    expect(await chosen()).toEqual(['Two'])
    const both = await Promise.all([choose(one.id), choose(one.id)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    await choose(null)
    expect(await chosen()).toEqual([])
  })

  test('name filters whose record is gone, and keep them', async () => {
    const { id: channelId } = await api.addChannel(tenantId)
    const { id } = await save({ filters: { channelId: channelId, status: 'confirmed' } })
    expect((await send('GET', `/${id}`)).body.brokenFilters).toEqual([])
    expect((await api.request(`/channels/${channelId}`, { method: 'DELETE', as: admin, tenantId })).status).toBe(204)
    const { body } = await send('GET', `/${id}`)
    expect(body).toMatchObject({ brokenFilters: ['channelId'], filters: { channelId: channelId } })
    expect(body.resolved).toEqual({ channelId: channelId, status: 'confirmed' })
    // It may go on, and be changed otherwise.
    expect((await send('PATCH', `/${id}`, { name: 'Renamed' })).status).toBe(200)
  })

  test('are not listed where somebody may not list the records', async () => {
    const owner = await api.addPersonIn(tenantId, 'owner')
    await save({ name: 'Members', resource: 'memberships', visibility: 'shared' }, owner)
    expect(await namesOf(owner)).toEqual(['Members'])
    expect(await namesOf(ann)).toEqual([])
    expect(await namesOf(owner, '&resource=bookings')).toEqual([])
  })

  test('are logged, without anything of private ones', async () => {
    const { id } = await save({ name: 'Secret', q: 'gossip' })
    await send('PATCH', `/${id}`, { q: 'slander' })
    const hidden = await entriesOf(id)
    expect(hidden).toHaveLength(2)
    expect(JSON.stringify(hidden)).not.toMatch(/Secret|gossip|slander/)
    await send('PATCH', `/${id}`, { visibility: 'shared', name: 'Open' })
    const shared = (await entriesOf(id)).find(({ entityLabel }: { entityLabel: string }) => entityLabel === 'Open')
    expect(shared.changes).toMatchObject({ name: { from: null, to: 'Open' }, q: { from: null, to: 'slander' } })
    // Taken back under another name, and gone.
    await send('PATCH', `/${id}`, { visibility: 'private', name: 'Secret' })
    await send('DELETE', `/${id}`)
    expect(JSON.stringify(await entriesOf(id))).not.toMatch(/Secret|gossip/)
  })

  test('that are shared stay when their owner leaves, and private ones go', async () => {
    const owner = await api.addPersonIn(tenantId, 'owner')
    const shared = await save({ name: 'Shared', visibility: 'shared' })
    await save({ name: 'Private' })
    await send('PUT', '/default', { resource: 'bookings', viewId: shared.id })
    const { body } = await api.request(`/tenants/${tenantId}/members`, { as: owner, tenantId })
    const membership = body.find(({ userId }: { userId: string }) => userId === ann.id)
    const left = await api.request(`/tenants/${tenantId}/members/${membership.id}`, {
      method: 'DELETE',
      as: owner,
      tenantId,
    })
    expect(left.status).toBe(204)
    const { rows } = await api.owner.query('select name from saved_views where tenant_id = $1', [tenantId])
    expect(rows).toEqual([{ name: 'Shared' }])
    const { rows: chosen } = await api.owner.query('select from saved_view_defaults where tenant_id = $1', [tenantId])
    expect(chosen).toEqual([])
    const superuser = await api.addPerson({ userType: 'superuser' })
    expect((await api.request(`/users/${ann.id}`, { method: 'DELETE', as: superuser })).status).toBe(204)
    expect((await send('GET', `/${shared.id}`, undefined, owner)).body.ownerId).toBeNull()
  })

  test('are at most 100 of a person and 200 shared', async () => {
    const fill = (ownerId: string, visibility: string, count: number) =>
      api.owner.query(
        `insert into saved_views (tenant_id, owner_id, resource, name, visibility)
         select $1, $2, 'bookings', 'v' || n, $3 from generate_series(1, $4::int) as n`,
        [tenantId, ownerId, visibility, count],
      )
    await fill(ann.id, 'private', 99)
    await save({ name: 'last' })
    const refused = await send('POST', '', { name: 'more', resource: 'bookings' })
    expect([refused.status, refused.body.message.args]).toEqual([422, { max: 100 }])
    await save({ name: 'first' }, admin)
    for (const role of ['staff', 'staff'] as const)
      await fill((await api.addPersonIn(tenantId, role)).id, 'shared', 100)
    const beyond = await send('POST', '', { name: 'more', resource: 'bookings', visibility: 'shared' }, admin)
    expect([beyond.status, beyond.body.message.args]).toEqual([422, { max: 200 }])
  })
})
