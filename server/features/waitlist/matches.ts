import { calls } from '../../../src/calls'
import { type AnswerOf, DAY, formatInstant, MINUTE, millisOf } from '../../../src/declare'
import { bookings } from '../../../src/resources/bookings'
import { createEngine, type Fit, FreeTimes, type NeededSpan, type Snapshot } from '../../../src/scheduling'
import { type RequestOf, rowsAllow, type Transaction } from '../../serve'
import { loadSetup } from '../availability/loadSetup'
import { snapshotOf } from '../availability/loadSnapshot'
import { type BookingRecord, findBooking, type MemberRequest } from '../bookings/bookingScope'
import { keyChannelId, lacksScope } from '../caller'
import { findWaiting, type Waiting } from './waitingEntries'

type Match = AnswerOf<typeof calls.waitlist.matches>[number]

const mostAsked = 1000

interface Question {
  span: NeededSpan | null
  resourceIds: readonly string[] | null
  gone: BookingRecord | null
}

const meets = ({ span, resourceIds }: Question, fit: Fit): boolean =>
  (!span || (fit.startsAt < span.to && span.from < fit.endsAt)) &&
  (!resourceIds || fit.resourceIds.some(id => resourceIds.includes(id)))

const reasonsFor = (snapshot: Snapshot, question: Question, waiting: Waiting): Match['reasons'] => {
  const { variantId, channelId, quantity, durationMinutes, windows, preferredResourceIds, onlyPreferred } = waiting
  const answers = createEngine(snapshot).ask({
    ...{ variantId, channelId, quantity, resourceIds: onlyPreferred ? preferredResourceIds : [] },
    ...(durationMinutes && { durationMinutes }),
  })
  for (const { from, to } of windows) {
    const start = Math.max(from, snapshot.now as number, question.span ? question.span.from - DAY : 0)
    const end = Math.min(to, question.span?.to ?? to, start + 7 * DAY)
    if (end <= start) continue
    const slot = answers
      .slots(start, end, { includeUnavailable: true })
      .find(one => Date.parse(one.endsAt) <= to && (!question.span || Date.parse(one.endsAt) > question.span.from))
    const startsAt = slot ? Date.parse(slot.startsAt) : Math.max(from, question.span?.from ?? from)
    const { headline, reasons } = answers.check({ startsAt })
    const all = headline
      ? [headline, ...reasons.filter(({ resourceId }) => resourceId !== headline.resourceId)]
      : reasons
    return all.map(({ code, text, sentence, params, resourceId }) => ({ code, text, sentence, params, resourceId }))
  }
  return []
}

const positions = (waiting: readonly Waiting[]): Map<string, number> => {
  const before = new Map<string, Waiting[]>()
  return new Map(
    waiting.map(one => {
      const earlier = before.get(one.variantId) ?? []
      const count = earlier.filter(({ windows }) =>
        windows.some(a => one.windows.some(b => a.from < b.to && b.from < a.to)),
      ).length
      before.set(one.variantId, [...earlier, one])
      return [one.id, count + 1]
    }),
  )
}

const spanOf = (waiting: readonly Waiting[], now: number): NeededSpan => ({
  from: now,
  to: Math.max(now, ...waiting.flatMap(({ windows }) => windows.map(({ to }) => to))),
})

export const matchesOf = async (
  db: Transaction,
  request: MemberRequest,
  query: RequestOf<typeof calls.waitlist.matches>['query'],
): Promise<Match[]> => {
  const { caller, services } = request
  const tenantId = caller.tenant.id
  const now = services.now()
  const gone = query.bookingId ? await findBooking(db, request, query.bookingId) : null
  const { timeZone } = caller.tenant
  const [from, to] = [query.from, query.to].map(moment => (moment ? millisOf(moment, timeZone) : null))
  const asked =
    from || to
      ? { from: from ?? now, to: to ?? now + 3 * 366 * DAY }
      : gone && { from: Date.parse(gone.startsAt), to: Date.parse(gone.endsAt) }
  const question: Question = { span: asked, resourceIds: query.resourceIds ?? gone?.resourceIds ?? null, gone }
  const variantIds = query.variantId ? [query.variantId] : undefined
  const all = await findWaiting(
    db,
    { tenantId, now, variantIds, span: asked ?? undefined, isAutomatic: false },
    { limit: mostAsked },
  )
  const setup = await loadSetup(db, tenantId, {
    subject: { variantIds: [...new Set(all.map(one => one.variantId))].toSorted() },
  })
  const own = setup.resources.filter(({ id }) => rowsAllow(bookings, 'read', { resourceIds: [id] }, caller))
  const mayTake =
    (ids: readonly string[]) =>
    ({ variantId }: Waiting) =>
      setup.variants.some(
        ({ id, resources }) => id === variantId && resources.some(one => ids.includes(one.resourceId)),
      )
  const channelId = keyChannelId(caller)
  const isNameless = lacksScope(caller, 'customers.read')
  const waiting = all
    .filter(one => !channelId || one.channelId === channelId)
    .filter(mayTake(question.resourceIds ?? setup.resources.map(({ id }) => id)))
    .filter(mayTake(own.map(({ id }) => id)))
  if (waiting.length === 0) return []
  const lengths = waiting.flatMap(({ durationMinutes }) => durationMinutes ?? [])
  const longest = Math.max(0, ...lengths, ...setup.variants.map(({ durationMinutes }) => durationMinutes ?? 0)) * MINUTE
  const span = asked ? { from: Math.max(now, asked.from - longest), to: asked.to } : spanOf(waiting, now)
  const loaded = await snapshotOf(db, tenantId, setup, {
    ...{ from: span.from, to: span.to, now, isAnonymous: !gone },
    ...(lengths.length > 0 && { durationMinutes: Math.max(...lengths) }),
  })
  const snapshot: Snapshot = gone
    ? { ...loaded, allocations: (loaded.allocations ?? []).filter(({ bookingId }) => bookingId !== gone.id) }
    : loaded
  const free = new FreeTimes(snapshot, span)
  const places = positions(all)
  const matches = waiting.map((one): Match => {
    let fit: Fit | undefined
    for (const each of free.fits(one)) {
      fit = meets(question, each) ? each : undefined
      if (fit) break
    }
    return {
      entryId: one.id,
      position: places.get(one.id) ?? 1,
      ...{
        customerName: isNameless ? '' : one.customerName,
        variantId: one.variantId,
        title: one.title,
        quantity: one.quantity,
        fits: fit !== undefined,
      },
      isAutomatic: one.isAutomatic,
      startsAt: fit ? formatInstant(fit.startsAt) : null,
      endsAt: fit ? formatInstant(fit.endsAt) : null,
      resourceIds: [...(fit?.resourceIds ?? [])],
      reasons: fit ? [] : reasonsFor(snapshot, question, one),
    }
  })
  return [...matches.filter(({ fits }) => fits), ...matches.filter(({ fits }) => !fits)].slice(
    0,
    calls.waitlist.maxMatches,
  )
}
