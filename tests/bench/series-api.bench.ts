import { NOW, openBusiness } from '../api/features/support/business'
import { type Bench, middle, timed } from './support/measurement'
import { must, onPostgres } from './support/onDatabases'

const DAY = 86_400_000
const weeks = 52
const rounds = 9
const monday = Date.UTC(2026, 2, 2, 9)
const iso = (millis: number) => new Date(millis).toISOString()

/** A weekly series of a year, its preview beside the free times of the same year, and its booking beside as many bookings one by one. */
export default {
  title: 'A weekly series of 52 dates on PostgreSQL',
  run: () =>
    onPostgres({ users: null, now: () => NOW }, async ({ api }) => {
      const business = await openBusiness(api)
      const customerId = await business.add('customers', { name: 'Mia' })
      const variantId = await business.addVariant([await business.addResource()])
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
    }),
} satisfies Bench
