import { openBusiness } from '../api/features/support/business'
import { addBookings, FROM } from './support/bookedTenant'
import { everyRule } from './support/everyRule'
import { type Bench, type Measurement, medianOfEach, middle, timed } from './support/measurement'
import { headersOf, onPostgres } from './support/onDatabases'

const DAY = 86_400_000
const rounds = 15
const staff = 10
const lengths = [30, 45, 60]
const range = (days: number) => ({ from: new Date(FROM).toISOString(), to: new Date(FROM + days * DAY).toISOString() })

/** Three services of ten people who can all do them, over 30 days with two or three bookings a day each; every start is a quarter of an hour. */
export default {
  title: 'A visit of three services on PostgreSQL, 10 people × 15 min',
  run: () =>
    onPostgres({ users: null, now: () => FROM - DAY }, async ({ api, server }) => {
      const open = async (rules: ReturnType<typeof everyRule>) => {
        const business = await openBusiness(api)
        const person = await business.add('resourceTypes', { name: 'Stylist', kind: 'person' })
        const people: string[] = []
        for (let count = 0; count < staff; count++) people.push(await business.addResource({ resourceTypeId: person }))
        const addVariant = (durationMinutes: number, values: object = {}) =>
          business.addVariant(people, { durationMinutes, slotIntervalMinutes: 15, ...values })
        const variants: string[] = []
        for (const length of lengths) variants.push(await addVariant(length))
        const phases = [20, 20, 20].map((minutes, index) => ({ minutes, frees: index === 1 ? [person] : [] }))
        const phased = await addVariant(60, { phases: JSON.stringify(phases) })
        const fair = await addVariant(60, { allocation: 'least_booked' })
        for (const { ruleType, parameters } of rules) await business.addRule(ruleType, parameters)
        const days = { from: FROM, count: 30 }
        for (const [perDay, resourceIds] of [people.slice(0, 5), people.slice(5)].entries())
          await addBookings(api, business, variants[0] ?? '', { resourceIds, days, perDay: perDay + 2 })
        await api.owner.query('vacuum analyze')
        const headers = await headersOf(api, business)
        return { business, variants, phased, fair, headers }
      }
      type Opened = Awaited<ReturnType<typeof open>>

      const times = ({ headers }: Opened, variantId = '', days = 30) => {
        const { from, to } = range(days)
        return server.get(`/availability?variantId=${variantId}&from=${from}&to=${to}`, headers)
      }
      const measureTimes = async (opened: Opened, days: number, rules: string): Promise<Measurement[]> => {
        const parts = opened.variants.map(variantId => ({ variantId }))
        const visit = (more: object = {}) =>
          server.post<{ slots: unknown[] }>('/availability/visits', opened.headers, { ...range(days), parts, ...more })
        const single = async () => {
          for (const variantId of opened.variants) await times(opened, variantId, days)
        }
        const { slots } = await visit()
        if (slots.length < 10 * (days === 1 ? 1 : 10)) throw new Error(`Only ${slots.length} starts were found.`)
        const [whole = 0, three = 0, any = 0] = await medianOfEach(days === 1 ? 4 * rounds : rounds, [
          visit,
          single,
          () => visit({ order: 'any' }),
        ])
        const what = `${days === 1 ? 'a day' : `${days} days`}, ${rules}`
        return [
          {
            what: `the times of the visit, ${what}`,
            figure: whole,
            unit: 'ms',
            against: { what: 'the times of each, in three answers', figure: three },
            aim: '≤ 5 ×',
          },
          {
            what: `the same in any order, ${what}`,
            figure: any,
            unit: 'ms',
            against: { what: 'as listed', figure: whole },
            aim: '≤ 3 ×',
          },
        ]
      }
      const measureVariants = async (opened: Opened): Promise<Measurement[]> => {
        const { variants, phased, fair } = opened
        const [withPhases = 0, leastBooked = 0, plain = 0] = await medianOfEach(
          60,
          [phased, fair, variants[2]].map(id => () => times(opened, id)),
        )
        return [
          {
            what: 'the times of a variant with three phases',
            figure: withPhases,
            unit: 'ms',
            against: { what: 'of one as long, without', figure: plain },
            aim: '≤ 1.3 ×',
          },
          {
            what: 'the times of a variant that takes whoever is least booked',
            figure: leastBooked,
            unit: 'ms',
            against: { what: 'of one as long, by priority', figure: plain },
            aim: '≤ 1.3 ×',
          },
        ]
      }
      const measureBooking = async ({ business, variants, headers }: Opened): Promise<Measurement> => {
        const customerId = await business.add('customers', { name: 'Lena' })
        const [whole, singles]: [number[], number[]] = [[], []]
        const parts = variants.map(variantId => ({ variantId }))
        for (let round = 0; round < rounds; round++) {
          // Working days after all that is booked; quarters of an hour, so that nobody is in another's way.
          const at = FROM + (35 + Math.floor(round / 5) * 7 + (round % 5)) * DAY
          const startsAt = (minutes: number) => new Date(at + 8 * 3_600_000 + minutes * 60_000).toISOString()
          whole.push(
            await timed(() => server.post('/bookings/visits', headers, { parts, customerId, startsAt: startsAt(0) })),
          )
          singles.push(
            await timed(async () => {
              for (const variantId of variants)
                await server.post('/bookings', headers, { variantId, customerId, startsAt: startsAt(180) })
            }),
          )
        }
        return {
          what: 'booking the visit',
          figure: middle(whole),
          unit: 'ms',
          against: { what: 'three bookings, one call each', figure: middle(singles) },
          aim: '≤ 1.3 ×',
        }
      }
      const plain = await open([])
      const ruled = await open(everyRule(15))
      return [
        ...(await measureTimes(plain, 1, 'no rules')),
        ...(await measureTimes(ruled, 1, 'every rule')),
        ...(await measureTimes(plain, 30, 'no rules')),
        ...(await measureTimes(ruled, 30, 'every rule')),
        ...(await measureVariants(plain)),
        await measureBooking(plain),
      ]
    }),
} satisfies Bench
