import { bookings } from '../../../src/resources/bookings'
import { choice, longText } from '../../../src/schema'
import { fieldsBody } from '../../http/fieldsBody'
import { invalidField } from '../../http/problem'
import type { UnitOfWork } from '../../http/unitOfWork'
import { cancel } from '../bookings/actions'
import { findBooking, type MemberRequest } from '../bookings/bookingScope'
import { findStanding, timeslotBooked } from './standingBookings'

/** What a call that cancels timeslots says about their bookings. */
export const decisionBody = fieldsBody({
  bookings: choice(['keep', 'cancel'], {
    help: 'What becomes of the bookings on a timeslot that is cancelled. Without it, 409 `timeslot_booked` says which there are.',
  }),
  reason: longText({ max: 500, help: 'Goes into the history, and is why its bookings are cancelled.' }),
})
export type Decision = ReturnType<typeof decisionBody.read>

/** @throws Problem `validation` for a word about bookings where no timeslot is cancelled: it would be passed over in silence */
export const requireCancelling = ({ bookings: decision }: Decision, isCancelling: boolean): void => {
  if (decision && !isCancelling) throw invalidField('bookings', 'validation.onlyCancelling')
}

/**
 * Does what was decided about the bookings of timeslots that are being cancelled; whoever calls has `lockTimeslots`.
 * @returns the ids of the bookings that were cancelled
 * @throws Problem `timeslot_booked` when there are some and nothing was decided; what cancelling one of them throws
 */
export const settleBookings = async (
  unit: UnitOfWork,
  request: MemberRequest,
  question: { scheduleId: string; timeslotIds: readonly string[] },
  { bookings: decision, reason }: Decision,
): Promise<string[]> => {
  if (decision === 'keep') return []
  const { caller, services } = request
  const standing = await findStanding(unit.db, { ...question, tenantId: caller.tenant.id, now: services.now() })
  if (standing.length > 0 && !decision) throw timeslotBooked(standing)
  for (const { id } of standing) {
    const before = await findBooking(unit.db, request, id, { lock: true })
    await cancel({ unit, request, before }, { reason, by: 'staff' })
  }
  return standing.map(({ id }) => id)
}

/** Tells everybody in the tenant which bookings were cancelled. */
export const announceCancelled = ({ caller, services }: MemberRequest, ids: readonly string[]): void => {
  if (ids.length > 0) services.live.announce(caller.tenant.id, bookings.name, ids)
}
