import { actionSegment, isOffered } from '../../../src/declare'
import { bookingActions } from '../../../src/resources/bookingActions'
import { type ApiRecord, type Problem, refusal } from '../../serve'
import { toBooking } from './bookingScope'
import type { Held } from './changeBooking'

/** @param now epoch milliseconds */
export const notOffered = (
  record: ApiRecord,
  { name, isUndo }: { name: string; isUndo: boolean },
  now: number,
): Problem => {
  const extensions = { bookingStatus: toBooking(record, now).status, action: actionSegment(name) }
  return refusal('wrong_status', isUndo ? 'refusal.nothingToUndo' : 'refusal.bookingStatus', {}, { extensions })
}

/** @throws Problem `wrong_status` */
export const requireAction = ({ before, request }: Held, name: keyof typeof bookingActions): void => {
  const now = request.services.now()
  if (!isOffered(bookingActions[name], before, now)) throw notOffered(before, { name, isUndo: false }, now)
}
