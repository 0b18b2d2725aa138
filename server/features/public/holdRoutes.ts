import { calls } from '../../../src/calls'
import { deleteRecords, implement } from '../../serve'
import { cancel, extendHold } from '../bookings/actions'
import { announce, bookingScope } from '../bookings/bookingScope'
import { requireAction } from '../bookings/requireAction'
import { deleteTogether, extendHoldTogether, wholeOf } from '../bookings/visits/together'
import { cancel as cancelVisit } from '../bookings/visits/visitActions'
import { reofferFreedTime } from '../waitlist/freedTime'
import { askingOf, heldPlaceOf, isNobodys, isOpen, requireHeld } from './heldPlace'
import { linkedBooking } from './linkedBooking'
import { visit } from './visitor'

export const read = implement(calls.publicPage.heldPlace, async request => {
  const { token } = request.params
  const guest = await visit(request)
  return guest.read(async db => {
    const booking = await linkedBooking(db, guest, { kind: 'hold', token })
    const asking = await askingOf(db, guest, booking)
    return {
      ...(await heldPlaceOf(db, guest, booking, request.query.lang)),
      pagePolicy: asking.pagePolicy,
      requiredFields: asking.requiredFields,
      knowsCustomer: booking.customerId !== null,
      canExtend: isOpen(booking) && !booking.isHoldExtended,
    }
  })
})

export const extend = implement(calls.publicPage.extendHold, async request => {
  const { token } = request.params
  const guest = await visit(request)
  const after = await guest.write(async unit => {
    const before = await linkedBooking(unit.db, guest, { kind: 'hold', token }, { lock: true })
    const held = { unit, request: guest, before }
    requireAction(held, 'extendHold')
    return before.visitId ? extendHoldTogether(held, before.visitId, undefined, false) : extendHold(held)
  })
  announce(guest, after.id)
  return { expiresAt: after.holdExpiresAt ?? after.startsAt }
})

const givenBack = { reason: null, by: 'customer', notify: false } as const

export const release = implement(calls.publicPage.release, async request => {
  const { token } = request.params
  const guest = await visit(request)
  const id = await guest.write(async unit => {
    const before = await linkedBooking(unit.db, guest, { kind: 'hold', token }, { lock: true })
    const held = { unit, request: guest, before }
    requireHeld(held)
    if (!isOpen(before)) return before.id
    // A hold without a customer leaves no trace.
    if (isNobodys(before) && before.visitId) await deleteTogether(held, before.visitId)
    else if (isNobodys(before)) {
      await reofferFreedTime(unit, guest, before)
      await deleteRecords(unit, bookingScope(guest), [before])
    } else if (before.visitId) await cancelVisit(await wholeOf(held, before.visitId), givenBack)
    else await cancel(held, givenBack)
    return before.id
  })
  announce(guest, id)
})
