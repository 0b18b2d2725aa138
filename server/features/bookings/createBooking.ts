import type { calls } from '../../../src/calls'
import { formatInstant } from '../../../src/declare'
import type { Booking, BookingOverride } from '../../../src/resources/bookings'
import type { CheckResult, Snapshot } from '../../../src/scheduling'
import { insertPrepared, invalid, invalidField, type RequestOf, type UnitOfWork } from '../../serve'
import type { SetupState } from '../availability/loadSetup'
import { channelFor, sourceOf } from '../caller'
import { tellCustomer } from '../notifications/tellCustomer'
import { type AllocationRequest, placeQuestion } from './allocationRequest'
import { allocate } from './allocations'
import { checkAnswers } from './answers'
import { bookedCustomer } from './bookedCustomer'
import { answeredBooking, type BookingRecord, bookingScope, type MemberRequest, requireOwn } from './bookingScope'
import { decideAllocation, loadPlace, missing } from './checkAllocation'
import { holdEnd, loadOffer, type Offer, totalFor } from './offer'
import { newReference } from './reference'
import { spansOf } from './spans'

/** What a booking keeps of rules and variant: the longest buffers of all resources, and its phases. */
export const keptColumns = ({ allocations, phases }: CheckResult) => ({
  phases: [...phases].map(({ minutes, frees }) => ({ minutes, frees: [...frees] })),
  bufferBeforeMinutes: Math.max(0, ...allocations.map(one => one.bufferBeforeMinutes)),
  bufferAfterMinutes: Math.max(0, ...allocations.map(one => one.bufferAfterMinutes)),
})

export const takenBy = ({ allocations }: CheckResult): string[] => allocations.map(({ resourceId }) => resourceId)

export const overridesOf = ({ overrides }: CheckResult, reason: string | null): BookingOverride[] =>
  overrides.map(({ code, ruleId }) => ({ code, ruleId, reason: reason ?? '' }))

/** @throws Problem `validation` for another currency, or without a reason */
export const requireTotal = (
  given: Booking['total'] | null,
  computed: Booking['total'],
  reason: string | null,
): Booking['total'] => {
  if (!given) return computed
  if (given.currency !== computed.currency)
    throw invalidField('total', 'validation.otherCurrency', { currency: computed.currency })
  if (given.amount !== computed.amount && !reason) throw invalidField('reason', 'validation.reasonNeeded')
  return given
}

export const requireComplete = (
  { hold, answers }: Pick<RequestOf<typeof calls.bookings.create>['body'], 'hold' | 'answers'>,
  offer: Offer,
  customerId: string | null,
): void => {
  const errors = checkAnswers(offer.questions, answers ?? {}, { mustBeComplete: !hold })
  if (!customerId && !hold) errors.customerId = { key: 'validation.customerNeeded', args: {} }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** @throws SlotUnavailable, or Problem for refused input */
export const createBooking = async (
  unit: UnitOfWork,
  request: MemberRequest,
  input: RequestOf<typeof calls.bookings.create>['body'],
): Promise<BookingRecord> => {
  const { db } = unit
  const { caller, services } = request
  const tenantId = caller.tenant.id
  const now = services.now()
  const { variantId } = input
  const chosen = channelFor(caller, input.channelId)
  const channelFrom = ({ defaultChannelId }: Pick<Offer, 'defaultChannelId'>): string => {
    const channelId = chosen ?? defaultChannelId
    if (!channelId) throw missing('channelId', 'channel')
    return channelId
  }
  // Before the place is locked.
  const customerId = await bookedCustomer(unit, request, {
    ...input,
    channelId: input.customer ? channelFrom(await loadOffer(db, tenantId, variantId)) : chosen,
  })
  const asked = placeQuestion({
    tenantId,
    variantId,
    channelId: chosen,
    customerId,
    startsAt: Date.parse(input.startsAt),
    endsAt: input.endsAt === null ? null : Date.parse(input.endsAt),
    quantity: input.quantity ?? undefined,
    resourceIds: input.resourceIds,
    exceptBookingId: undefined,
    now,
  })
  const place = await loadPlace(db, asked, { lock: true })
  const { setup, state } = place
  const offer = await loadOffer(db, tenantId, variantId, state)
  requireComplete(input, offer, customerId)
  const question = { ...asked, channelId: channelFrom(offer) }
  const result = decideAllocation(place, question, { override: input.override })
  requireOwn(request, takenBy(result))
  const quantity = input.quantity ?? offer.minQuantity
  const total = requireTotal(input.total, totalFor(offer, result, quantity), input.reason)
  if (input.notify) tellCustomer(db, state.newId)
  const status = input.hold ? 'held' : result.requiresApproval ? 'pending' : 'confirmed'
  return insertBooking(unit, request, {
    ...{ state, offer, setup, question, result, quantity, status, total },
    holdExpiresAt: input.hold ? holdEnd(now, offer) : null,
    createdBy: caller.userId,
    reason: input.reason,
    answers: input.answers ?? {},
    values: {
      paymentStatus: input.paymentStatus ?? (total.amount > 0 ? 'unpaid' : 'not_required'),
      notes: input.notes,
      internalNotes: input.internalNotes,
      sendsReminders: input.notify,
      externalId: input.externalId,
      metadata: input.metadata,
    },
  })
}

type KnownSetup = Pick<Snapshot, 'resources' | 'variants' | 'items' | 'customer'>

interface NewBooking {
  state: Pick<SetupState, 'newId' | 'at'>
  offer: Offer
  setup: KnownSetup
  question: AllocationRequest
  result: CheckResult
  quantity: number
  status: Booking['status']
  total: Booking['total']
  holdExpiresAt: string | null
  createdBy: string | null
  reason: string | null
  answers: Readonly<Record<string, unknown>>
  values: Partial<Booking>
  createdAt?: string | undefined
  visitLength?: number
}

const computedFor = (setup: KnownSetup, { variantId }: AllocationRequest, result: CheckResult) => {
  const taken = new Set(takenBy(result))
  const resources = setup.resources.filter(({ id }) => taken.has(id))
  const variant = setup.variants.find(({ id }) => id === variantId)
  const item = setup.items.find(({ id }) => id === variant?.catalogItemId)
  return {
    title: `${item?.name} · ${variant?.name}`,
    customerName: setup.customer?.name ?? null,
    resourceId: resources[0]?.id ?? null,
    resourceTypeId: resources[0]?.resourceTypeId ?? null,
    resourceIds: resources.map(({ id }) => id),
    resources: resources.map(({ id, resourceTypeId, name }) => ({
      ...{ resourceId: id, resourceTypeId, name },
      spans: spansOf(result, result.allocations.find(one => one.resourceId === id)?.spanMinutes),
    })),
    seriesLength: null,
  }
}

/**
 * The unit's end awaits its statements. If the place is taken, or blocked by an expired hold, the unit runs again.
 * @throws SlotUnavailable in the second run, when another booking has the place
 */
export const insertBooking = async (
  unit: UnitOfWork,
  request: MemberRequest,
  { state, offer, setup, question, result, quantity, status, total, holdExpiresAt, ...given }: NewBooking,
): Promise<BookingRecord> => {
  const { newId: id, at } = state
  const { capacityMode } = offer
  const taker = { bookingId: id, status, capacityMode, quantity, holdExpiresAt, bookedAt: given.createdAt }
  await allocate(unit, question, result, taker)
  const overrides = overridesOf(result, given.reason)
  const { timeslotId } = result
  const { answers, createdBy, visitLength = null } = given
  const record = insertPrepared(unit, bookingScope(request), {
    ...{ id, at, createdAt: given.createdAt },
    values: {
      reference: newReference(),
      catalogItemId: offer.catalogItemId,
      variantId: question.variantId,
      channelId: question.channelId,
      customerId: question.customerId,
      startsAt: result.startsAt,
      endsAt: result.endsAt,
      timeZone: result.timeZone,
      quantity,
      status,
      statusChangedAt: formatInstant(question.now),
      holdExpiresAt,
      price: offer.price,
      total,
      ...keptColumns(result),
      source: sourceOf(request.caller),
      ...given.values,
    },
    columns: { timeslotId, createdBy, answers: JSON.stringify(answers), overrides: JSON.stringify(overrides) },
    computed: { ...computedFor(setup, question, result), visitLength, timeslotId, createdBy, answers, overrides },
  })
  return answeredBooking(request, record)
}
