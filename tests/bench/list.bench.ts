import { type Business, openBusiness } from '../api/features/support/business'
import type { TestApi } from '../api/http/support/fixture'
import { type Bench, type Measurement, medianOfEach } from './support/measurement'
import { headersOf, onPostgres } from './support/onDatabases'

const customers = 100_000

/** Customers, of whom every second has booked a few times; nothing guards what is written meanwhile. */
const fill = async ({ owner }: TestApi, { tenantId, channelId, itemId }: Business, variantId: string) => {
  const client = await owner.connect()
  try {
    await client.query('set session_replication_role = replica; set statement_timeout to 0')
    await client.query(
      `insert into customers (tenant_id, name, email, is_blocked)
        select $1, 'Customer ' || md5(n::text), 'c' || n || '@mail.example', n % 50 = 0 from generate_series(1, ${customers}) as n`,
      [tenantId],
    )
    await client.query(
      `insert into bookings (tenant_id, reference, catalog_item_id, variant_id, channel_id, customer_id, starts_at, ends_at,
          time_zone, price_amount, price_currency, total_amount, total_currency)
        select $1, lpad(upper(to_hex(row_number() over ())), 8, 'R'), $2, $3, $4, id, s, s + interval '30 min', 'Europe/Berlin',
          5000, 'EUR', 5000, 'EUR'
        from (select id, row_number() over () as n from customers where tenant_id = $1) as known,
          lateral (select timestamptz '2026-01-01' + make_interval(mins => (n * 7 + place)::int) as s
            from generate_series(1, (n % 4)::int) as place) as booked`,
      [tenantId, itemId, variantId, channelId],
    )
    await client.query('vacuum analyze')
  } finally {
    client.release(true)
  }
}

/** Lists of 100,000 customers with 150,000 bookings, from a request to its answer, beside the barest statement for the same rows. */
export default {
  title: 'Lists of 100,000 on PostgreSQL',
  run: () =>
    onPostgres({ users: null }, async ({ api }) => {
      const business = await openBusiness(api)
      await fill(api, business, await business.addVariant([await business.addResource()]))
      const { tenantId } = business
      const headers = await headersOf(api, business)
      const list = async (query: string) => {
        const answer = await api.app.request(`/customers?${query}`, { headers })
        const rows = (await answer.json()) as unknown[]
        if (answer.status !== 200 || rows.length !== 25) throw new Error(`${answer.status} ${rows.length}`)
      }
      const page = (where: string, order: string, figure = '0') =>
        `select *, (select count(*) from customers where tenant_id = $1 and ${where}), ${figure} as figure
        from customers where tenant_id = $1 and ${where} order by ${order} limit 25`
      const oneByOne = '(select count(*) from bookings where customer_id = customers.id and tenant_id = $1)'
      const found = `(name ilike '%abc%' or email ilike '%abc%' or phone ilike '%abc%')`
      const cases: [what: string, query: string, sql: string, peer: string, aim?: string][] = [
        ['the first page', '', page('true', 'lower(name), id'), 'page and total in SQL', '≤ 50 ms'],
        ['a page in the middle', 'page=2000', `${page('true', 'lower(name), id')} offset 49975`, 'the same in SQL'],
        ['a search', 'q=abc', page(found, 'lower(name), id'), 'the same in SQL'],
        ['a filter', 'isBlocked=true', page('is_blocked', 'lower(name), id'), 'the same in SQL'],
        ['sorted by e-mail', 'sort=email', page('true', 'email, id'), 'the same in SQL'],
        [
          'sorted by bookings',
          'sort=bookingCount&order=DESC',
          page('true', 'figure desc, id', oneByOne),
          'counted one by one',
          '< 1 ×',
        ],
      ]
      const measured: Measurement[] = []
      for (const [what, query, sql, peer, aim] of cases) {
        const runs = [() => list(query), () => api.owner.query(sql, [tenantId])]
        const [figure = 0, against = 0] = await medianOfEach(12, runs)
        measured.push({ what, figure, unit: 'ms', against: { what: peer, figure: against }, ...(aim && { aim }) })
      }
      return measured
    }),
} satisfies Bench
