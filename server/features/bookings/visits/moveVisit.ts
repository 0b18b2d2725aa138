import { DAY, formatInstant, MINUTE } from '../../../../src/declare'
import type { CheckResult, Snapshot } from '../../../../src/scheduling'
import { findRecord, requireVersion, type Transaction } from '../../../serve'
import { tellCustomer } from '../../notifications/tellCustomer'
import { reofferFreedTimes } from '../../waitlist/freedTime'
import { settleEach } from '../../waitlist/settleWaiting'
import { requireReasonWhenLate } from '../actions'
import type { AllocationRequest } from '../allocationRequest'
import { allocateAll, removeAllocations } from '../allocations'
import { type BookingRecord, isGone, type MemberRequest, type ReadingRequest, requireOwn } from '../bookingScope'
import { ownPlace, saveBooking } from '../changeBooking'
import { keptColumns, overridesOf, takenBy } from '../createBooking'
import { type Offer, totalFor } from '../offer'
import { requireTime } from '../requireTime'
import { decideVisit, orRefusedPart } from './bookParts'
import { type HeldVisit, hasBegun, type InputOf, saveVisit, wrongStatus } from './visitActions'
import { visitScope } from './visitColumns'
import { loadOffers, loadVisitPlace, type VisitPlace } from './visitQuestion'
import { answeredVisit, stateOf, type VisitState } from './visitState'
import type { AnsweredVisit } from './wholeVisit'

type Input = InputOf<'reschedule'>

type Keeps = (part: BookingRecord) => readonly string[]

interface Move {
  before: BookingRecord
  result: CheckResult
  offer: Offer
}

interface AskedMove {
  standing: readonly BookingRecord[]
  place: VisitPlace
  offers: readonly Offer[]
  snapshot: Snapshot
}

const ofStanding = ({ request, visit }: Pick<HeldVisit, 'request' | 'visit'>, { startsAt }: Input): BookingRecord[] => {
  const now = request.services.now()
  requireTime({ startsAt, endsAt: null }, now)
  const standing = visit.parts.filter(one => !isGone(one))
  if (standing.length === 0 || standing.some(one => hasBegun(one, now))) throw wrongStatus()
  return standing
}

const planned = async ({ standing, place, offers, snapshot }: AskedMove, request: MemberRequest, input: Input) => {
  const { plan, results } = await decideVisit(request, snapshot, place, input)
  const moves = standing.map((before, position): Move => {
    return { before, result: results[position] as CheckResult, offer: offers[position] as Offer }
  })
  return { plan, moves }
}

/**
 * Plans all standing parts anew; their old places are free to the visit.
 * @param keeps the resources that a part keeps; defaults to its own
 */
export const reschedule = async (held: HeldVisit, input: Input, keeps?: Keeps): Promise<void> => {
  const { unit, request, visit } = held
  const standing = ofStanding(held, input)
  for (const before of standing) await requireReasonWhenLate({ unit, request, before }, 'reschedule', input.reason)
  const { place, offers } = await placeOf(unit.db, visit, standing, input, keeps)
  await reofferFreedTimes(unit, request, standing, [{ from: place.startsAt, to: place.startsAt + DAY }])
  const snapshot = await loadVisitPlace(unit.db, visit.record.tenantId, place, {
    now: request.services.now(),
    lock: true,
  })
  const { moves } = await planned({ standing, place, offers, snapshot }, request, input)
  const questions = moves.map(({ before }) => ownPlace({ unit, request, before }))
  await orRefusedPart(place, questions, () => take(held, moves, questions))
  const moved: BookingRecord[] = []
  for (const move of moves) moved.push(await save(held, move, input))
  await settleEach(unit, request, moved)
  await saveVisit(held)
}

const loadMove = async (
  db: Transaction,
  request: MemberRequest,
  visit: VisitState,
  input: Input,
): Promise<AskedMove> => {
  const standing = ofStanding({ request, visit }, input)
  const { place, offers } = await placeOf(db, visit, standing, input)
  const now = request.services.now()
  return {
    standing,
    place,
    offers,
    snapshot: await loadVisitPlace(db, visit.record.tenantId, place, { now, lock: false }),
  }
}

const placeOf = async (
  db: Transaction,
  { record, kept, isAnyOrder }: VisitState,
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
  const offers = await loadOffers(db, tenantId, { ...asked, parts: bare })
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

/** All at once, since each may take a place that another leaves. */
const take = async (
  { unit, request, visit: { record } }: HeldVisit,
  moves: readonly Move[],
  questions: readonly AllocationRequest[],
): Promise<void> => {
  for (const { result } of moves) requireOwn(request, takenBy(result))
  const turns = await removeAllocations(
    unit.db,
    record.tenantId,
    moves.map(({ before }) => before.id),
  )
  await allocateAll(
    unit,
    moves.map(({ before, result, offer: { capacityMode } }, position) => {
      const { id: bookingId, status, quantity, holdExpiresAt } = before
      const question = questions[position] as AllocationRequest
      const bookedAt = turns.get(bookingId)
      return { question, result, taker: { bookingId, status, capacityMode, quantity, holdExpiresAt, bookedAt } }
    }),
  )
}

const save = async (
  { unit, request }: HeldVisit,
  { before, result, offer }: Move,
  { reprice, reason, notify }: Input,
): Promise<BookingRecord> => {
  if (notify) tellCustomer(unit.db, before.id)
  const isHold = before.status === 'held'
  return saveBooking(
    { unit, request, before },
    {
      startsAt: result.startsAt,
      endsAt: result.endsAt,
      timeZone: result.timeZone,
      ...keptColumns(result),
      ...(reprice && { price: offer.price, total: totalFor(offer, result, before.quantity) }),
      ...(!isHold && { rescheduleCount: before.rescheduleCount + 1, icalSequence: before.icalSequence + 1 }),
    },
    {
      timeslotId: result.timeslotId,
      overrides: JSON.stringify([...(before.overrides ?? []), ...overridesOf(result, reason)]),
    },
    takenBy(result),
  )
}

/**
 * Writes and locks nothing, and plans after the reading transaction.
 * @throws VisitUnavailable, or Problem for refused input
 */
export const previewMove = async (
  request: ReadingRequest,
  id: string,
  input: Input,
  ifMatch: string | null,
): Promise<AnsweredVisit> => {
  const { visit, asked } = await request.read(async db => {
    const record = await findRecord(db, visitScope(request), id)
    await requireVersion(db, visitScope(request), record, ifMatch)
    const asked = await loadMove(db, request, await stateOf(db, request, record), input)
    return { visit: await answeredVisit(db, request, id), asked }
  })
  const { plan, moves } = await planned(asked, request, input)
  const parts = new Map(
    moves.map(({ before, result, offer }, position) => [
      before.id,
      {
        ...{ startsAt: result.startsAt, endsAt: result.endsAt, resourceIds: takenBy(result) },
        waitMinutes: plan.parts[position]?.waitMinutes ?? 0,
        total: input.reprice ? totalFor(offer, result, before.quantity) : before.total,
      },
    ]),
  )
  const { currency = '' } = visit.total ?? {}
  return {
    ...visit,
    ...{ startsAt: formatInstant(plan.startsAt), endsAt: formatInstant(plan.endsAt), waitMinutes: plan.waitMinutes },
    isApart: false,
    total: { amount: [...parts.values()].reduce((sum, { total }) => sum + total.amount, 0), currency },
    parts: (visit.parts ?? []).map(part => ({ ...part, ...parts.get(part.bookingId) })),
  }
}
