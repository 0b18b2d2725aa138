import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DAY } from '../../src/time/instant'
import { openBusiness } from '../api/features/support/business'
import { sparePort } from '../api/support/localPostgres'
import { startPgBouncer } from '../api/support/pgBouncer'
import { removeData, startServer } from '../e2e/support/server'
import { firstMonday } from './support/firstMonday'
import { sendLoad, startBareServer } from './support/forked'
import type { Outcome } from './support/loadClient'
import { type Bench, type Measurement, middle } from './support/measurement'
import { onPostgres } from './support/onDatabases'
import { signUp } from './support/signUp'

const clients = 32
const resources = 200

/** What a booking leaves behind, in one statement with one round trip by a superuser: the booking, what it takes, the audit log. */
const statement = `
  with made as (
    insert into bookings (tenant_id, reference, catalog_item_id, variant_id, channel_id, customer_id, starts_at, ends_at,
      time_zone, price_amount, price_currency, total_amount, total_currency)
    values ($1, $2, $3, $4, $5, $6, $7, $7::timestamptz + interval '30 min', 'Europe/Berlin', 5000, 'EUR', 5000, 'EUR')
    returning id
  ),
  logged as (
    insert into audit_entries (tenant_id, actor_type, action, entity_type, entity_id, entity_label, changes)
    select $1, 'user', 'created', 'bookings', id, $2, '{"status": {"from": null, "to": "confirmed"}}' from made
  )
  insert into allocations (tenant_id, booking_id, resource_id, variant_id, channel_id, customer_id, starts_at, ends_at,
    blocked_from, blocked_until, status)
  select $1, id, $8, $4, $5, $6, $7, $7::timestamptz + interval '30 min', $7, $7::timestamptz + interval '30 min', 'confirmed'
  from made on conflict do nothing returning booking_id`

const overlaps = `
  select from allocations as a join allocations as b on a.tenant_id = b.tenant_id and a.resource_id = b.resource_id
    and a.booking_id < b.booking_id and a.blocked_from < b.blocked_until and b.blocked_from < a.blocked_until limit 1`

/** Takes traces, and says nothing of them. */
const startCollector = async () => {
  const collector = createServer((request, response) => void request.resume().on('end', () => response.end('{}')))
  await new Promise<void>(resolve => collector.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`, close: () => collector.close() }
}

const turns = 12

/**
 * Milliseconds of a booking at servers of their own: one as it is, one with metrics, one with traces, and one behind PgBouncer where that
 * is installed. In turns, so that what else the machine does falls on all alike; none does the work that waits.
 * @param load books at a port, as nobody did in an earlier turn @returns bookings a second
 */
const inTurns = async (
  env: Record<string, string>,
  load: (port: number, turn: number) => Promise<number>,
): Promise<number[]> => {
  const collector = await startCollector()
  const direct = env.DATABASE_URL ?? ''
  const bouncer = await startPgBouncer(direct).catch(error => console.error(String(error)))
  const metricsPort = await sparePort()
  const differences: Record<string, string>[] = [
    {},
    { METRICS_PORT: String(metricsPort) },
    { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
    ...(bouncer ? [{ DATABASE_URL: bouncer.url, DATABASE_POOLER: 'transaction', DATABASE_DIRECT_URL: direct }] : []),
  ]
  const servers = await Promise.all(
    differences.map(difference => startServer({ env: { ...env, JOBS: 'off', ...difference } })),
  )
  const scraping = setInterval(() => void fetch(`http://127.0.0.1:${metricsPort}/metrics`).catch(() => {}), 1000)
  try {
    const times = servers.map((): number[] => [])
    for (let turn = 0; turn < turns * servers.length; turn++) {
      // Nobody is always first after the same one, and the first quarter warms up.
      const place = (turn + Math.floor(turn / servers.length)) % servers.length
      const perSecond = await load(Number(new URL(servers[place]?.url ?? '').port), turn)
      if (turn >= (turns * servers.length) / 4) times[place]?.push(1000 / perSecond)
    }
    return times.map(middle)
  } finally {
    clearInterval(scraping)
    for (const { stop, dataDir } of servers) {
      await stop()
      await removeData(dataDir)
    }
    await bouncer?.stop()
    collector.close()
  }
}

/**
 * `POST /api/bookings` to the built server as its own process, on PostgreSQL: identity, locks, engine, writes. Beside it the bare HTTP
 * stack, and one SQL statement that writes the same rows and judges nothing. Each is asked by 32 clients in a process of their own.
 */
export default {
  title: 'Booking under load, 32 clients, PostgreSQL',
  run: () =>
    onPostgres({}, async ({ api, testDatabase }) => {
      const databaseUrl = testDatabase.url ?? ''
      // A token of one server is good at the others.
      const PUBLIC_URL = 'http://localhost:3000'
      const env = {
        DATABASE_URL: databaseUrl,
        PUBLIC_URL,
        DEMO: 'off',
        RATE_LIMIT_ACCOUNT: '0',
        RATE_LIMIT_ADDRESS: '0',
      }
      const server = await startServer({ env })
      const bare = await startBareServer()
      try {
        const { tenantId, channelId, itemId, ...business } = await openBusiness(api)
        const customerId = await business.add('customers', { name: 'Lena', email: 'lena@mail.example' })
        const chairs: string[] = []
        const variants: string[] = []
        for (let count = 0; count < resources; count++) {
          const chair = await business.addResource()
          chairs.push(chair)
          variants.push(await business.addVariant([chair], { durationMinutes: 30, slotIntervalMinutes: 30 }))
        }
        const { token, id } = await signUp(server.url)
        await api.addMember(tenantId, { id }, 'owner')

        const monday = firstMonday()
        /** The 12 half hours from 9 to 3 UTC, within the opening hours whatever the season, on working days from a given one. */
        const startOf = (index: number, firstDay: number): string => {
          const day = firstDay + Math.floor(index / 12)
          const date = monday + (Math.floor(day / 5) * 7 + (day % 5)) * DAY
          return new Date(date + 9 * 3_600_000 + (index % 12) * 1_800_000).toISOString()
        }
        const headers = {
          authorization: `Bearer ${token}`,
          'x-tenant-id': tenantId,
          'content-type': 'application/json',
        }
        const load = async (
          port: number,
          path: string,
          [count, of]: [number, (index: number) => object],
          wanted: Outcome['statuses'] = { 201: count },
        ): Promise<number> => {
          const bodies = Array.from({ length: count }, (_, index) => JSON.stringify({ customerId, ...of(index) }))
          const { seconds, statuses } = await sendLoad({ port, path, headers, bodies, clients })
          if (JSON.stringify(statuses) !== JSON.stringify(wanted))
            throw new Error(`${path} answered ${JSON.stringify(statuses)}`)
          return count / seconds
        }
        const spread = (count: number, firstDay: number, firstSlot = 0): [number, (index: number) => object] => [
          count,
          index => ({
            variantId: variants[index % resources],
            startsAt: startOf(firstSlot + Math.floor(index / resources), firstDay),
          }),
        ]
        const port = Number(new URL(server.url).port)
        const book = (...rest: [[number, (index: number) => object], Outcome['statuses']?]) =>
          load(port, '/api/bookings', ...rest)

        await book(spread(400, 0))
        await testDatabase.owner.query('vacuum analyze')
        const stack = await load(bare.port, '/bookings', spread(8000, 0)).then(() =>
          load(bare.port, '/bookings', spread(8000, 0)),
        )
        const { seconds } = await sendLoad({
          databaseUrl,
          statement,
          clients,
          values: Array.from({ length: 4000 }, (_, index) => [
            tenantId,
            index.toString(36).padStart(8, '0'),
            itemId,
            variants[index % resources],
            channelId,
            customerId,
            startOf(Math.floor(index / resources), 5),
            chairs[index % resources],
          ]),
        })
        const sql = 4000 / seconds
        const free = await book(spread(2000, 10))
        const one = await book([300, index => ({ variantId: variants[0], startsAt: startOf(index, 20) })])
        // 32 at a time want the same half hour: one gets it.
        const stampede = await book(
          [
            1600,
            index => ({
              variantId: variants[1 + (Math.floor(index / 32) % 10)],
              startsAt: startOf(Math.floor(index / 320), 20),
            }),
          ],
          { 201: 50, 409: 1550 },
        )
        await server.stop()
        const [alone = 0, metrics = 0, traces = 0, pooled] = await inTurns(env, (at, turn) =>
          load(at, '/api/bookings', spread(400, 50, turn * 2)),
        )

        if ((await testDatabase.owner.query(overlaps)).rowCount) throw new Error('Something is booked twice.')
        const floors = [
          { what: 'the bare HTTP stack', figure: stack },
          { what: 'one SQL statement that writes as much', figure: sql },
        ]
        const against = stack < sql ? floors[0] : floors[1]
        const found: Measurement[] = [
          {
            what: `${resources} resources, free slots`,
            figure: free,
            unit: 'requests/s',
            ...(against && { against }),
            aim: '≥ 0.3 ×',
          },
          {
            what: 'one resource, free slots',
            figure: one,
            unit: 'requests/s',
            against: { what: 'many resources', figure: free },
          },
          {
            what: '32 at once for each slot: 1 booked, 31 told when else',
            figure: stampede,
            unit: 'requests/s',
            against: { what: 'free slots', figure: free },
            aim: '≥ 1 ×',
          },
          {
            what: 'a booking, metrics counted and read once a second',
            figure: metrics,
            unit: 'ms',
            against: { what: 'none counted', figure: alone },
            aim: '≤ 1.03 ×',
          },
          {
            what: 'a booking, traces sent to a collector',
            figure: traces,
            unit: 'ms',
            against: { what: 'none sent', figure: alone },
            aim: '≤ 1.10 ×',
          },
          ...(pooled
            ? [
                {
                  what: 'a booking through PgBouncer in transaction mode',
                  figure: pooled,
                  unit: 'ms' as const,
                  against: { what: 'a direct connection', figure: alone },
                },
              ]
            : []),
          {
            what: 'one SQL statement',
            figure: sql,
            unit: 'requests/s',
            against: { what: 'the bare HTTP stack', figure: stack },
          },
        ]
        return found
      } finally {
        bare.stop()
        await server.stop()
        await removeData(server.dataDir)
      }
    }),
} satisfies Bench
