import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resourceRoutes } from '../../../server/crud/routes'
import { defineRoute } from '../../../server/http/route'
import { users as realUsers } from '../../../src/core'
import { memberships as realMemberships } from '../../../src/resources/memberships'
import { tenants } from '../../../src/resources/tenants'
import {
  choice,
  count,
  defineResource,
  email,
  instant,
  money,
  type ResourceRef,
  reference,
  text,
} from '../../../src/schema'
import { openApi, type Person, type TestApi } from './support/fixture'

// Declarations that use what the product's first entities do not: over tables of their own, and over theirs.

const orders = defineResource({
  name: 'testOrders',
  label: ['Test order', 'Test orders'],
  icon: 'event',
  scope: 'tenant',
  api: '/test-orders',
  access: { read: 'viewer', write: 'staff', delete: 'owner' },
  fields: {
    name: text({ required: true }),
    total: money(),
    placedAt: instant({ required: true }),
    lineCount: count((): ResourceRef => lines, 'orderId'),
  },
  represent: 'name',
  list: { columns: ['name'], filters: ['placedAt'], sort: '-placedAt' },
  form: ['name', 'total', 'placedAt'],
})

const lines = defineResource({
  name: 'testLines',
  label: ['Test line', 'Test lines'],
  icon: 'event',
  scope: 'tenant',
  api: '/test-orders/{orderId}/lines',
  access: { read: 'viewer', write: 'staff' },
  fields: {
    orderId: reference((): ResourceRef => orders, { required: true, immutable: true }),
    name: text({ required: true }),
    kind: choice(['a', 'b'], { default: 'a' }),
    twinId: reference((): ResourceRef => lines),
  },
  represent: 'name',
  list: { columns: ['name'], filters: ['kind', 'twinId'], sort: 'name' },
  form: ['name', 'kind', 'twinId'],
  read: 'fromList',
})

const marks = defineResource({
  name: 'testMarks',
  label: ['Test mark', 'Test marks'],
  icon: 'event',
  scope: 'tenant',
  api: '/test-orders/{orderId}/lines/{lineId}/marks',
  access: { read: 'viewer', write: 'staff' },
  fields: {
    orderId: reference((): ResourceRef => orders, { required: true, immutable: true }),
    lineId: reference((): ResourceRef => lines, { required: true, immutable: true }),
    name: text({ required: true }),
  },
  represent: 'name',
  list: { columns: ['name'], sort: 'name' },
  form: ['name'],
})

const guests = defineResource({
  name: 'users',
  label: ['Guest', 'Guests'],
  icon: 'person',
  scope: 'platform',
  api: '/guests',
  access: { read: 'superuser', write: 'superuser' },
  fields: { email: email({ required: true, unique: true }), membershipCount: count(() => realMemberships, 'userId') },
  represent: 'email',
  list: { columns: ['email'], sort: '-membershipCount' },
  form: ['email'],
})

const tables = `
  create table test_orders (
    tenant_id uuid not null references tenants (id) on delete cascade, id uuid not null default uuid_v7(), name text not null,
    total_amount bigint, total_currency text, placed_at timestamptz(3) not null,
    created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
    version integer not null default 1, primary key (tenant_id, id)
  );
  create table test_lines (
    tenant_id uuid not null, id uuid not null default uuid_v7(), order_id uuid not null, name text not null, kind text not null,
    twin_id uuid, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
    version integer not null default 1, primary key (tenant_id, id),
    constraint test_lines_order_id_fkey foreign key (tenant_id, order_id) references test_orders (tenant_id, id),
    constraint test_lines_twin_id_fkey foreign key (tenant_id, twin_id) references test_lines (tenant_id, id)
  );
  create table test_marks (
    tenant_id uuid not null, id uuid not null default uuid_v7(), order_id uuid not null, line_id uuid not null,
    name text not null, created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(), version integer not null default 1, primary key (tenant_id, id),
    foreign key (tenant_id, line_id) references test_lines (tenant_id, id) on delete cascade
  );
  alter table test_marks enable row level security;
  create policy test_marks_tenant on test_marks for all to slotwise_tenant using (tenant_id = current_tenant_id());
  alter table test_orders enable row level security;
  alter table test_lines enable row level security;
  create policy test_orders_tenant on test_orders for all to slotwise_tenant using (tenant_id = current_tenant_id());
  create policy test_lines_tenant on test_lines for all to slotwise_tenant using (tenant_id = current_tenant_id());
  create trigger test_orders_touch before update on test_orders for each row execute function touch_row();
  grant select, insert, update, delete on test_orders, test_lines, test_marks to slotwise_tenant;
`

let api: TestApi
let tenantId: string
let staff: Person

const declared = [orders, lines, marks, guests, tenants, realUsers, realMemberships]

beforeAll(async () => {
  const routes = [orders, lines, marks, guests].flatMap(resource => resourceRoutes(resource))
  api = await openApi({ resources: declared, routes })
  for (const statement of tables.split(';').filter(part => part.trim())) await api.owner.query(statement)
  // Berlin is an hour ahead of UTC on these days.
  tenantId = (await api.addTenant({ timeZone: 'Europe/Berlin' })).id
  staff = await api.addPersonIn(tenantId, 'staff')
})
afterAll(() => api.close())

const call = (method: string, url: string, body?: unknown, as = staff, tenant = tenantId) =>
  api.request(url, { method, as, tenantId: tenant, body })
const addOrder = async (name: string, values: object = {}, tenant = tenantId, as = staff): Promise<string> => {
  const body = { name, placedAt: '2026-03-02T12:00:00.000Z', ...values }
  const answer = await call('POST', '/test-orders', body, as, tenant)
  expect(answer.status).toBe(201)
  return answer.body.id
}

describe('money', () => {
  test('is one value in the API and two columns in the database', async () => {
    const total = { amount: 9_007_199_254_740_991, currency: 'KWD' }
    const id = await addOrder('Dear', { total })
    expect((await call('GET', `/test-orders/${id}`)).body).toMatchObject({ total })
    expect((await call('PATCH', `/test-orders/${id}`, { total })).body.version).toBe(1)
    expect((await call('PATCH', `/test-orders/${id}`, { total: { amount: 1, currency: 'EUR' } })).body).toMatchObject({
      total: { amount: 1, currency: 'EUR' },
      version: 2,
    })
    expect((await call('PATCH', `/test-orders/${id}`, { total: null })).body.total).toBeNull()
    const wrong = await call('PATCH', `/test-orders/${id}`, { total: { amount: -1, currency: 'EUR' } })
    expect(wrong).toMatchObject({ status: 422, body: { errors: { 'total.amount': expect.any(String) } } })
  })
})

describe('a range of instants', () => {
  const moments = [
    '2026-03-01T22:59:59.000Z',
    '2026-03-01T23:00:00.000Z',
    '2026-03-02T22:59:59.000Z',
    '2026-03-02T23:00:00.000Z',
  ]
  let elsewhere: string
  let member: Person
  beforeAll(async () => {
    elsewhere = (await api.addTenant({ timeZone: 'Europe/Berlin' })).id
    member = await api.addPersonIn(elsewhere, 'staff')
    for (const [index, placedAt] of moments.entries()) await addOrder(String(index), { placedAt }, elsewhere, member)
  })

  test.each([
    ['placedAtFrom=2026-03-01T23:00:00Z&placedAtTo=2026-03-02T23:00:00.000Z', ['2', '1']],
    ['placedAtFrom=2026-03-02&placedAtTo=2026-03-03', ['2', '1']],
    ['placedAtFrom=2026-03-02T00:00:00%2B01:00', ['3', '2', '1']],
    ['placedAtTo=2026-03-02', ['0']],
    ['placedAt=2026-03-01T23:00:00Z&placedAt=2026-03-02T23:00:00.000Z', ['3', '1']],
  ])('%s', async (query, names) => {
    const { body } = await call('GET', `/test-orders?${query}`, undefined, member, elsewhere)
    expect(body.map(({ name }: { name: string }) => name)).toEqual(names)
  })

  test.each(['placedAtFrom=yesterday', 'placedAtTo=2026-02-30', 'placedAtFrom=0000-01-01', 'placedAt=2026-03-02'])(
    '%s is refused by name',
    async query => {
      const { status, body } = await call('GET', `/test-orders?${query}`)
      expect(status).toBe(422)
      expect(Object.keys(body.errors)).toEqual([query.split('=')[0]])
    },
  )
})

describe('counts', () => {
  test('are shown, sorted by, never written, and guard against deletion', async () => {
    const superuser = await api.addPerson({ userType: 'superuser' })
    const used = await addOrder('Used')
    const line = await call('POST', `/test-orders/${used}/lines`, { name: 'One' })
    expect((await call('GET', `/test-orders/${used}`)).body.lineCount).toBe(1)
    expect((await call('GET', '/test-orders?sort=lineCount&order=desc&perPage=1')).body).toMatchObject([
      { id: used, lineCount: 1 },
    ])
    expect((await call('PATCH', `/test-orders/${used}`, { lineCount: 7 })).body.lineCount).toBe(1)

    const owner = await api.addPersonIn(tenantId, 'owner')
    expect((await call('DELETE', `/test-orders/${used}`)).status).toBe(403)
    const refused = await call('DELETE', `/test-orders/${used}`, undefined, owner)
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'in_use',
        detail: 'Still used by 1 test line (One).',
        usedBy: [{ resource: 'testLines', count: 1 }],
      },
    })
    const asked = await call('GET', `/test-orders/${used}/usage`, undefined, owner)
    const records = [{ id: line.body.id, name: 'One', params: { orderId: used } }]
    expect(asked).toMatchObject({
      status: 200,
      body: { usedBy: [{ resource: 'testLines', count: 1, records }], refusal: null },
    })
    expect((await call('GET', `/test-orders/${used}/usage`)).status).toBe(403)
    const free = await addOrder('Free')
    expect((await call('GET', `/test-orders/${free}/usage`, undefined, owner)).body).toEqual({
      usedBy: [],
      refusal: null,
      refusalMessage: null,
      cascade: [],
    })
    const asks = `/test-orders/usage?ids=${used},${free},${crypto.randomUUID()}`
    expect((await call('GET', asks, undefined, owner)).body).toMatchObject({
      kept: [{ id: used, usedBy: [{ resource: 'testLines', count: 1, records }], refusal: null }],
      cascade: [],
    })
    expect((await call('GET', asks)).status).toBe(403)
    const bulk = await call('DELETE', `/test-orders?ids=${used},${free}`, undefined, owner)
    expect(bulk.body).toMatchObject([
      { id: used, ok: false, code: 'in_use' },
      { id: free, ok: true },
    ])

    expect((await call('DELETE', `/test-orders/${used}/lines/${line.body.id}`)).status).toBe(204)
    expect((await call('DELETE', `/test-orders/${used}`, undefined, owner)).status).toBe(204)
    expect((await call('GET', '/guests?perPage=1', undefined, superuser)).body[0].membershipCount).toBeGreaterThan(0)
  })

  test('do not have to be declared for a reference to guard', async () => {
    const orderId = await addOrder('Twins')
    const a = (await call('POST', `/test-orders/${orderId}/lines`, { name: 'A' })).body.id
    const b = (await call('POST', `/test-orders/${orderId}/lines`, { name: 'B', twinId: a })).body.id
    expect(await call('DELETE', `/test-orders/${orderId}/lines/${a}`)).toMatchObject({
      status: 409,
      body: { code: 'in_use', detail: 'Still used by 1 test line (B).' },
    })
    const other = (await call('POST', `/test-orders/${orderId}/lines`, { name: 'C' })).body.id
    const keptOf = async (ids: string[]) =>
      (await call('GET', `/test-orders/${orderId}/lines/usage?ids=${ids}`)).body.kept.map(
        ({ id }: { id: string }) => id,
      )
    expect(await keptOf([a, other])).toEqual([a])
    expect(await keptOf([a, b])).toEqual([])
    const bulk = await call('DELETE', `/test-orders/${orderId}/lines?ids=${a},${other}`)
    expect(bulk.body).toMatchObject([
      { id: a, ok: false, code: 'in_use' },
      { id: other, ok: true },
    ])
    expect((await call('DELETE', `/test-orders/${orderId}/lines?ids=${b},${a}`)).body).toMatchObject([
      { ok: true },
      { ok: true },
    ])
  })
})

describe('a nested resource', () => {
  test('belongs to the parent in its path', async () => {
    const [mine, other] = [await addOrder('Mine'), await addOrder('Other')]
    const line = (await call('POST', `/test-orders/${mine}/lines`, { name: 'Line', orderId: other })).body
    expect(line.orderId).toBe(mine)
    expect((await call('GET', `/test-orders/${mine}/lines`)).body).toMatchObject([{ id: line.id }])
    expect((await call('GET', `/test-orders/${other}/lines`)).body).toEqual([])
    for (const [method, body] of [
      ['PATCH', { name: 'X' }],
      ['DELETE', undefined],
    ] as const) {
      expect((await call(method, `/test-orders/${other}/lines/${line.id}`, body)).status).toBe(404)
    }
    expect((await call('PATCH', `/test-orders/${mine}/lines/${line.id}`, { name: 'Renamed' })).body.name).toBe(
      'Renamed',
    )
  })

  test('goes with its parent, and the audit log tells of each record', async () => {
    const line = `/test-orders/${await addOrder('Marked')}/lines`
    const { id } = (await call('POST', line, { name: 'Line' })).body
    const made = [
      (await call('POST', `${line}/${id}/marks`, { name: 'One' })).body,
      (await call('POST', `${line}/${id}/marks`, { name: 'Two' })).body,
    ]
    const asked = await call('GET', `${line}/${id}/usage`)
    const cascade = [{ resource: 'testMarks', count: 2 }]
    expect(asked.body).toMatchObject({ usedBy: [], refusal: null, cascade })
    expect((await call('GET', `${line}/usage?ids=${id}`)).body).toEqual({ kept: [], cascade })
    expect((await call('DELETE', `${line}/${id}`)).status).toBe(204)
    const told = await api.database.run({ as: 'tenant', tenantId }, db =>
      db
        .selectFrom('auditEntries')
        .selectAll()
        .where('action', '=', 'deleted')
        .where('entityType', '=', 'testMarks')
        .execute(),
    )
    const namesById = (all: { id: string; name: string }[]) => new Map(all.map(({ id, name }) => [id, name]))
    expect(new Map(told.map(({ entityId, entityLabel }) => [entityId, entityLabel]))).toEqual(namesById(made))
    expect(told[0]).toMatchObject({ changes: { lineId: { from: id, to: null } } })
  })

  test('has no call for one record where the declaration says so', async () => {
    const order = await addOrder('Listed')
    const { id } = (await call('POST', `/test-orders/${order}/lines`, { name: 'Line' })).body
    expect((await call('GET', `/test-orders/${order}/lines/${id}`)).status).toBe(404)
  })

  test('is not there under a parent that is not, or that is another tenant’s', async () => {
    const elsewhere = (await api.addTenant()).id
    const member = await api.addPersonIn(elsewhere, 'staff')
    const foreign = await addOrder('Foreign', {}, elsewhere, member)
    for (const parent of [crypto.randomUUID(), foreign, 'nonsense']) {
      expect((await call('GET', `/test-orders/${parent}/lines`)).status).toBe(404)
      expect((await call('POST', `/test-orders/${parent}/lines`, { name: 'Line' })).status).toBe(404)
    }
  })

  test('refers only to what is there', async () => {
    const order = await addOrder('Dangling')
    const answer = await call('POST', `/test-orders/${order}/lines`, { name: 'Line', twinId: crypto.randomUUID() })
    expect(answer).toMatchObject({
      status: 404,
      body: { code: 'not_found', errors: { twinId: 'There is no such record' } },
    })
  })
})

test('a route without access does not compile', () => {
  const common = {
    method: 'GET',
    path: '/x/{id}',
    tag: 'X',
    operationId: 'getX',
    summary: 'X',
    answer: { status: 200, description: 'X' },
  } as const
  const handler = async () => ({ status: 200 as const })
  // @ts-expect-error: nobody said who may call it
  const open = defineRoute({ ...common, handler })
  // @ts-expect-error: a member of which tenant?
  defineRoute({ ...common, access: { who: 'member', role: 'viewer' }, handler })
  defineRoute({
    ...common,
    access: { who: 'anyone' },
    // @ts-expect-error: the path has no such parameter
    handler: async ({ params }) => ({ status: 200, body: params.tenantId }),
  })
  defineRoute({
    ...common,
    access: { who: 'anyone' },
    // @ts-expect-error: where anyone may call, nobody is known
    handler: async ({ caller }) => ({ status: 200, body: caller.userId }),
  })
  expect(open.access).toBeUndefined()
})
