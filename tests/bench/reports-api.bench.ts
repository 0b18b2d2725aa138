import { IndexedSnapshot, openCapacity } from '../../src/scheduling'
import { openBusiness, week } from '../api/features/support/business'
import { addBookings } from './support/bookedTenant'
import type { Bench } from './support/measurement'
import { medianOfEach, middle, p95, timed } from './support/measurement'
import { headersOf, onPostgres } from './support/onDatabases'

/** A Monday. */
const FROM = Date.UTC(2027, 0, 4)
const days = 366
const portion = 61
const [chairCount, measured, perDay] = [342, 100, 8]
const [from, to] = [FROM, FROM + days * 86_400_000].map(at => new Date(at).toISOString().slice(0, 10)) as [
  string,
  string,
]
const range = [`${from}T00:00:00+01:00`, `${to}T00:00:00+01:00`]

const grouped = `select (starts_at at time zone 'Europe/Berlin')::date, count(*), sum(total_amount) from bookings
  where tenant_id = $1 and starts_at >= $2 and starts_at < $3 group by 1`

const summed = `select resource_id, sum(extract(epoch from ends_at - starts_at)) from allocations
  where tenant_id = $1 and active and blocked_until > $2 and blocked_from < $3 and resource_id = any($4) group by 1`

const p95Of = async (call: () => Promise<unknown>): Promise<number> => {
  const times: number[] = []
  for (let count = 0; count < 40; count++) times.push(await timed(call))
  return p95(times)
}

const p95While = async (work: () => Promise<unknown>, call: () => Promise<unknown>): Promise<number> => {
  let isOver = false
  const working = (async () => {
    while (!isOver) await work()
  })()
  const figure = await p95Of(call)
  isOver = true
  await working
  return figure
}

/** Figures end to end over HTTP, beside statements that group the same rows as a superuser, whom row-level security does not slow down. */
export default {
  title: 'GET /api/reports/figures on PostgreSQL, a year of a million bookings',
  run: () =>
    onPostgres({ users: null, now: () => FROM }, async ({ api, server }) => {
      const business = await openBusiness(api)
      const { run, tenantId, typeId, scheduleId } = business
      const chairs = await run(async db => {
        const rows = Array.from({ length: chairCount }, (_, index) => ({
          tenantId,
          name: `Chair ${index}`,
          resourceTypeId: typeId,
          capacity: 1,
        }))
        return (await db.insertInto('resources').values(rows).returning('id').execute()).map(({ id }) => id as string)
      })
      const variantId = await business.addVariant(chairs.slice(0, 1))
      // Only writing needs the guard against overlaps.
      await api.owner.query('alter table allocations drop constraint allocations_no_double_booking')
      for (let day = 0; day < days; day += portion)
        await addBookings(api, business, variantId, {
          resourceIds: chairs,
          days: { from: FROM + day * 86_400_000, count: portion },
          perDay,
        })
      await api.owner.query('vacuum analyze bookings')
      await api.owner.query('vacuum analyze allocations')
      const headers = await headersOf(api, business)
      const ask = async (query: string) => {
        const body = await server.get<{ totals: { figures: Record<string, { value: number }> } }>(
          `/reports/figures?from=${from}&to=${to}&${query}`,
          headers,
        )
        return body.totals.figures
      }
      const ids = chairs.slice(0, measured)
      const byDay = 'measures=bookings,revenue&groupBy=day'
      const utilisation = `measures=utilisation&groupBy=day&resourceId=${ids}`
      const { bookings } = await ask(byDay)
      if (bookings?.value !== chairCount * days * perDay) throw new Error(`${bookings?.value} bookings were counted.`)
      const windows = async () => {
        const schedule = {
          id: scheduleId,
          name: '',
          timeZone: 'Europe/Berlin',
          weeklyHours: week([1, 2, 3, 4, 5], '09:00', '17:00'),
        }
        const resources = ids.map(id => ({ id, name: id, resourceTypeId: typeId, capacity: 1, scheduleId }))
        const snapshot = new IndexedSnapshot({
          ...{ now: FROM, tenant: { timeZone: 'Europe/Berlin' }, schedules: [schedule], resources },
          ...{ items: [], variants: [] },
        })
        for (const resource of resources) openCapacity(snapshot, resource, FROM, FROM + days * 86_400_000)
      }
      const list = () => server.get(`/bookings?from=${from}&to=${to}`, headers)
      const [alone, meanwhile]: [number[], number[]] = [[], []]
      for (let round = 0; round < 5; round++) {
        alone.push(await p95Of(list))
        meanwhile.push(await p95While(() => ask(byDay), list))
      }
      const [figure = 0, floor = 0, used = 0, usedFloor = 0] = await medianOfEach(10, [
        () => ask(byDay),
        () => api.owner.query(grouped, [tenantId, ...range]),
        () => ask(utilisation),
        async () => {
          await api.owner.query(summed, [tenantId, ...range, ids])
          await windows()
        },
      ])
      return [
        {
          what: 'bookings and revenue of a year by day, 1 M bookings',
          figure,
          unit: 'ms',
          against: { what: 'the SQL that groups the same rows', figure: floor },
          aim: '≤ 2 ×',
        },
        {
          what: `utilisation of ${measured} resources × ${days} days, by day`,
          figure: used,
          unit: 'ms',
          against: { what: 'summing their allocations, and their windows', figure: usedFloor },
          aim: '≤ 2 ×',
        },
        {
          what: 'p95 of a page of bookings while figures of the year are asked for one after another',
          figure: middle(meanwhile),
          unit: 'ms',
          against: { what: 'p95 of the same page alone', figure: middle(alone) },
          aim: '≤ 1.5 ×',
        },
      ]
    }),
} satisfies Bench
