import { FROM, openBookedTenant, TO } from './support/bookedTenant'
import { type Bench, p95 } from './support/measurement'
import { headersOf, onPostgres } from './support/onDatabases'

const rounds = 100

/** What a stranger's question costs beside the desk's, to the same engine about the same times, in turns. */
export default {
  title: 'Public availability on PostgreSQL, 10,000 bookings, 30 days × 30 min, every rule',
  run: () =>
    onPostgres({ users: null, now: () => FROM - 86_400_000 }, async ({ api, server }) => {
      const tenant = await openBookedTenant(api)
      await tenant.bookNearby()
      await tenant.settle()
      const { rows } = await api.owner.query(
        `insert into channels (tenant_id, name, code, kind, has_page) values ($1, 'Page', 'page', 'online', true)
       returning id, (select slug from tenants where id = $1)`,
        [tenant.tenantId],
      )
      const [{ id: channelId, slug }] = rows
      const headers = await headersOf(api, tenant)
      const range = `from=${new Date(FROM).toISOString()}&to=${new Date(TO).toISOString()}`
      return await Promise.all(
        [10].map(async count => {
          const question = `variantId=${tenant.variantOf(count)}&${range}`
          const desk = () => server.get<unknown[]>(`/availability?${question}&channelId=${channelId}`, headers)
          const page = () => server.get<unknown[]>(`/public/${slug}/availability?${question}`, {})
          const times: [number[], number[]] = [[], []]
          for (let i = 0; i < rounds * 1.25; i++) {
            for (const [index, ask] of [desk, page].entries()) {
              const start = performance.now()
              if ((await ask()).length < 100) throw new Error('Too few slots were found.')
              if (i >= rounds / 4) times[index]?.push(performance.now() - start)
            }
          }
          return {
            what: `GET /public/{tenant}/availability, ${count} resources, p95`,
            figure: p95(times[1]),
            unit: 'ms' as const,
            against: { what: 'GET /availability, p95', figure: p95(times[0]) },
            aim: '≤ 1.2 ×',
          }
        }),
      )
    }),
} satisfies Bench
