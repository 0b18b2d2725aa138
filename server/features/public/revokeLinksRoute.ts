import { calls } from '../../../src/calls'
import { bookings } from '../../../src/resources/bookings'
import { implement, noteAction, recordReply } from '../../serve'
import { answeredBooking, findBooking } from '../bookings/bookingScope'
import { revokeLinks } from './links'

/** For a mail sent to a wrong address. */
export const revokeLinksRoute = implement(calls.bookings.revokeLinks, async request => {
  const { id } = request.params
  const after = await request.write(async unit => {
    unit.reason = request.body.reason
    unit.via = 'revokeLinks'
    const before = await findBooking(unit.db, request, id, { lock: true })
    await revokeLinks(unit.db, before.tenantId, id)
    noteAction(unit, { action: 'revoked', resource: bookings, record: before, label: before.reference })
    return findBooking(unit.db, request, id)
  })
  return recordReply(answeredBooking(request, after))
})
