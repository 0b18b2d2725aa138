import { FROM, openBookedTenant, TO } from './support/bookedTenant'
import { type Bench, type Measurement, medianOfEach } from './support/measurement'
import { headersOf, onPostgres } from './support/onDatabases'

const range = [new Date(FROM).toISOString(), new Date(TO).toISOString()] as const

/** Free half hours by one statement with multiranges: opening hours less bookings, and nothing else. Its rows stay in the server. */
const subtraction = `
  with work as (
    select range_agg(tstzrange((day + time '09:00') at time zone 'Europe/Berlin', (day + time '17:00') at time zone 'Europe/Berlin')) as hours
    from generate_series($2::timestamptz::date, $3::timestamptz::date, '1 day') as day where extract(isodow from day) < 6
  ),
  busy as (
    select resource_id, range_agg(tstzrange(blocked_from, blocked_until)) as taken from allocations
    where tenant_id = $1 and resource_id = any($4) and active and blocked_until > $2 and blocked_from < $3 group by resource_id
  )
  select count(*) from (
    select resource_id, start from (
      select chairs.id as resource_id, unnest(hours - coalesce(taken, '{}')) as free
      from unnest($4::uuid[]) as chairs (id) cross join work left join busy on busy.resource_id = chairs.id
    ) as frees,
    generate_series(date_bin('30 min', lower(free) + interval '29 min 59 s', timestamptz '2000-01-01'),
      upper(free) - interval '30 min', '30 min') as start
  ) as slots`

const busyRows = `
  select resource_id, extract(epoch from blocked_from) as s, extract(epoch from blocked_until) as e from allocations
  where tenant_id = $1 and resource_id = any($4) and active and blocked_until > $2 and blocked_from < $3
  order by resource_id, blocked_from`

/**
 * `GET /availability` end to end, from a client's request to the parsed answer, on PostgreSQL with every type of rule in force.
 * The peer is one SQL statement that only takes the bookings from the opening hours, run by a superuser (whom row-level security
 * does not slow down), and whose rows are counted instead of sent.
 */
export default {
  title: 'GET /api/availability on PostgreSQL, 30 days × 30 min, every rule',
  run: () =>
    onPostgres({ users: null, now: () => FROM - 86_400_000 }, async ({ api, server }) => {
      const tenant = await openBookedTenant(api)
      const headers = await headersOf(api, tenant)
      const measure = async (count: number, bookings: string): Promise<Measurement[]> => {
        const url = `/availability?variantId=${tenant.variantOf(count)}&from=${range[0]}&to=${range[1]}`
        const ids = tenant.chairs.slice(0, count)
        // Every chair here is open at the same times: what one has free, the whole variant has.
        const slots = await server.get<unknown[]>(url, headers)
        if (slots.length < 100) throw new Error(`Only ${slots.length} slots were found.`)
        const sql = (text: string) => () => api.owner.query(text, [tenant.tenantId, ...range, ids])
        const runs = [() => server.get(url, headers), sql(subtraction), sql(busyRows)]
        const [figure = 0, peer = 0, rows = 0] = await medianOfEach(count > 100 ? 12 : 40, runs)
        const what = `${count.toLocaleString('en')} resources, ${bookings} bookings`
        return [
          {
            what,
            figure,
            unit: 'ms',
            against: { what: 'one SQL statement that only subtracts', figure: peer },
            ...(count === 100 && bookings === '1 M' && { aim: '≤ 1 ×' }),
          },
          {
            what: `${what}, beside the rows alone`,
            figure,
            unit: 'ms',
            against: { what: 'fetching the busy rows', figure: rows },
          },
        ]
      }
      const measureFair = async (): Promise<Measurement[]> => {
        const urls = [tenant.variantOf(10), tenant.fair.least_booked, tenant.fair.rotation].map(
          id => `/availability?variantId=${id}&from=${range[0]}&to=${range[1]}`,
        )
        const runs = urls.map(url => () => server.get(url, headers))
        const [byPriority = 0, leastBooked = 0, rotation = 0] = await medianOfEach(60, runs)
        const against = { what: 'by priority', figure: byPriority }
        return [
          { what: '10 resources, the least booked first', figure: leastBooked, unit: 'ms', against, aim: '≤ 1.3 ×' },
          { what: '10 resources, one after the other', figure: rotation, unit: 'ms', against },
        ]
      }
      const found: Measurement[] = []
      const stages: [string, () => Promise<void>][] = [
        ['10 k', tenant.bookNearby],
        ['100 k', tenant.bookAround],
        ['1 M', tenant.bookOthers],
      ]
      for (const [label, book] of stages) {
        await book()
        await tenant.settle()
        found.push(...(await measure(100, label)))
      }
      for (const count of [1, 10, 1000]) found.push(...(await measure(count, '1 M')))
      found.push(...(await measureFair()))
      return found
    }),
} satisfies Bench
