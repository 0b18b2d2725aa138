import { NOW, openBusiness } from '../api/features/support/business'
import { openApi } from '../api/http/support/fixture'
import { startLocalPostgres } from '../api/support/localPostgres'
import { openTestDatabase } from '../api/support/testDatabase'
import type { Bench } from './support/measurement'
import { middle } from './support/measurement'

const DAY = 86_400_000
const weeks = 52
const rounds = 9
const monday = Date.UTC(2026, 2, 2, 9)
const iso = (millis: number) => new Date(millis).toISOString()

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** A weekly series of a year, its preview beside the free times of the same year, and its booking beside as many bookings one by one. */
export default {
  title: 'A weekly series of 52 dates on PostgreSQL',
  run: async () => {
    const postgres = await startLocalPostgres()
    if (!postgres) throw new Error('There is no PostgreSQL here to run this on.')
    const testDatabase = await openTestDatabase(postgres.url)
    const api = await openApi({ on: testDatabase, users: null, now: () => NOW })
    try {
      const business = await openBusiness(api)
      const customerId = await business.add('customers', { name: 'Mia' })
      const variantId = await business.addVariant([await business.addResource()])
      const must = async (call: Promise<{ status: number; body: unknown }>): Promise<void> => {
        const { status, body } = await call
        if (status >= 400) throw new Error(JSON.stringify(body))
      }
      const series = (of: string, dryRun: boolean) =>
        must(
          business.send('POST', '/bookings/series', {
            ...{ variantId: of, customerId, startsAt: iso(monday), rrule: `FREQ=WEEKLY;COUNT=${weeks}`, dryRun },
          }),
        )
      // One answer covers at most 62 days.
      const year = async () => {
        for (let from = 0; from < 365; from += 61)
          await must(
            business.get(
              `/availability?variantId=${variantId}&from=${iso(monday + from * DAY)}&to=${iso(monday + Math.min(365, from + 61) * DAY)}`,
            ),
          )
      }
      const previews: number[] = []
      const years: number[] = []
      for (let round = 0; round < rounds; round++) {
        previews.push(await timed(() => series(variantId, true)))
        years.push(await timed(year))
      }
      const made: number[] = []
      const singles: number[] = []
      for (let round = 0; round < 5; round++) {
        const [whole, parts] = [
          await business.addVariant([await business.addResource()]),
          await business.addVariant([await business.addResource()]),
        ]
        made.push(await timed(() => series(whole, false)))
        singles.push(
          await timed(async () => {
            for (let week = 0; week < weeks; week++) {
              const startsAt = iso(monday + week * 7 * DAY)
              await must(business.send('POST', '/bookings', { variantId: parts, customerId, startsAt }))
            }
          }),
        )
      }
      return [
        {
          what: 'preview of every date',
          figure: middle(previews),
          unit: 'ms',
          against: { what: 'the free times of that year, in six answers', figure: middle(years) },
          aim: '≤ 3 ×',
        },
        {
          what: 'all dates booked in one call',
          figure: middle(made),
          unit: 'ms',
          against: { what: '52 bookings, one call each', figure: middle(singles) },
          aim: '≤ 0.5 ×',
        },
      ]
    } finally {
      await api.close()
      await testDatabase.close()
      await postgres.stop()
    }
  },
} satisfies Bench
