import type { ValidationErrors } from '../../../../src/declare'
import type { Booking } from '../../../../src/resources/bookings'
import type { CheckResult, Snapshot } from '../../../../src/scheduling'
import type { VisitPlan, VisitQuestion } from '../../../../src/scheduling/visits/question'
import { VisitPlanner } from '../../../../src/scheduling/visits/VisitPlanner'
import { inSlices, type UnitOfWork } from '../../../serve'
import { tellCustomer } from '../../notifications/tellCustomer'
import { settleEach } from '../../waitlist/settleWaiting'
import { type AllocationRequest, placeQuestion } from '../allocationRequest'
import { checkAnswers } from '../answers'
import { type BookingRecord, type MemberRequest, requireOwn } from '../bookingScope'
import { insertBooking, requireTotal, takenBy } from '../createBooking'
import { newIds } from '../newIds'
import { type Offer, totalFor } from '../offer'
import { SlotUnavailable, toReason } from '../slotUnavailable'
import { inPart } from './inPart'
import { searchUnderLocks } from './searchAside'
import type { VisitPlace } from './visitQuestion'
import { mostStepsOf, VisitUnavailable } from './visitUnavailable'

interface DecidedVisit {
  plan: VisitPlan
  results: CheckResult[]
  steps: number
}

interface Choices {
  override: boolean
  dryRun: boolean
}

/** @throws VisitUnavailable */
export const decideVisit = (
  request: MemberRequest,
  snapshot: Snapshot,
  place: VisitPlace,
  { override, dryRun }: Choices,
): Promise<DecidedVisit> => {
  const mostSteps = mostStepsOf(request.caller)
  const search = (mostSteps: number) => searchVisit(snapshot, place, { override, mostSteps })
  return dryRun ? search(mostSteps) : searchUnderLocks(request, { snapshot, place, mostSteps }, search)
}

const searchVisit = async (
  snapshot: Snapshot,
  place: VisitPlace,
  { override, mostSteps }: { override: boolean; mostSteps: number },
): Promise<DecidedVisit> => {
  const { question, startsAt } = place
  const planner = new VisitPlanner(snapshot, question, { mostSteps })
  const decided = await inSlices(planner.decide(startsAt, { override }))
  const steps = mostSteps - planner.stepsLeft
  const refused = decided?.parts.find(({ decision }) => !decision.booking)
  if (decided && !refused)
    return { plan: decided.plan, results: decided.parts.flatMap(({ decision }) => decision.booking ?? []), steps }
  const { index, reasons, alternativeResourceIds } = refused
    ? { index: refused.index, ...refused.decision }
    : await inSlices(planner.refusal(startsAt))
  throw new VisitUnavailable(place, { index, reasons: reasons.map(toReason), alternativeResourceIds })
}

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

interface Terms {
  answers?: Readonly<Record<string, unknown>> | null
  total?: Booking['total'] | null
}

/** Errors in the answers, by the part's path. */
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
  snapshot: Snapshot
  plan: VisitPlan
  results: readonly CheckResult[]
  totals: readonly Booking['total'][]
}

/** Places and prices. @throws VisitUnavailable, or Problem `validation` */
export const decideParts = async (
  request: MemberRequest,
  { snapshot, place }: { snapshot: Snapshot; place: AskedParts },
  { parts, reason, ...choices }: Choices & { parts: readonly Terms[]; reason: string | null },
): Promise<DecidedParts> => {
  const { question, offers } = place
  const { plan, results } = await decideVisit(request, snapshot, place, choices)
  const totals = await Promise.all(
    results.map((result, index) => {
      const offer = offers[index] as Offer
      const { quantity = offer.minQuantity } = question.parts[index] ?? {}
      const given = parts[index]?.total ?? null
      return inPart(index, () => requireTotal(given, totalFor(offer, result, quantity), reason))
    }),
  )
  return { ...place, snapshot, plan, results, totals }
}

interface Booked {
  visitId: string
  from: number
  status: Booking['status']
  holdExpiresAt: string | null
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
  const { question, snapshot, customerId, offers, results, totals } = decided
  const places = results.map((result, index) => {
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
      ...{ setup: snapshot, result, offer, quantity, status, holdExpiresAt, total, reason },
      createdBy: caller.userId,
      answers: parts[index]?.answers ?? {},
      values: {
        paymentStatus: total.amount > 0 ? ('unpaid' as const) : ('not_required' as const),
        ...values,
        ...{ visitId, visitIndex: from + index },
      },
      visitLength: from + results.length,
    }
  })
  for (const { result } of places) requireOwn(request, takenBy(result))
  const states = await newIds(unit.db, places.length)
  const booked: BookingRecord[] = []
  const asked = places.map(place => place.question)
  await orRefusedPart(decided, asked, async () => {
    for (const [index, state] of states.entries())
      booked.push(await insertBooking(unit, request, { state, ...(places[index] as (typeof places)[number]) }))
  })
  if (notify) for (const { id } of booked) tellCustomer(unit.db, id)
  await settleEach(unit, request, booked)
  return booked
}
