import { openBusiness } from '../api/features/support/business'
import type { TestApi } from '../api/http/support/fixture'
import { everyRule } from './support/everyRule'
import { type Bench, type Measurement, medianOfEach } from './support/measurement'
import { onPostgres } from './support/onDatabases'

const sizes = [10, 100, 1_000, 10_000]
/** Who is asked in turn. */
const asked = 8
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A Monday. */
const MONDAY = Date.UTC(2027, 0, 4)

/** What a tenant has; the version of its setup is made by a trigger otherwise. */
const tables = [
  'setup_versions',
  'channels',
  'schedules',
  'resource_types',
  'resources',
  'resource_rules',
  'catalog_items',
  'variants',
  'variant_resources',
  'customers',
  'bookings',
  'allocations',
]

/**
 * Copies a tenant until there are so many: one statement for each table. Within each tenant, everything has the ids that it has in the
 * first, which the keys allow. Returns the ids of those that were made.
 */
const copyTenant = async ({ owner }: TestApi, tenantId: string, count: number): Promise<string[]> => {
  const client = await owner.connect()
  try {
    await client.query('set session_replication_role = replica; set statement_timeout to 0')
    const { rows } = await client.query<{ id: string }>(
      `insert into tenants select (jsonb_populate_record(model, jsonb_build_object('id', gen_random_uuid(),
          'slug', 'tenant-' || n, 'name', 'Tenant ' || n))).*
        from tenants as model, generate_series((select count(*) from tenants) + 1, $2::int) as n where model.id = $1 returning id`,
      [tenantId, count],
    )
    const ids = rows.map(({ id }) => id)
    for (const table of tables)
      await client.query(
        `insert into ${table} select (jsonb_populate_record(model, jsonb_build_object('tenant_id', copy))).*
          from ${table} as model, unnest($2::uuid[]) as copy where model.tenant_id = $1`,
        [tenantId, ids],
      )
    await client.query('vacuum analyze')
    return ids
  } finally {
    client.release(true)
  }
}

/** What one tenant's people wait for while others come: every tenant has the same, and eight of them are asked in turn. */
export default {
  title: 'As tenants grow, PostgreSQL: each with 10 resources, every rule, 10 bookings',
  run: () =>
    onPostgres({ users: null, now: () => MONDAY - 4 * DAY }, async ({ api }) => {
      const business = await openBusiness(api)
      const chairs: string[] = []
      for (let count = 0; count < 10; count++) chairs.push(await business.addResource())
      const variantId = await business.addVariant(chairs, { durationMinutes: 30, slotIntervalMinutes: 30 })
      for (const { ruleType, parameters } of everyRule(30)) await business.addRule(ruleType, parameters)
      const customerId = await business.add('customers', { name: 'Lena', email: 'lena@mail.example' })
      const [from = '', to = ''] = [12, 12.5].map(hour => new Date(MONDAY + hour * HOUR).toISOString())
      for (const chair of chairs) await business.addBooking([chair], variantId, [from, to], { customerId })

      const { owner } = business
      const answer = async (tenantId: string, url: string, wanted: number, body?: unknown): Promise<void> => {
        const { status, body: answered } = await api.request(url, {
          as: owner,
          tenantId,
          ...(body !== undefined && { method: 'POST', body }),
        })
        if (status !== wanted) throw new Error(`${url} answered ${status}: ${JSON.stringify(answered)}`)
      }
      const range = `from=${new Date(MONDAY).toISOString()}&to=${new Date(MONDAY + 30 * DAY).toISOString()}`
      let turn = 0
      /** The 6 hours from 9 to 3 UTC of working days, each for as many as there are chairs and who are asked. */
      const place = (index: number): string => {
        const [day, hour] = [Math.floor(index / 6), index % 6]
        return new Date(MONDAY + (7 * Math.floor(day / 5) + (day % 5) + 7) * DAY + (9 + hour) * HOUR).toISOString()
      }
      const cases: [what: string, ask: (tenantId: string) => Promise<void>][] = [
        ['the first page of channels', tenantId => answer(tenantId, '/channels', 200)],
        ['the first page of bookings', tenantId => answer(tenantId, '/bookings', 200)],
        ['free times of 30 days', tenantId => answer(tenantId, `/availability?variantId=${variantId}&${range}`, 200)],
        [
          'one booking',
          tenantId =>
            answer(tenantId, '/bookings', 201, {
              variantId,
              customerId,
              startsAt: place(Math.floor(turn / asked)),
              // As staff may, where a limit of the rules is reached.
              override: true,
              reason: 'bench',
            }),
        ],
      ]
      const tenants = [business.tenantId]
      const first = new Map<string, number>()
      const found: Measurement[] = []
      for (const size of sizes) {
        const made = await copyTenant(api, business.tenantId, size)
        const missing = asked - tenants.length
        for (const id of made.slice(0, Math.max(0, missing))) {
          await api.addMember(id, owner, 'owner')
          tenants.push(id)
        }
        const runs = cases.map(
          ([, ask]) =>
            () =>
              ask(tenants[turn++ % tenants.length] ?? ''),
        )
        // Until everything is compiled and planned.
        if (size === sizes[0]) await medianOfEach(40, runs)
        const times = await medianOfEach(40, runs)
        for (const [index, [what]] of cases.entries()) {
          const figure = times[index] ?? 0
          const few = first.get(what)
          first.set(what, few ?? figure)
          found.push({
            what: `${what}, ${size.toLocaleString('en')} tenants`,
            figure,
            unit: 'ms',
            ...(few && { against: { what: `with ${sizes[0]}`, figure: few } }),
          })
        }
      }
      return found.sort((a, b) => order(cases, a) - order(cases, b))
    }),
} satisfies Bench

/** Each curve by itself. */
const order = (cases: readonly [string, unknown][], { what }: Measurement): number =>
  cases.findIndex(([name]) => what.startsWith(name))
