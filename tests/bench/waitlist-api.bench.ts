import { NOW, openBusiness } from '../api/features/support/business'
import { type Bench, middle, timed } from './support/measurement'
import { must, onPostgres } from './support/onDatabases'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const rounds = 15
/** The first ones, which write and plan statements anew, are not counted. */
const warmUp = 10
const inLine = 100
const listed = 10_000
/** A Monday, ten o'clock in Berlin. */
const monday = Date.UTC(2026, 2, 2, 9)
const iso = (millis: number) => new Date(millis).toISOString()

/**
 * Cancelling while a hundred wait, beside cancelling while nobody does, and beside the booking that an offer is; pages of a
 * list of ten thousand.
 */
export default {
  title: 'The waitlist on PostgreSQL',
  run: () =>
    onPostgres({ users: null, now: () => NOW }, async ({ api }) => {
      const business = await openBusiness(api)
      const { tenantId, channelId, run } = business
      const addVariant = async () =>
        business.addVariant([await business.addResource()], { waitlistEnabled: true, waitlistOffers: 'automatic' })
      const [quiet, wanted] = [await addVariant(), await addVariant()]
      const customerId = await business.add('customers', { name: 'Guest' })
      /** Entries for one variant, each with a customer of its own, all wanting the same days. */
      const addEntries = (variantId: string, count: number) =>
        run(async db => {
          const names = Array.from({ length: count }, (_, index) => ({ tenantId, name: `Waiting ${index}` }))
          for (let from = 0; from < count; from += 1000) {
            const made = await db
              .insertInto('customers')
              .values(names.slice(from, from + 1000))
              .returning('id')
              .execute()
            await db
              .insertInto('waitlistEntries')
              .values(
                made.map(({ id }, index) => ({
                  ...{ tenantId, variantId, customerId: id, channelId, quantity: 1, onlyPreferred: false },
                  windows: JSON.stringify([{ startsAt: iso(monday), endsAt: iso(monday + 60 * DAY) }]),
                  ...{ waitsFrom: iso(monday), waitsUntil: iso(monday + 60 * DAY), offers: '[]' },
                  joinedAt: iso(NOW - DAY + from + index),
                })),
              )
              .execute()
          }
        })
      const hour = (round: number): string => iso(monday + Math.floor(round / 5) * 7 * DAY + (round % 5) * DAY)
      const book = (variantId: string, startsAt: string) =>
        must(business.send('POST', '/bookings', { variantId, customerId, startsAt })) as Promise<{ id: string }>
      const cancel = ({ id }: { id: string }) => must(business.send('POST', `/bookings/${id}/cancel`, {}))

      // Whoever waits finds nothing free but what is cancelled.
      await business.addRule('booking_limit', { max: 1, period: 'day' })
      const taken: Record<string, { id: string }[]> = { [quiet]: [], [wanted]: [] }
      const bookings: number[] = []
      for (let round = 0; round < warmUp + rounds; round++) {
        for (const variantId of [quiet, wanted]) {
          bookings.push(await timed(async () => taken[variantId]?.push(await book(variantId, hour(round)))))
        }
      }
      await addEntries(wanted, inLine)
      await api.owner.query('vacuum analyze')
      const [alone, matched]: [number[], number[]] = [[], []]
      for (let round = 0; round < warmUp + rounds; round++) {
        const unwanted = await timed(() => cancel(taken[quiet]?.[round] as { id: string }))
        const offered = await timed(() => cancel(taken[wanted]?.[round] as { id: string }))
        if (round < warmUp) continue
        alone.push(unwanted)
        matched.push(offered)
      }
      const offers = await business.get('/bookings/waitlist?status=offered&perPage=100')
      if (offers.body.length < warmUp + rounds) throw new Error(`Only ${offers.body.length} places were offered.`)

      await addEntries(quiet, listed - inLine)
      await api.owner.query('vacuum analyze')
      const pages: Record<string, number[]> = { first: [], middle: [], search: [] }
      for (let round = 0; round < rounds; round++) {
        pages.first?.push(await timed(() => must(business.get('/bookings/waitlist?perPage=25'))))
        pages.middle?.push(await timed(() => must(business.get('/bookings/waitlist?perPage=25&page=200'))))
        pages.search?.push(await timed(() => must(business.get('/bookings/waitlist?perPage=25&q=Waiting 77'))))
      }
      const page = (name: string, what: string) => ({
        what,
        figure: middle(pages[name] ?? []),
        unit: 'ms' as const,
        aim: '≤ 50 ms',
      })
      return [
        {
          what: `cancelling what the first of ${inLine} is offered`,
          figure: middle(matched),
          unit: 'ms',
          against: { what: 'cancelling what nobody waits for', figure: middle(alone) },
          aim: '≤ 2 ×',
        },
        {
          what: 'the same, beside what it does',
          figure: middle(matched),
          unit: 'ms',
          against: { what: 'such a cancelling and one booking', figure: middle(alone) + middle(bookings) },
        },
        page('first', `the first page of ${listed.toLocaleString('en')}`),
        page('middle', 'a page in the middle'),
        page('search', 'a search'),
      ]
    }),
} satisfies Bench
