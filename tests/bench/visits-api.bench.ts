import { openBusiness } from '../api/features/support/business'
import { addBookings, FROM, TO } from './support/bookedTenant'
import { everyRule } from './support/everyRule'
import { type Bench, type Measurement, medianOfEach, middle, timed } from './support/measurement'
import { headersOf, onPostgres } from './support/onDatabases'

const DAY = 86_400_000
const rounds = 15
const staff = 10
const lengths = [30, 45, 60]
const range = { from: new Date(FROM).toISOString(), to: new Date(TO).toISOString() }

/** Three services of ten people who can all do them, over 30 days with two or three bookings a day each; every start is a quarter of an hour. */
export default {
  title: 'A visit of three services on PostgreSQL, 10 people × 30 days × 15 min',
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
        for (const { ruleType, parameters } of rules) await business.addRule(ruleType, parameters)
        const days = { from: FROM, count: 30 }
        for (const [perDay, resourceIds] of [people.slice(0, 5), people.slice(5)].entries())
          await addBookings(api, business, variants[0] ?? '', { resourceIds, days, perDay: perDay + 2 })
        await api.owner.query('vacuum analyze')
        const headers = await headersOf(api, business)
        return { business, variants, phased, headers }
      }
      type Opened = Awaited<ReturnType<typeof open>>

      const timesOf = ({ variants, headers }: Opened) => {
        const parts = variants.map(variantId => ({ variantId }))
        const visit = (more: object = {}) =>
          server.post<{ slots: unknown[] }>('/availability/visits', headers, { ...range, parts, ...more })
        const single = async () => {
          for (const variantId of variants)
            await server.get(`/availability?variantId=${variantId}&from=${range.from}&to=${range.to}`, headers)
        }
        return { visit, single }
      }
      const measureTimes = async (opened: Opened, what: string): Promise<Measurement[]> => {
        const { visit, single } = timesOf(opened)
        const { slots } = await visit()
        if (slots.length < 100) throw new Error(`Only ${slots.length} starts were found.`)
        const [whole = 0, three = 0, any = 0] = await medianOfEach(rounds, [
          visit,
          single,
          () => visit({ order: 'any' }),
        ])
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
      const measurePhases = async ({ variants, phased, headers }: Opened): Promise<Measurement> => {
        const times =
          (variantId = '') =>
          () =>
            server.get(`/availability?variantId=${variantId}&from=${range.from}&to=${range.to}`, headers)
        const [withPhases = 0, without = 0] = await medianOfEach(60, [times(phased), times(variants[2])])
        return {
          what: 'the times of a variant with three phases',
          figure: withPhases,
          unit: 'ms',
          against: { what: 'of one as long, without', figure: without },
          aim: '≤ 1.3 ×',
        }
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
          aim: '≤ 1.5 ×',
        }
      }
      const plain = await open([])
      const ruled = await open(everyRule(15))
      return [
        ...(await measureTimes(plain, 'no rules')),
        ...(await measureTimes(ruled, 'every rule')),
        await measurePhases(plain),
        await measureBooking(plain),
      ]
    }),
} satisfies Bench
