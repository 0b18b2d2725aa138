import pg from 'pg'
import { type Business, openBusiness } from '../api/features/support/business'
import { type Bench, type Measurement, middle, p95, timed } from './support/measurement'
import { headersOf, onPostgres } from './support/onDatabases'

const count = 100_000
const strangersCount = 10

const first = 'Anna,Jürgen,Maria,John,Sofie,Peter,Zoë,Luis,Katharina,Omar,Ingrid,Paul,Chloé,Viktor,Elena,Marc'
const last =
  'Müller,Smith,García,Schäfer,Nowak,Jansen,Dubois,Rossi,Weiß,Larsen,Kowalski,Braun,O’Brien,Silva,Ivanova,Becker'

/** Of trigrams. They are made once everything is written. */
const indexes = ['customers_search_idx', 'bookings_search_idx']

/** Writes a customer and a booking for each number in the own tenant and in ten others, with triggers and foreign keys off. */
const fill = async (
  url: string,
  { tenantId, channelId, itemId }: Business,
  variantId: string,
  strangers: readonly string[],
) => {
  // The pools of the API have no patience for this.
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(`set session_replication_role = replica; set maintenance_work_mem to '512MB'`)
    const { rows } = await client.query('select indexname, indexdef from pg_indexes where indexname = any($1)', [
      indexes,
    ])
    for (const { indexname } of rows) await client.query(`drop index ${indexname}`)
    for (const each of [...strangers, tenantId])
      await client.query(
        `with made as (
          insert into customers (tenant_id, name, email, phone)
          select $1, (string_to_array($5, ','))[1 + n % 16] || ' ' || (string_to_array($6, ','))[1 + n / 16 % 16]
              || case when n % 3 = 0 then ' ' || initcap(translate(left(md5(n::text), 7), '0123456789', 'aeioulmnrs')) else '' end,
            'c' || n || '@mail' || n % 40 || '.example', '+4930' || (10000000 + n)
          from generate_series(1, ${count}) as n returning id)
        insert into bookings (tenant_id, reference, catalog_item_id, variant_id, channel_id, customer_id, starts_at, ends_at,
          time_zone, price_amount, price_currency, total_amount, total_currency)
        select $1, upper(left(md5(id::text), 8)), $2, $3, $4, id, s, s + interval '30 min', 'Europe/Berlin', 5000, 'EUR', 5000, 'EUR'
        from made, lateral (select timestamptz '2026-01-01' + make_interval(mins => (random() * 500000)::int + length(id::text)) as s) as at
        on conflict do nothing`,
        [each, itemId, variantId, channelId, first, last],
      )
    for (const { indexdef } of rows) await client.query(indexdef)
    for (const table of ['customers', 'bookings']) await client.query(`vacuum analyze ${table}`)
  } finally {
    await client.end()
  }
}

const queries = [
  ...['mü', 'an', 'anna m', 'muller', 'Jürgen Mueller', 'jo', 'smi', 'smiht', 'katarina dubois', 'garcia sof'],
  ...[
    'c4711',
    'c4711@mail31.example',
    'mail7',
    '030 10047',
    '+493010047111',
    '47111',
    '3fa',
    '3FA9',
    'zzyzx',
    'obrien',
  ],
]

/** The search over all entities beside ten times as many records of others, and the barest statement: a prefix of a name. */
export default {
  title: 'Search among 100,000 customers and bookings on PostgreSQL',
  run: () =>
    onPostgres({ users: null }, async ({ api, testDatabase }) => {
      const business = await openBusiness(api)
      const variantId = await business.addVariant([await business.addResource()])
      const strangers: string[] = []
      for (let index = 0; index < strangersCount; index++) strangers.push((await api.addTenant()).id)
      await fill(String(testDatabase.url), business, variantId, strangers)
      const headers = await headersOf(api, business)
      const ask = async (q: string) => {
        const answer = await api.app.request(`/search?q=${encodeURIComponent(q)}`, { headers })
        await answer.json()
        if (answer.status !== 200) throw new Error(`${q}: ${answer.status}`)
      }
      const askFloor = () =>
        api.owner.query(
          `select id from customers where tenant_id = $1 and lower(name) >= 'an' and lower(name) < 'ao' order by lower(name) limit 8`,
          [business.tenantId],
        )
      const figures = new Map<string, number[]>(queries.map(q => [q, []]))
      const floors: number[] = []
      for (let round = 0; round < 12; round++) {
        for (const [q, times] of figures) {
          const time = await timed(() => ask(q))
          if (round > 1) times.push(time)
        }
        floors.push(await timed(askFloor))
      }
      const all = [...figures.values()].flat()
      const floor = 'the prefix of a name alone in SQL'
      const medians = [...figures].map(([q, times]) => ({ q, figure: middle(times) }))
      const slowest = medians.toSorted((a, b) => b.figure - a.figure).slice(0, 3)
      const measured: Measurement[] = [
        {
          what: 'a search, p95',
          figure: p95(all),
          unit: 'ms',
          against: { what: floor, figure: p95(floors) },
          aim: '≤ 50 ms',
        },
        { what: 'a search, median', figure: middle(all), unit: 'ms', against: { what: floor, figure: middle(floors) } },
        ...slowest.map(({ q, figure }): Measurement => ({ what: `“${q}”, median`, figure, unit: 'ms' })),
      ]
      return measured
    }),
} satisfies Bench
