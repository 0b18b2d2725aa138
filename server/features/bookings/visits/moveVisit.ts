import type { Visit } from '../../../../src/calls/visits'
import { DAY, MINUTE } from '../../../../src/declare'
import type { CheckResult } from '../../../../src/scheduling'
import { tellCustomer } from '../../notifications/tellCustomer'
import { reofferFreedTimes } from '../../waitlist/freedTime'
import { settleWaiting } from '../../waitlist/settleWaiting'
import { requireReasonWhenLate } from '../actions'
import type { AllocationRequest } from '../allocationRequest'
import { allocateAll, removeAllocations } from '../allocations'
import { type BookingRecord, isGone, requireOwn } from '../bookingScope'
import { ownPlace, saveBooking } from '../changeBooking'
import { keptOf, overridesOf, takenBy } from '../createBooking'
import { type Offer, totalFor } from '../offer'
import { requireTime } from '../requireTime'
import { decideVisit, orRefusedPart } from './bookParts'
import { type HeldVisit, hasBegun, type InputOf, saveVisit, wrongStatus } from './visitActions'
import { loadOffers, loadVisitPlace, type VisitPlace } from './visitQuestion'
import { answeredVisit } from './visitState'

type Input = InputOf<'reschedule'>

type Keeps = (part: BookingRecord) => readonly string[]

interface Move {
  before: BookingRecord
  result: CheckResult
  offer: Offer
}

/**
 * All that stands, planned anew for another start; its old places are free to itself.
 * @param keeps the resources that a part keeps; its own unless given
 */
export const reschedule = async (held: HeldVisit, input: Input, keeps?: Keeps): Promise<Visit> => {
  const { unit, request, visit } = held
  const { record } = visit
  const now = request.services.now()
  requireTime({ startsAt: input.startsAt, endsAt: null }, now)
  const standing = visit.parts.filter(one => !isGone(one))
  if (standing.length === 0 || standing.some(one => hasBegun(one, now))) throw wrongStatus()
  // A preview needs no reason.
  for (const before of input.dryRun ? [] : standing)
    await requireReasonWhenLate({ unit, request, before }, 'reschedule', input.reason)
  const { place, offers } = await placeOf(held, standing, input, keeps)
  if (!input.dryRun) {
    const to = { from: place.startsAt, to: place.startsAt + DAY }
    await reofferFreedTimes(unit, request, standing, [to])
  }
  const snapshot = await loadVisitPlace(unit.db, record.tenantId, place, { now, lock: !input.dryRun })
  const { results } = decideVisit(snapshot, place, { ...input, caller: request.caller })
  const moves = standing.map((before, position): Move => {
    return { before, result: results[position] as CheckResult, offer: offers[position] as Offer }
  })
  if (input.dryRun) return previewed(await answeredVisit(unit.db, request, record.id), moves)
  const questions = moves.map(({ before }) => ownPlace({ unit, request, before }))
  await orRefusedPart(place, questions, () => take(held, moves, questions))
  for (const move of moves) await save(held, move, input)
  await saveVisit(held)
  return answeredVisit(unit.db, request, record.id)
}

const placeOf = async (
  { unit, visit: { record, kept, isAnyOrder } }: HeldVisit,
  standing: readonly BookingRecord[],
  { startsAt, anyResource }: Input,
  keeps: Keeps = ({ resourceIds }) => (anyResource ? [] : resourceIds),
): Promise<{ place: VisitPlace; offers: Offer[] }> => {
  const { tenantId, channelId, customerId, sameStaff } = record
  const bare = standing.map(one => ({
    ...(kept[one.visitIndex ?? 0] ?? { guest: 0, minWaitMinutes: 0, maxWaitMinutes: 0 }),
    ...{ variantId: one.variantId, quantity: one.quantity, startsAt: null, resourceIds: keeps(one) },
  }))
  const asked = { channelId, sameStaff, order: isAnyOrder ? ('any' as const) : ('fixed' as const) }
  const offers = await loadOffers(unit.db, tenantId, { ...asked, parts: bare })
  const parts = bare.map((one, position) => {
    const { startsAt: from, endsAt: to } = standing[position] as BookingRecord
    const durationMinutes = (Date.parse(to) - Date.parse(from)) / MINUTE
    return { ...one, ...(offers[position]?.durationType === 'flexible' && { durationMinutes }) }
  })
  const leaving = standing.map(({ id }) => id)
  const indexes = standing.map(({ visitIndex }) => visitIndex ?? 0)
  const question = { ...asked, parts }
  return { place: { question, startsAt: Date.parse(startsAt), customerId, leaving, indexes }, offers }
}

/** Together: each may take a place that another leaves. */
const take = async (
  { unit, request, visit: { record } }: HeldVisit,
  moves: readonly Move[],
  questions: readonly AllocationRequest[],
): Promise<void> => {
  for (const { result } of moves) requireOwn(request, takenBy(result))
  await removeAllocations(
    unit.db,
    record.tenantId,
    moves.map(({ before }) => before.id),
  )
  await allocateAll(
    unit,
    moves.map(({ before, result, offer: { capacityMode } }, position) => {
      const { id: bookingId, status, quantity, holdExpiresAt, createdAt: bookedAt } = before
      const question = questions[position] as AllocationRequest
      return { question, result, taker: { bookingId, status, capacityMode, quantity, holdExpiresAt, bookedAt } }
    }),
  )
}

const save = async (
  { unit, request }: HeldVisit,
  { before, result, offer }: Move,
  { reprice, reason, notify }: Input,
): Promise<void> => {
  if (notify) tellCustomer(unit.db, before.id)
  const isHold = before.status === 'held'
  const after = await saveBooking(
    { unit, request, before },
    {
      startsAt: result.startsAt,
      endsAt: result.endsAt,
      timeZone: result.timeZone,
      ...keptOf(result),
      ...(reprice && { price: offer.price, total: totalFor(offer, result, before.quantity) }),
      ...(!isHold && { rescheduleCount: before.rescheduleCount + 1, icalSequence: before.icalSequence + 1 }),
    },
    {
      timeslotId: result.timeslotId,
      overrides: JSON.stringify([...(before.overrides ?? []), ...overridesOf(result, reason)]),
    },
    takenBy(result),
  )
  await settleWaiting(unit, request, after)
}

const previewed = (visit: Visit, moves: readonly Move[]): Visit => {
  const moved = new Map(moves.map(({ before, result }) => [before.id, result]))
  const ends = moves.map(({ result }) => result.endsAt).sort()
  const starts = moves.map(({ result }) => result.startsAt).sort()
  return {
    ...visit,
    startsAt: starts[0] ?? visit.startsAt,
    endsAt: ends.at(-1) ?? visit.endsAt,
    isApart: false,
    parts: (visit.parts ?? []).map(part => {
      const result = moved.get(part.bookingId)
      return result ? { ...part, startsAt: result.startsAt, endsAt: result.endsAt, resourceIds: takenBy(result) } : part
    }),
  }
}
