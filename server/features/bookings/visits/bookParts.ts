import { formatInstant, type ValidationErrors } from '../../../../src/declare'
import type { Booking } from '../../../../src/resources/bookings'
import type { CheckResult, Snapshot } from '../../../../src/scheduling'
import type { VisitPlan, VisitQuestion } from '../../../../src/scheduling/visits/question'
import { VisitPlanner } from '../../../../src/scheduling/visits/VisitPlanner'
import { type Caller, inSlices, type UnitOfWork } from '../../../serve'
import { sourceOf } from '../../caller'
import { tellCustomer } from '../../notifications/tellCustomer'
import { settleWaiting } from '../../waitlist/settleWaiting'
import { type AllocationRequest, placeQuestion } from '../allocationRequest'
import { checkAnswers } from '../answers'
import type { BookingRecord, MemberRequest } from '../bookingScope'
import { requireTotal } from '../createBooking'
import { insertBookings, type PlacedBooking } from '../insertBookings'
import { type Offer, totalFor } from '../offer'
import { SlotUnavailable, toReason } from '../slotUnavailable'
import { inPart } from './inPart'
import type { VisitPlace } from './visitQuestion'
import { mostStepsOf, VisitUnavailable } from './visitUnavailable'

/** @throws VisitUnavailable */
export const decideVisit = async (
  snapshot: Snapshot,
  place: VisitPlace,
  { override, caller }: { override: boolean; caller: Caller },
): Promise<{ plan: VisitPlan; results: CheckResult[] }> => {
  const { question, startsAt } = place
  const planner = new VisitPlanner(snapshot, question, { mostSteps: mostStepsOf(caller) })
  const decided = await inSlices(planner.decide(startsAt, { override }))
  const refused = decided?.parts.find(({ decision }) => !decision.booking)
  if (decided && !refused)
    return { plan: decided.plan, results: decided.parts.flatMap(({ decision }) => decision.booking ?? []) }
  const { index, reasons, alternativeResourceIds } = refused
    ? { index: refused.index, ...refused.decision }
    : await inSlices(planner.refusal(startsAt))
  throw new VisitUnavailable(place, { index, reasons: reasons.map(toReason), alternativeResourceIds })
}

/** If another booking takes one of the places after all. */
export const orRefusedPart = async <T>(
  place: VisitPlace,
  asked: readonly AllocationRequest[],
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SlotUnavailable)) throw error
    const { reasons, alternativeResourceIds } = error
    const index = Math.max(0, asked.indexOf(error.question))
    throw new VisitUnavailable(place, { index, reasons, alternativeResourceIds }, { cause: error })
  }
}

/** What is booked of a part beside its place. */
interface Terms {
  answers?: Readonly<Record<string, unknown>> | null
  total?: Booking['total'] | null
}

/** Of the answers to the questions of each part's item, by the path of the part. */
export const wrongAnswers = (
  parts: readonly Terms[],
  offers: readonly Offer[],
  { mustBeComplete }: { mustBeComplete: boolean },
): ValidationErrors => {
  const errors: ValidationErrors = {}
  for (const [index, { answers }] of parts.entries()) {
    const wrong = checkAnswers(offers[index]?.questions ?? [], answers ?? {}, { mustBeComplete })
    for (const [name, error] of Object.entries(wrong)) errors[`parts.${index}.${name}`] = error
  }
  return errors
}

export interface AskedParts extends VisitPlace {
  question: VisitQuestion & { channelId: string }
  offers: readonly Offer[]
}

export interface DecidedParts extends AskedParts {
  plan: VisitPlan
  results: readonly CheckResult[]
  totals: readonly Booking['total'][]
}

/** Where and for how much. @throws VisitUnavailable, or Problem `validation` */
export const decideParts = async (
  snapshot: Snapshot,
  place: AskedParts,
  {
    parts,
    override,
    reason,
    caller,
  }: { parts: readonly Terms[]; override: boolean; reason: string | null; caller: Caller },
): Promise<DecidedParts> => {
  const { question, offers } = place
  const { plan, results } = await decideVisit(snapshot, place, { override, caller })
  const totals = await Promise.all(
    results.map((result, index) => {
      const offer = offers[index] as Offer
      const { quantity = offer.minQuantity } = question.parts[index] ?? {}
      const given = parts[index]?.total ?? null
      return inPart(index, () => requireTotal(given, totalFor(offer, result, quantity), reason))
    }),
  )
  return { ...place, plan, results, totals }
}

interface Booked {
  visitId: string
  /** The index of the first part. */
  from: number
  status: Booking['status']
  /** In epoch milliseconds. */
  holdExpiresAt: number | null
  /** What all of them have. */
  values: Partial<Booking>
  parts: readonly Terms[]
  reason: string | null
  notify: boolean
}

export const bookParts = async (
  unit: UnitOfWork,
  request: MemberRequest,
  decided: DecidedParts,
  { visitId, from, status, holdExpiresAt, values, parts, reason, notify }: Booked,
): Promise<BookingRecord[]> => {
  const { caller, services } = request
  const { question, customerId, offers, results, totals } = decided
  const places = results.map((result, index): PlacedBooking => {
    const offer = offers[index] as Offer
    const total = totals[index] as Booking['total']
    const {
      variantId,
      quantity = offer.minQuantity,
      resourceIds,
    } = question.parts[index] as VisitQuestion['parts'][number]
    return {
      question: placeQuestion({
        ...{ tenantId: caller.tenant.id, variantId, channelId: question.channelId, customerId, quantity, resourceIds },
        startsAt: Date.parse(result.startsAt),
        endsAt: Date.parse(result.endsAt),
        exceptBookingId: undefined,
        now: services.now(),
      }),
      ...{ result, offer, quantity, status, total },
      holdExpiresAt: holdExpiresAt === null ? null : formatInstant(holdExpiresAt),
      answers: parts[index]?.answers ?? {},
      values: {
        paymentStatus: total.amount > 0 ? 'unpaid' : 'not_required',
        ...values,
        ...{ source: sourceOf(caller), channelId: question.channelId, customerId, visitId, visitIndex: from + index },
      },
    }
  })
  const booked = await orRefusedPart(
    decided,
    places.map(place => place.question),
    () => insertBookings(unit, request, places, reason),
  )
  for (const one of booked) {
    if (notify) tellCustomer(unit.db, one.id)
    await settleWaiting(unit, request, one)
  }
  return booked
}
