import type { calls } from '../../../../src/calls'
import { type CallBody, formatInstant, MINUTE, type ValidationErrors } from '../../../../src/declare'
import type { Booking } from '../../../../src/resources/bookings'
import type { CheckResult, Snapshot } from '../../../../src/scheduling'
import type { VisitPlan, VisitQuestion } from '../../../../src/scheduling/visits/question'
import { VisitPlanner } from '../../../../src/scheduling/visits/VisitPlanner'
import { insertRecord, invalid, type Transaction, type UnitOfWork } from '../../../serve'
import { readSetupState } from '../../availability/loadSetup'
import { sourceOf } from '../../caller'
import { tellCustomer } from '../../notifications/tellCustomer'
import { settleWaiting } from '../../waitlist/settleWaiting'
import { type AllocationRequest, placeQuestion } from '../allocationRequest'
import { checkAnswers } from '../answers'
import { bookedCustomer, findCustomer } from '../bookedCustomer'
import type { BookingRecord, MemberRequest } from '../bookingScope'
import { missing } from '../checkAllocation'
import { requireTotal } from '../createBooking'
import { insertBookings, type PlacedBooking } from '../insertBookings'
import { type Offer, totalFor } from '../offer'
import { newReference } from '../reference'
import { requireTime } from '../requireTime'
import { SlotUnavailable, toReason } from '../slotUnavailable'
import { inPart } from './inPart'
import {
  loadOffers,
  loadVisitPlace,
  loadVisitSetup,
  toVisitSlot,
  type VisitPlace,
  visitQuestion,
} from './visitQuestion'
import { visitScope } from './visitsHooks'
import { VisitUnavailable } from './visitUnavailable'

type Input = CallBody<typeof calls.visits.create>

/** @throws VisitUnavailable */
export const decideVisit = (
  snapshot: Snapshot,
  place: VisitPlace,
  { override }: { override: boolean },
): { plan: VisitPlan; results: CheckResult[] } => {
  const { question, startsAt } = place
  const planner = new VisitPlanner(snapshot, question)
  const decided = planner.decide(startsAt, { override })
  const refused = decided?.parts.find(({ decision }) => !decision.booking)
  if (decided && !refused)
    return { plan: decided.plan, results: decided.parts.flatMap(({ decision }) => decision.booking ?? []) }
  const { index, reasons, alternativeResourceIds } = refused
    ? { index: refused.index, ...refused.decision }
    : planner.refusal(startsAt)
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

interface Planned extends VisitPlace {
  question: VisitQuestion & { channelId: string }
  offers: Offer[]
  plan: VisitPlan
  results: CheckResult[]
  totals: Booking['total'][]
  status: 'held' | 'pending' | 'confirmed'
}

const requireComplete = ({ hold, parts }: Input, offers: readonly Offer[], customerId: string | null): void => {
  const errors: ValidationErrors = {}
  for (const [index, { answers }] of parts.entries()) {
    const wrong = checkAnswers(offers[index]?.questions ?? [], answers ?? {}, { mustBeComplete: !hold })
    for (const [name, error] of Object.entries(wrong)) errors[`parts.${index}.${name}`] = error
  }
  if (!customerId && !hold) errors.customerId = { key: 'validation.customerNeeded', args: {} }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

const planVisit = async (
  db: Transaction,
  request: MemberRequest,
  input: Input,
  customerOf: (channelId: string) => Promise<string | null>,
): Promise<Planned> => {
  const { caller, services } = request
  const tenantId = caller.tenant.id
  const now = services.now()
  requireTime({ startsAt: input.startsAt, endsAt: null }, now)
  const asked = visitQuestion(caller, input)
  const { tenant } = await loadVisitSetup(db, tenantId, asked, null)
  const channelId = asked.channelId ?? tenant.defaultChannelId
  if (!channelId) throw missing('channelId', 'channel')
  const question = { ...asked, channelId }
  const offers = await loadOffers(db, tenantId, question)
  const customerId = await customerOf(channelId)
  if (!input.dryRun) requireComplete(input, offers, customerId)
  const startsAt = Date.parse(input.startsAt)
  const place = { question, startsAt, customerId }
  const snapshot = await loadVisitPlace(db, tenantId, place, { now, lock: !input.dryRun })
  const { plan, results } = decideVisit(snapshot, place, input)
  const totals = await Promise.all(
    results.map((result, index) => {
      const offer = offers[index] as Offer
      const { quantity = offer.minQuantity } = question.parts[index] ?? {}
      const given = input.parts[index]?.total ?? null
      return inPart(index, () => requireTotal(given, totalFor(offer, result, quantity), input.reason))
    }),
  )
  const status = input.hold ? 'held' : results.some(one => one.requiresApproval) ? 'pending' : 'confirmed'
  return { ...place, question, offers, plan, results, totals, status }
}

/** Without writing or locking. */
export const previewVisit = async (db: Transaction, request: MemberRequest, input: Input) => {
  const { tenant } = request.caller
  const planned = await planVisit(db, request, input, () => findCustomer(db, tenant.id, input))
  const { plan, question, offers, totals, status } = planned
  const slot = toVisitSlot(plan, question, offers, tenant.timeZone)
  const amount = totals.reduce((sum, total) => sum + total.amount, 0)
  return {
    ...{ id: null, reference: null, status },
    ...slot,
    total: { ...slot.total, amount },
    parts: slot.parts.map((part, index) => ({ ...part, total: totals[index] ?? part.total })),
  }
}

/**
 * Books all parts, or nothing.
 * @throws VisitUnavailable, or Problem for input that is refused
 */
export const createVisit = async (
  unit: UnitOfWork,
  request: MemberRequest,
  input: Input,
): Promise<{ id: string; booked: BookingRecord[] }> => {
  const { db } = unit
  const { caller, services } = request
  const now = services.now()
  const planned = await planVisit(db, request, input, channelId =>
    bookedCustomer(unit, request, { ...input, channelId }),
  )
  const { question, customerId, offers, results, totals, status } = planned
  const { channelId } = question
  const { newId: id } = await readSetupState(db, caller.tenant.id)
  const { notes, internalNotes, notify } = input
  const shared = { channelId, customerId, notes, internalNotes, sendsReminders: input.sendsReminders || notify }
  const kept = question.parts.map(({ guest, minWaitMinutes, maxWaitMinutes }) => {
    return { guest, minWaitMinutes, maxWaitMinutes }
  })
  const scope = visitScope(request)
  const columns = () => ({ id, parts: JSON.stringify(kept), anyOrder: question.order === 'any' })
  await insertRecord(
    unit,
    { ...scope, hooks: { ...scope.hooks, columns } },
    { ...shared, reference: newReference(), sameStaff: question.sameStaff },
  )
  const holdMinutes = Math.min(...offers.map(offer => offer.holdMinutes))
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
        ...{ tenantId: caller.tenant.id, variantId, channelId, customerId, quantity, resourceIds, now },
        startsAt: Date.parse(result.startsAt),
        endsAt: Date.parse(result.endsAt),
        exceptBookingId: undefined,
      }),
      ...{ result, offer, quantity, status, total },
      holdExpiresAt: status === 'held' ? formatInstant(now + holdMinutes * MINUTE) : null,
      answers: input.parts[index]?.answers ?? {},
      values: {
        ...shared,
        paymentStatus: input.paymentStatus ?? (total.amount > 0 ? 'unpaid' : 'not_required'),
        source: sourceOf(caller),
        visitId: id,
        visitIndex: index,
      },
    }
  })
  const booked = await orRefusedPart(
    planned,
    places.map(place => place.question),
    () => insertBookings(unit, request, places, input.reason),
  )
  for (const one of booked) {
    if (notify) tellCustomer(db, one.id)
    await settleWaiting(unit, request, one)
  }
  return { id, booked }
}
