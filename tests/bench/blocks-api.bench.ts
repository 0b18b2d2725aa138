import { openBusiness } from '../api/features/support/business'
import { addBookings } from './support/bookedTenant'
import { type Bench, medianOfEach } from './support/measurement'
import { headersOf, onPostgres } from './support/onDatabases'

const DAY = 86_400_000
/** A Monday. */
const FROM = Date.UTC(2027, 0, 4)
const rounds = 60

/** `POST /blocks` end to end on PostgreSQL beside `POST /bookings/resource-rules` of the same blackout: 20 resources, 2,400 bookings. */
export default {
  title: 'POST /api/blocks on PostgreSQL',
  run: () =>
    onPostgres({ users: null, now: () => FROM - DAY }, async ({ api, server }) => {
      const business = await openBusiness(api)
      const chairs: string[] = []
      for (let i = 0; i < 20; i++) chairs.push(await business.addResource({ sortOrder: i }))
      const variantId = await business.addVariant(chairs, { durationMinutes: 30, slotIntervalMinutes: 30 })
      await addBookings(api, business, variantId, { resourceIds: chairs, days: { from: FROM, count: 30 }, perDay: 4 })
      await api.owner.query('vacuum analyze')
      const headers = await headersOf(api, business)
      let count = 0
      const nextDay = () => new Date(FROM + (count++ % 30) * DAY).toISOString().slice(0, 10)
      const rule = async () => {
        const date = nextDay()
        await server.post('/bookings/resource-rules', headers, {
          ...{ ruleType: 'blackout', resourceIds: [chairs[count % 20]] },
          parameters: { startDate: date, endDate: date, startTime: '10:00', endTime: '12:00' },
        })
      }
      const block = (resourceIds: () => string[]) => async () => {
        const date = nextDay()
        const times = { startsAt: `${date}T09:00:00Z`, endsAt: `${date}T11:00:00Z` }
        await server.post('/blocks', headers, { ...times, resourceIds: resourceIds() })
      }
      const [ofRule = 0, ofBlock = 0, ofMany = 0] = await medianOfEach(rounds, [
        rule,
        block(() => [chairs[count % 20] ?? '']),
        block(() => chairs),
      ])
      const against = { what: 'POST /bookings/resource-rules of one blackout', figure: ofRule }
      return [
        { what: 'one resource, inside a day', figure: ofBlock, unit: 'ms', against, aim: '≤ 2 ×' },
        { what: 'twenty resources, inside a day', figure: ofMany, unit: 'ms', against },
      ]
    }),
} satisfies Bench
