import type { calls } from '../../src/calls'
import type { SimulateInput } from '../../src/calls/simulateBody'
import type { AnswerOf } from '../../src/contract'
import { openBusiness } from '../api/features/support/business'
import { addBookings } from './support/bookedTenant'
import { everyRule } from './support/everyRule'
import { type Bench, medianOfEach, p95, timed } from './support/measurement'
import { headersOf, onPostgres } from './support/onDatabases'

type Answer = AnswerOf<typeof calls.availability.simulate>

const DAY = 86_400_000
/** A Monday: the 30 days that are asked about begin here. */
const FROM = Date.UTC(2027, 0, 4)
const range = { from: new Date(FROM).toISOString(), to: new Date(FROM + 30 * DAY).toISOString() }
const rounds = 40

/**
 * `POST /availability/simulate` end to end on PostgreSQL: 100 resources, 30 days in half hours, every type of rule, 3,000
 * bookings. Beside it `GET /availability` of the same variants and range.
 */
export default {
  title: 'POST /api/availability/simulate on PostgreSQL, 30 days × 30 min, every rule',
  run: () =>
    onPostgres({ users: null, now: () => FROM - DAY }, async ({ api, server }) => {
      const business = await openBusiness(api)
      const chairs: string[] = []
      for (let i = 0; i < 100; i++) chairs.push(await business.addResource({ sortOrder: i }))
      const short = { durationMinutes: 30, slotIntervalMinutes: 30 }
      const variants: string[] = []
      for (let i = 0; i < 10; i++)
        variants.push(await business.addVariant(chairs.slice(i * 10, i * 10 + 10), { ...short, sortOrder: i }))
      const all = await business.addVariant(chairs, short)
      for (const { ruleType, parameters } of everyRule(30)) await business.addRule(ruleType, parameters)
      await addBookings(api, business, all, { resourceIds: chairs, days: { from: FROM, count: 30 }, perDay: 1 })
      await api.owner.query('vacuum analyze')

      const headers = await headersOf(api, business)
      const simulate = (changes: SimulateInput['changes'], question: object = {}) =>
        server.post<Answer>('/availability/simulate', headers, { ...range, changes, ...question })
      const slotsOf = (id: string) =>
        server.get<unknown[]>(`/availability?variantId=${id}&from=${range.from}&to=${range.to}`, headers)
      const shorter = (id: string) => ({
        action: 'update' as const,
        entityType: 'variants' as const,
        id,
        data: { maxAdvanceDays: 14 },
      })
      const closed: SimulateInput['changes'] = [
        {
          action: 'create',
          entityType: 'resourceRules',
          data: {
            name: 'Closed',
            ruleType: 'blackout',
            parameters: { startDate: '2027-01-11', endDate: '2027-01-15' },
            applyToAllResources: true,
          },
        },
      ]
      const early = { bookingsTo: new Date(FROM + DAY).toISOString() }
      const [one] = variants as [string]
      const many = await simulate(closed)
      const few = await simulate(closed, early)
      const judged = many.bookings.judgedCount - few.bookings.judgedCount
      const removed = (await simulate([shorter(one)])).variants[0]?.removedCount ?? 0
      if (judged < 2000 || many.bookings.strandedCount < 400 || removed < 100)
        throw new Error(`Only ${judged} bookings were judged, and ${removed} times went.`)

      const [ofOne = 0, slotsOfOne = 0, ofTen = 0, slotsOfTen = 0] = await medianOfEach(rounds, [
        () => simulate([shorter(one)]),
        () => slotsOf(one),
        () => simulate(variants.map(shorter)),
        async () => {
          for (const id of variants) await slotsOf(id)
        },
      ])
      const [whole = 0, start = 0] = await medianOfEach(rounds / 2, [
        () => simulate(closed),
        () => simulate(closed, early),
      ])
      const times: number[] = []
      for (let i = 0; i < rounds; i++) {
        times.push(
          await timed(() =>
            simulate([
              {
                ...closed[0],
                data: { ...closed[0]?.data, resourceIds: chairs.slice(0, 10), applyToAllResources: false },
              } as never,
            ]),
          ),
        )
      }
      const answer = { what: 'GET /availability of the same', figure: 0 }
      return [
        { what: 'one variant', figure: ofOne, unit: 'ms', against: { ...answer, figure: slotsOfOne }, aim: '≤ 2.2 ×' },
        {
          what: 'ten variants in one call',
          figure: ofTen,
          unit: 'ms',
          against: { what: 'ten calls, one after another', figure: slotsOfTen },
          aim: '≤ 2.2 ×',
        },
        { what: 'one more booking judged', figure: (whole - start) / judged, unit: 'ms', aim: '≤ 0.3 ms' },
        { what: 'ten of 100 resources closed, 95th percentile', figure: p95(times), unit: 'ms', aim: '≤ 300 ms' },
        { what: `all 100 resources closed, ${judged} bookings judged`, figure: whole, unit: 'ms' },
      ]
    }),
} satisfies Bench
