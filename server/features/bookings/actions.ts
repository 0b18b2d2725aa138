import { sql } from 'kysely'
import { DAY, formatInstant } from '../../../src/declare'
import type { Booking, BookingAnswers, bookings } from '../../../src/resources/bookings'
import {
  ABOUT_TIME_CODES,
  type CancellationDeadline,
  type CheckCode,
  OVERRIDABLE_CODES,
  sameLength,
} from '../../../src/scheduling'
import { type ActionsOf, invalid, invalidField } from '../../serve'
import { reofferFreedTime } from '../waitlist/freedTime'
import { offerEnd } from '../waitlist/makeOffer'
import { offerAccepted, offerChanged, offerEnded, offerRestored } from '../waitlist/offerOutcome'
import { settleWaiting } from '../waitlist/settleWaiting'
import { release } from './allocations'
import { checkAnswers } from './answers'
import { bookedCustomer } from './bookedCustomer'
import type { BookingRecord } from './bookingScope'
import { everyRule, type Held, movePlace, ownPlace, saveBooking, saveStatus } from './changeBooking'
import { askAbout, checkAllocation, loadPlaceSetup, requireNoConflict } from './checkAllocation'
import { keptColumns, overridesOf, requireTotal, takenBy } from './createBooking'
import { holdEnd, loadOffer, totalFor } from './offer'
import { requireTime } from './requireTime'
import { requireNoOverlap, requireTogether } from './visits/requireTogether'

type Actions = ActionsOf<typeof bookings>
type InputOf<N extends keyof Actions> = Parameters<Actions[N]>[0]['input']

export const deadlinesOf = async (
  held: Held,
): Promise<Record<'cancel' | 'reschedule', CancellationDeadline | null>> => {
  const question = ownPlace(held)
  const { now } = question
  // Deadlines depend on the setup alone, not on other bookings.
  const setup = await loadPlaceSetup(held.unit.db, { ...question, customerId: null })
  const answers = askAbout({ snapshot: { ...setup, now } }, question)
  const { startsAt } = held.before
  return {
    cancel: answers.cancellationDeadline(startsAt, 'cancel'),
    reschedule: answers.cancellationDeadline(startsAt, 'reschedule'),
  }
}

/** @throws Problem `validation` for staff without a reason after the customer's deadline */
export const requireReasonWhenLate = async (
  held: Held,
  action: 'cancel' | 'reschedule',
  reason: string | null,
): Promise<void> => {
  if (reason || held.before.status === 'held') return
  const { [action]: deadline } = await deadlinesOf(held)
  if (deadline?.isPassed) throw invalidField('reason', 'validation.reasonWhenLate')
}

/** Confirming checks the rules about the customer, since a hold may have none. */
const checkedWithHold: ReadonlySet<CheckCode> = new Set(
  [...OVERRIDABLE_CODES].filter(code => code !== 'customer_blocked' && code !== 'customer_limit_reached'),
)

/** held → confirmed or pending. An expired hold's place must still be free. */
export const confirm = async (
  held: Held,
  input: InputOf<'confirm'> & {
    answers?: BookingAnswers | null
    givenName?: string | null | undefined
  },
): Promise<BookingRecord> => {
  const { unit, request, before } = held
  const { channelId } = before
  const customerId = (await bookedCustomer(unit, request, { ...input, channelId })) ?? before.customerId
  const offer = await loadOffer(unit.db, before.tenantId, before.variantId)
  const answers = { ...before.answers, ...input.answers }
  const errors = checkAnswers(offer.questions, answers, { mustBeComplete: true })
  if (!customerId) errors.customerId = { key: 'validation.customerNeeded', args: {} }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const total = requireTotal(input.total, before.total, input.reason)

  const question = ownPlace(held, { customerId })
  const result = await checkAllocation(unit.db, question, { override: input.override, ignore: checkedWithHold })
  const status = result.requiresApproval ? 'pending' : 'confirmed'
  await movePlace(held, question, result, { status, holdExpiresAt: null, quantity: before.quantity })
  await offerAccepted(held)
  const after = await saveStatus(
    held,
    status,
    {
      customerId,
      total,
      sendsReminders: input.notify,
      notes: input.notes ?? before.notes,
      internalNotes: input.internalNotes ?? before.internalNotes,
      ...(total.amount !== before.total.amount && { paymentStatus: total.amount > 0 ? 'unpaid' : 'not_required' }),
    },
    {
      answers: JSON.stringify(answers),
      overrides: JSON.stringify([...(before.overrides ?? []), ...overridesOf(result, input.reason)]),
      ...(input.givenName && { givenName: input.givenName }),
    },
  )
  await settleWaiting(unit, request, after)
  return after
}

/** pending → confirmed, or back. The booking has its place already, so only conflicts count. */
export const approve = async (held: Held, _?: unknown, isUndo = false): Promise<BookingRecord> => {
  if (isUndo) return saveStatus(held, 'pending', { previousStatus: null })
  await requireNoConflict(held.unit.db, ownPlace(held))
  return saveStatus(held, 'confirmed', { previousStatus: 'pending' })
}

const comesFrom = ({ status }: Booking): Booking['previousStatus'] =>
  status === 'held' || status === 'pending' ? status : 'confirmed'

/** pending → declined */
export const decline = async (held: Held, { reason }: InputOf<'decline'>): Promise<BookingRecord> => {
  const { unit, request, before } = held
  await reofferFreedTime(unit, request, before)
  release(unit, before.tenantId, before.id, 'declined')
  return saveStatus(held, 'declined', {
    previousStatus: 'pending',
    cancellationReason: reason,
    icalSequence: before.icalSequence + 1,
  })
}

/** held, pending, confirmed → cancelled */
export const cancel = async (
  held: Held,
  { reason, by }: Pick<InputOf<'cancel'>, 'reason' | 'by'>,
): Promise<BookingRecord> => {
  await requireReasonWhenLate(held, 'cancel', reason)
  const { unit, request, before } = held
  await reofferFreedTime(unit, request, before)
  if (before.status === 'held') await offerEnded(held, by === 'customer' ? 'declined' : 'withdrawn')
  release(unit, before.tenantId, before.id, 'cancelled')
  return saveStatus(held, 'cancelled', {
    previousStatus: comesFrom(before),
    cancelledAt: formatInstant(request.services.now()),
    cancelledBy: by,
    cancellationReason: reason,
    icalSequence: before.icalSequence + 1,
  })
}

export const reschedule = async (held: Held, input: InputOf<'reschedule'>): Promise<BookingRecord> => {
  requireTime(input, held.request.services.now())
  await requireReasonWhenLate(held, 'reschedule', input.reason)
  const { unit, request, before } = held
  const offer = await loadOffer(unit.db, before.tenantId, before.variantId)
  const startsAt = Date.parse(input.startsAt)
  const length = Date.parse(before.endsAt) - Date.parse(before.startsAt)
  const stays = input.anyResource ? [] : before.resourceIds
  const question = ownPlace(held, {
    startsAt,
    endsAt: input.endsAt ? Date.parse(input.endsAt) : sameLength(before, offer.durationType, startsAt),
    resourceIds: input.resourceIds.length > 0 ? input.resourceIds : stays,
    phases: undefined,
  })
  await reofferFreedTime(unit, request, before, {
    from: startsAt,
    to: Math.max(question.endsAt ?? 0, startsAt + length) + DAY,
  })
  const checked = await checkAllocation(unit.db, question, { override: input.override })
  const result = await requireTogether(held, question, checked, input)
  await movePlace(held, question, result, before)
  const price = input.reprice ? offer.price : before.price
  const isHold = before.status === 'held'
  const after = await saveBooking(
    held,
    {
      startsAt: result.startsAt,
      endsAt: result.endsAt,
      timeZone: result.timeZone,
      ...keptColumns(result),
      ...(input.reprice && { price, total: totalFor({ ...offer, price }, result, before.quantity) }),
      ...(!isHold && { rescheduleCount: before.rescheduleCount + 1, icalSequence: before.icalSequence + 1 }),
    },
    {
      timeslotId: result.timeslotId,
      overrides: JSON.stringify([...(before.overrides ?? []), ...overridesOf(result, input.reason)]),
    },
    takenBy(result),
  )
  await offerChanged(held, after)
  await settleWaiting(unit, request, after)
  return after
}

export const reassign = async (
  held: Held,
  { resourceIds, override, reason }: InputOf<'reassign'>,
): Promise<BookingRecord> => {
  const { unit, request, before } = held
  await reofferFreedTime(unit, request, before)
  const question = ownPlace(held, { resourceIds })
  const result = await checkAllocation(unit.db, question, { override, ignore: ABOUT_TIME_CODES })
  await movePlace(held, question, result, before)
  const after = await saveBooking(
    held,
    { timeZone: result.timeZone, ...keptColumns(result), icalSequence: before.icalSequence + 1 },
    {
      timeslotId: result.timeslotId,
      overrides: JSON.stringify([...(before.overrides ?? []), ...overridesOf(result, reason)]),
    },
    takenBy(result),
  )
  await offerChanged(held, after)
  return after
}

/** The hold of an offer lasts as long as the offer. */
export const newHoldEnd = async ({ unit, request, before }: Held): Promise<string> => {
  const offer = await loadOffer(unit.db, before.tenantId, before.variantId)
  const now = request.services.now()
  return before.waitlistEntryId ? offerEnd(now, offer.offerMinutes, Date.parse(before.startsAt)) : holdEnd(now, offer)
}

/** All parts of a visit are held until the same instant. */
const endOfVisitsHold = async ({ unit: { db }, request, before }: Held): Promise<string | null> => {
  const { rows } = await sql<{ holdExpiresAt: string | null }>`
    select min(hold_expires_at) as hold_expires_at from bookings where tenant_id = ${before.tenantId}
    and visit_id = ${before.visitId} and status = 'held'
    and hold_expires_at > ${formatInstant(request.services.now())}`.execute(db)
  return rows[0]?.holdExpiresAt ?? null
}

/** confirmed → completed, or back */
export const complete = (held: Held, _: unknown, isUndo: boolean): Promise<BookingRecord> =>
  saveStatus(held, isUndo ? 'confirmed' : 'completed', { previousStatus: null })

/** confirmed → no_show, or back */
export const noShow = (held: Held, _: unknown, isUndo: boolean): Promise<BookingRecord> =>
  saveStatus(held, isUndo ? 'confirmed' : 'no_show', { previousStatus: null })

/** cancelled, declined → the previous status, if the place is still free */
export const restore = async (held: Held): Promise<BookingRecord> => {
  const { unit, request, before } = held
  const status = before.previousStatus ?? 'confirmed'
  const holdExpiresAt = status === 'held' ? ((await endOfVisitsHold(held)) ?? (await newHoldEnd(held))) : null
  const question = ownPlace(held)
  const result = await checkAllocation(unit.db, question, { override: false, ignore: everyRule })
  await requireNoOverlap(held, question)
  await movePlace(held, question, result, { status, holdExpiresAt, quantity: before.quantity })
  const after = await saveBooking(
    held,
    {
      status,
      statusChangedAt: formatInstant(request.services.now()),
      holdExpiresAt,
      previousStatus: null,
      cancelledAt: null,
      cancelledBy: null,
      cancellationReason: null,
      icalSequence: before.icalSequence + 1,
      ...keptColumns(result),
    },
    { timeslotId: result.timeslotId },
  )
  if (status === 'held') await offerRestored(held, after)
  await settleWaiting(unit, request, after)
  return after
}

export const moveHoldEnd = async (
  held: Held,
  holdExpiresAt: string,
  values: Pick<Partial<BookingRecord>, 'isHoldExtended'> = {},
): Promise<BookingRecord> => {
  const { unit, before } = held
  await sql`update allocations set hold_expires_at = ${holdExpiresAt}
    where tenant_id = ${before.tenantId} and booking_id = ${before.id}`.execute(unit.db)
  return saveBooking(held, { holdExpiresAt, ...values })
}

/** Once per hold. Counts from now. */
export const extendHold = async (held: Held): Promise<BookingRecord> => {
  const after = await moveHoldEnd(held, await newHoldEnd(held), { isHoldExtended: true })
  await offerChanged(held, after)
  return after
}
