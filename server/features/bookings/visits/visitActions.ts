import { formatInstant, isOffered } from '../../../../src/declare'
import { bookingActions } from '../../../../src/resources/bookingActions'
import type { Booking, BookingAnswers } from '../../../../src/resources/bookings'
import type { visits } from '../../../../src/resources/visits'
import { type ActionsOf, invalidField, refusal, type UnitOfWork, updateRecords } from '../../../serve'
import { loadSetup } from '../../availability/loadSetup'
import { tellCustomer } from '../../notifications/tellCustomer'
import { reofferFreedTimes } from '../../waitlist/freedTime'
import * as ofBooking from '../actions'
import { bookedCustomer } from '../bookedCustomer'
import type { BookingRecord, MemberRequest } from '../bookingScope'
import { type Held, saveBooking, saveStatus } from '../changeBooking'
import { lockPlacesOf } from '../lockAllocation'
import { SlotUnavailable } from '../slotUnavailable'
import { inPart } from './inPart'
import { noteVisit } from './noteVisit'
import { visitScope } from './visitColumns'
import type { VisitState } from './visitState'

type Actions = ActionsOf<typeof visits>
export type InputOf<N extends keyof Actions> = Parameters<Actions[N]>[0]['input']

export interface HeldVisit {
  unit: UnitOfWork
  request: MemberRequest
  visit: VisitState
}

type ActionName = keyof typeof bookingActions

/** @throws Problem `validation` for an unknown index */
const named = ({ parts }: VisitState, indexes: readonly number[] | null): readonly BookingRecord[] => {
  if (!indexes) return parts
  if (indexes.some(index => !parts.some(one => one.visitIndex === index)))
    throw invalidField('parts', 'validation.noSuchPart')
  return parts.filter(({ visitIndex }) => indexes.includes(visitIndex ?? 0))
}

const isOfferedFor = (one: BookingRecord, name: ActionName, isUndo: boolean, now: number): boolean => {
  const action = bookingActions[name]
  return isOffered((isUndo && 'undo' in action && action.undo) || action, one as never, now)
}

export const wrongStatus = () => refusal('wrong_status', 'refusal.notOffered')

/** All at once, in the common order. */
const lockTheirPlaces = async ({ unit: { db }, visit: { record } }: HeldVisit, parts: readonly BookingRecord[]) => {
  const variantIds = [...new Set(parts.map(({ variantId }) => variantId))].toSorted()
  const setup = await loadSetup(db, record.tenantId, { subject: { variantIds } })
  await lockPlacesOf(db, setup, parts, record.customerId)
}

export const saveVisit = ({ unit, request, visit: { record } }: HeldVisit, values: Partial<typeof record> = {}) => {
  noteVisit(unit, request, record.id)
  return updateRecords(unit, visitScope(request), [record], { icalSequence: record.icalSequence + 1, ...values })
}

interface Asked {
  notify?: boolean
  isUndo?: boolean
  indexes?: readonly number[] | null
}

/** @throws Problem `wrong_status` if no part offers the action */
const onParts = async (
  held: HeldVisit,
  name: ActionName,
  { notify = false, isUndo = false, indexes = null }: Asked,
  work: (one: Held) => Promise<unknown>,
): Promise<void> => {
  const { unit, request, visit } = held
  const now = request.services.now()
  const chosen = named(visit, indexes).filter(one => isOfferedFor(one, name, isUndo, now))
  if (chosen.length === 0) throw wrongStatus()
  await lockTheirPlaces(held, chosen)
  for (const before of chosen) {
    if (notify) tellCustomer(unit.db, before.id)
    await orOwnPlace(before, () => work({ unit, request, before }))
  }
  await saveVisit(held)
}

const orOwnPlace = async <T>({ visitIndex }: BookingRecord, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SlotUnavailable)) throw error
    const { question, reasons, alternativeResourceIds, extensions } = error
    const named = { ...extensions, part: visitIndex }
    throw new SlotUnavailable(question, reasons, alternativeResourceIds, { cause: error }, named)
  }
}

export const hasBegun = ({ startsAt }: BookingRecord, now: number): boolean => Date.parse(startsAt) <= now

/** Without indexes, parts that have begun stay. */
export const cancel = async (
  held: HeldVisit,
  { parts = null, ...input }: InputOf<'cancel'> & { parts?: readonly number[] | null },
): Promise<void> => {
  const { unit, request, visit } = held
  const now = request.services.now()
  const indexes = parts ?? visit.parts.filter(one => !hasBegun(one, now)).map(({ visitIndex }) => visitIndex ?? 0)
  const leaving = named(visit, indexes).filter(one => isOfferedFor(one, 'cancel', false, now))
  await reofferFreedTimes(unit, request, leaving)
  await onParts(held, 'cancel', { notify: input.notify, indexes }, one => ofBooking.cancel(one, input))
}

export const restore = async (
  held: HeldVisit,
  { parts = null, notify }: InputOf<'restore'> & { parts?: readonly number[] | null },
): Promise<void> => {
  const now = held.request.services.now()
  if (parts && named(held.visit, parts).some(one => !isOfferedFor(one, 'restore', false, now))) throw wrongStatus()
  await onParts(held, 'restore', { notify, indexes: parts }, one => ofBooking.restore(one))
}

export const approve = (held: HeldVisit, { notify }: InputOf<'approve'>, isUndo: boolean): Promise<void> =>
  onParts(held, 'approve', { notify, isUndo }, one => ofBooking.approve(one, undefined, isUndo))

export const decline = async (held: HeldVisit, input: InputOf<'decline'>): Promise<void> => {
  const { unit, request, visit } = held
  await reofferFreedTimes(
    unit,
    request,
    visit.parts.filter(({ status }) => status === 'pending'),
  )
  await onParts(held, 'decline', input, one => ofBooking.decline(one, input))
}

export const extendHold = async (held: HeldVisit): Promise<void> => {
  const { unit, request, visit } = held
  const before = visit.parts.find(({ status }) => status === 'held')
  if (!before) throw wrongStatus()
  const end = await ofBooking.newHoldEnd({ unit, request, before })
  await onParts(held, 'extendHold', {}, one => ofBooking.moveHoldEnd(one, end, { isHoldExtended: true }))
}

export const checkIn = (held: HeldVisit, isUndo: boolean): Promise<void> =>
  onParts(held, 'checkIn', { isUndo }, one => {
    return saveBooking(one, { checkedInAt: isUndo ? null : formatInstant(one.request.services.now()) })
  })

export const complete = (held: HeldVisit, isUndo: boolean): Promise<void> =>
  onParts(held, 'complete', { isUndo }, one => ofBooking.complete(one, undefined, isUndo))

/** The places of later parts become free, so the waitlist is offered them. */
export const noShow = async (held: HeldVisit, { reason }: InputOf<'noShow'>, isUndo: boolean): Promise<void> => {
  const { unit, request, visit } = held
  const now = request.services.now()
  await onParts(held, 'noShow', { isUndo }, one => ofBooking.noShow(one, undefined, isUndo))
  if (isUndo) return
  const later = visit.parts.filter(one => !hasBegun(one, now) && isOfferedFor(one, 'cancel', false, now))
  await reofferFreedTimes(unit, request, later)
  for (const before of later)
    await ofBooking.cancel({ unit, request, before }, { reason: reason ?? noShowReason, by: 'staff' })
}

const noShowReason = 'No-show'

type PartAnswers = readonly (Record<string, unknown> | null)[]

interface OwnTerms {
  index: number
  answers: BookingAnswers | null
  total: Booking['total'] | null
}

/** If one part needs approval, all wait. */
export const confirm = async (
  held: HeldVisit,
  {
    partAnswers = [],
    ...input
  }: InputOf<'confirm'> & { partAnswers?: PartAnswers; givenName?: string | null | undefined },
  own: OwnTerms | null = null,
): Promise<void> => {
  const { unit, request, visit } = held
  const { channelId } = visit.record
  const customerId = (await bookedCustomer(unit, request, { ...input, channelId })) ?? visit.record.customerId
  const confirmed: BookingRecord[] = []
  await onParts(held, 'confirm', input, async one => {
    const index = one.before.visitIndex ?? 0
    const terms =
      own?.index === index ? own : { answers: (partAnswers[index] ?? null) as BookingAnswers | null, total: null }
    confirmed.push(
      await inPart(index, () => ofBooking.confirm(one, { ...input, ...terms, customerId, customer: null })),
    )
  })
  await waitTogether(held, confirmed)
  const { record } = visit
  await saveVisit(held, {
    customerId,
    notes: input.notes ?? record.notes,
    internalNotes: input.internalNotes ?? record.internalNotes,
    sendsReminders: input.notify,
  })
}

const waitTogether = async ({ unit, request }: HeldVisit, confirmed: readonly BookingRecord[]): Promise<void> => {
  if (!confirmed.some(({ status }) => status === 'pending')) return
  for (const before of confirmed)
    if (before.status === 'confirmed') await saveStatus({ unit, request, before }, 'pending', { previousStatus: null })
}
