import { type Business, openBusiness } from '../api/features/support/business'
import type { TestApi } from '../api/http/support/fixture'
import { type Bench, type Measurement, medianOfEach } from './support/measurement'
import { headersOf, onPostgres } from './support/onDatabases'

const count = 100_000
const chunk = 20_000
const chairs = 50

/** Customers, a tenth of them without bookings, and as many bookings, evenly over the chairs. */
const fill = async (
  { owner }: TestApi,
  { tenantId, channelId, itemId }: Business,
  variantId: string,
  resourceIds: readonly string[],
) => {
  const client = await owner.connect()
  try {
    await client.query('set session_replication_role = replica; set statement_timeout to 0')
    // In chunks, so that no statement outlasts the patience of the connection.
    for (let from = 1; from < count; from += chunk) {
      await client.query(
        `create temporary table made on commit preserve rows as
          select gen_random_uuid() as customer_id, gen_random_uuid() as booking_id, n,
            timestamptz '2026-01-01' + make_interval(mins => n * 7) as s
          from generate_series($1::int, $1 + ${chunk} - 1) as n`,
        [from],
      )
      await client.query(
        `insert into customers (tenant_id, id, name, email, has_bookings_by_customer_id)
          select $1, customer_id, 'Customer ' || md5(n::text), 'c' || n || '@mail.example', n % 10 <> 0 from made`,
        [tenantId],
      )
      await client.query(
        `with booked as (select booking_id as id, s, n, first_value(customer_id) over (partition by case when n % 10 = 0 then n - 1 else n end
            order by n) as customer_id from made)
          insert into bookings (tenant_id, id, reference, catalog_item_id, variant_id, channel_id, customer_id, starts_at, ends_at,
            time_zone, price_amount, price_currency, total_amount, total_currency)
          select $1, id, lpad(upper(to_hex(n)), 8, 'R'), $2, $3, $4, customer_id, s, s + interval '30 min', 'Europe/Berlin',
            5000, 'EUR', 5000, 'EUR' from booked`,
        [tenantId, itemId, variantId, channelId],
      )
      await client.query(
        `insert into allocations (tenant_id, resource_id, booking_id, variant_id, channel_id, starts_at, ends_at, blocked_from,
            blocked_until, quantity, capacity_mode, buffer_before_minutes, buffer_after_minutes, status, active)
          select $1, ($4::uuid[])[n % ${chairs} + 1], booking_id, $2, $3, s, s + interval '30 min', s, s + interval '30 min', 1,
            'exclusive', 0, 0, 'confirmed', true from made`,
        [tenantId, variantId, channelId, resourceIds],
      )
      await client.query('drop table made')
    }
    for (const table of ['customers', 'bookings', 'allocations']) await client.query(`vacuum analyze ${table}`)
  } finally {
    client.release(true)
  }
}

/** A rule about rows beside nobody's: staff who keep to their own calendar, and an owner. */
export default {
  title: `Staff who keep to their own calendar on PostgreSQL, ${count.toLocaleString('en')} customers and bookings`,
  run: () =>
    onPostgres({ users: null }, async ({ api }) => {
      const business = await openBusiness(api)
      const { tenantId } = business
      const resourceIds: string[] = []
      for (let index = 0; index < chairs; index++) resourceIds.push(await business.addResource())
      await fill(api, business, await business.addVariant(resourceIds), resourceIds)
      await api.database.run({ as: 'platform' }, db =>
        db.updateTable('tenants').set({ staffKeepToOwn: true }).where('id', '=', tenantId).execute(),
      )
      const staff = await api.addPerson()
      await api.addMember(tenantId, staff, 'staff', { resourceId: resourceIds[0] })
      const people = [await headersOf(api, { tenantId, owner: staff }), await headersOf(api, business)]
      const ask = async (path: string, headers: Record<string, string> | undefined) => {
        const answer = await api.app.request(path, { headers: headers ?? {} })
        await answer.json()
        if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
      }
      const cases: [what: string, path: string][] = [
        ['customers: the first page and their number', '/customers'],
        ['customers: a page in the middle', '/customers?page=40'],
        ['customers: a search in the list', '/customers?q=abc'],
        ['bookings: the first page and their number', '/bookings'],
        ['resources: the first page and their number', '/resources'],
        ['search: a name', '/search?q=customer%20ab'],
        ['search: an address', '/search?q=c4711%40mail.example'],
        ['search: a reference', '/search?q=RRRR1F4'],
      ]
      const measured: Measurement[] = []
      for (const [what, path] of cases) {
        const [figure = 0, against = 0] = await medianOfEach(
          12,
          people.map(headers => () => ask(path, headers)),
        )
        measured.push({ what, figure, unit: 'ms', against: { what: 'the owner', figure: against }, aim: '≤ 2 ×' })
      }
      return measured
    }),
} satisfies Bench
