import type { calls } from '../../../../src/calls'
import { isOffered } from '../../../../src/declare'
import { bookingActions } from '../../../../src/resources/bookingActions'
import { invalidField, type RequestOf, type UnitOfWork } from '../../../serve'
import { cancel } from '../../bookings/actions'
import { announce, findBooking, type MemberRequest } from '../../bookings/bookingScope'
import { lockVisitsOf } from '../../bookings/visits/lockVisits'
import { tellCustomer } from '../../notifications/tellCustomer'
import { findOpen, refuseBooked } from './openBookings'

type Decision = RequestOf<typeof calls.schedules.updateTimeslot>['body']['decision']

/** Without a cancelled timeslot, a decision would be silently ignored. */
export const requireCancelling = ({ bookings: decision }: Decision, isCancelling: boolean): void => {
  if (decision && !isCancelling) throw invalidField('bookings', 'validation.onlyCancelling')
}

/**
 * Requires `lockTimeslots`.
 * @returns ids of cancelled bookings, including those that somebody else just cancelled
 * @throws Problem `timeslot_booked` for bookings without a decision
 */
export const settleBookings = async (
  unit: UnitOfWork,
  request: MemberRequest,
  question: { scheduleId: string; timeslotIds: readonly string[] },
  { bookings: decision, reason, notify }: Decision,
): Promise<string[]> => {
  if (decision === 'keep') return []
  const { caller, services } = request
  const open = await findOpen(unit.db, { ...question, tenantId: caller.tenant.id, now: services.now() })
  if (open.length > 0 && !decision) throw refuseBooked(open)
  const ids = open.map(({ id }) => id)
  await lockVisitsOf(unit.db, caller.tenant.id, ids)
  for (const id of ids) {
    const before = await findBooking(unit.db, request, id, { lock: true })
    // It may have been cancelled meanwhile.
    if (!isOffered(bookingActions.cancel, before, services.now())) continue
    if (notify) tellCustomer(unit.db, id)
    await cancel({ unit, request, before }, { reason, by: 'staff' })
  }
  return ids
}

export const announceCancelled = (request: MemberRequest, ids: readonly string[]): void => {
  if (ids.length > 0) announce(request, ...ids)
}
