import { sql } from 'kysely'
import type { calls } from '../../../src/calls'
import { formatInstant, sameValue, validate } from '../../../src/declare'
import type { Booking } from '../../../src/resources/bookings'
import { bookings } from '../../../src/resources/bookings'
import { type CheckCode, type CheckResult, OVERRIDABLE_CODES } from '../../../src/scheduling'
import { invalid, invalidField, type RequestOf, refusal, sendIn, type UnitOfWork, updateRecords } from '../../serve'
import { reofferFreedTime } from '../waitlist/freedTime'
import { type AllocationRequest, placeQuestion } from './allocationRequest'
import { allocate, removeAllocations } from './allocations'
import { checkAnswers } from './answers'
import { requireRemembered } from './bookedCustomer'
import { type BookingRecord, bookingScope, type MemberRequest, requireOwn } from './bookingScope'
import { checkAllocation } from './checkAllocation'
import { keptColumns, requireTotal } from './createBooking'
import { loadOffer, totalFor } from './offer'
import { exceptionsOf } from './series/exceptions'

export interface Held {
  unit: UnitOfWork
  request: MemberRequest
  before: BookingRecord
  isWithSeries?: boolean
}

type Columns = Readonly<
  Partial<Record<'timeslotId' | 'answers' | 'overrides' | 'seriesExceptions' | 'givenName', unknown>>
>

/** Every change of a booking passes through here. */
export const saveBooking = async (
  held: Held,
  values: Partial<Booking>,
  columns: Columns = {},
  resourceIds: readonly string[] = held.before.resourceIds,
): Promise<BookingRecord> => {
  const { unit, request, before } = held
  const scope = bookingScope(request)
  const changedColumns = { ...exceptionsOf(held, values, resourceIds), ...columns }
  const changing = { ...scope, hooks: { ...scope.hooks, changedColumns } }
  const [after] = await updateRecords(unit, changing, [before], values)
  return (after ?? before) as BookingRecord
}

export const saveStatus = async (
  held: Held,
  status: Booking['status'],
  values: Partial<Booking> = {},
  columns: Columns = {},
): Promise<BookingRecord> => {
  const { unit, request, before } = held
  const settling = sql`update allocations set status = ${status}, hold_expires_at = null
    where tenant_id = ${before.tenantId} and booking_id = ${before.id}`
  sendIn(unit, settling.compile(unit.db))
  const statusChangedAt = formatInstant(request.services.now())
  return saveBooking(held, { status, statusChangedAt, holdExpiresAt: null, ...values }, columns)
}

export const ownPlace = (
  { request, before }: Held,
  changes: Partial<Omit<AllocationRequest, 'durationMinutes'>> = {},
): AllocationRequest =>
  placeQuestion({
    tenantId: before.tenantId,
    variantId: before.variantId,
    channelId: before.channelId,
    customerId: before.customerId,
    startsAt: Date.parse(before.startsAt),
    endsAt: Date.parse(before.endsAt),
    quantity: before.quantity,
    resourceIds: before.resourceIds,
    exceptBookingId: before.id,
    phases: before.phases,
    now: request.services.now(),
    ...changes,
  })

export const movePlace = async (
  { unit, request, before }: Held,
  question: AllocationRequest,
  result: CheckResult,
  { status, holdExpiresAt, quantity }: Pick<Booking, 'status' | 'holdExpiresAt' | 'quantity'>,
): Promise<void> => {
  requireOwn(
    request,
    result.allocations.map(({ resourceId }) => resourceId),
  )
  const { capacityMode } = await loadOffer(unit.db, before.tenantId, before.variantId)
  const bookingId = before.id
  const turns = await removeAllocations(unit.db, before.tenantId, [bookingId])
  const bookedAt = turns.get(bookingId)
  await allocate(unit, question, result, { bookingId, status, capacityMode, quantity, holdExpiresAt, bookedAt })
}

/** The booking may have taken its place before the rules existed. */
export const everyRule: ReadonlySet<CheckCode> = OVERRIDABLE_CODES

const isOpen = ({ status }: Booking): boolean => ['held', 'pending', 'confirmed'].includes(status)

/** @throws SlotUnavailable, also for a new quantity, or Problem for refused input */
export const changeBooking = async (
  held: Held,
  { fields, answers, reason, reprice }: RequestOf<typeof calls.bookings.update>['body'],
  columns: Columns = {},
): Promise<BookingRecord> => {
  const { unit, request, before } = held
  const { role } = request.caller
  const validated = validate(bookings, fields, { current: before, role })
  const offer = await loadOffer(unit.db, before.tenantId, before.variantId)
  const errors = answers ? checkAnswers(offer.questions, answers, { mustBeComplete: before.status !== 'held' }) : {}
  if (!validated.ok) throw invalid({ ...validated.errors, ...errors })
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const values: Partial<Booking> = Object.fromEntries(
    Object.entries(validated.values).filter(([name, value]) => !sameValue(value, before[name as keyof Booking])),
  )
  if (values.customerId === null && before.status !== 'held')
    throw invalidField('customerId', 'validation.customerNeeded')
  if (values.customerId) {
    await requireRemembered(unit.db, before.tenantId, values.customerId)
    await sql`update allocations set customer_id = ${values.customerId}
      where tenant_id = ${before.tenantId} and booking_id = ${before.id}`.execute(unit.db)
  }
  const quantity = values.quantity ?? before.quantity
  if (quantity !== before.quantity) {
    if (!isOpen(before)) throw refusal('wrong_status', 'refusal.quantityStays')
    if (quantity < before.quantity) await reofferFreedTime(unit, request, before)
    const question = ownPlace(held, { quantity, customerId: values.customerId ?? before.customerId })
    const result = await checkAllocation(unit.db, question, { override: false, ignore: everyRule })
    await movePlace(held, question, result, { ...before, quantity })
    Object.assign(values, keptColumns(result))
  }
  const computed = reprice ? totalFor({ ...offer, price: before.price }, before, quantity) : before.total
  const total = requireTotal(values.total ?? null, computed, reason)
  if (total.amount !== before.total.amount) values.total = total
  if (Object.keys(values).length === 0 && !answers) return before
  return saveBooking(held, values, { ...columns, ...(answers && { answers: JSON.stringify(answers) }) })
}
