import { sql } from 'kysely'
import { calls } from '../../../src/calls'
import { formatInstant, MINUTE } from '../../../src/declare'
import { implement, type RequestOf } from '../../serve'
import { moveHoldEnd } from '../bookings/actions'
import { announce } from '../bookings/bookingScope'
import type { Held } from '../bookings/changeBooking'
import { wholeOf } from '../bookings/visits/together'
import { isNobodys, isOpen } from './heldPlace'
import { linkedBooking } from './linkedBooking'
import { visit } from './visitor'

/** A reload returns before the hold ends. */
const absence = MINUTE

type LeaveRequest = RequestOf<typeof calls.publicPage.leaveHold | typeof calls.publicPage.returnToHold>

const changeEnd = async (request: LeaveRequest, newEnd: (held: Held) => Promise<string | null>) => {
  const guest = await visit(request)
  const { ids, expiresAt } = await guest.write(async unit => {
    const before = await linkedBooking(unit.db, guest, { kind: 'hold', token: request.params.token }, { lock: true })
    const held = { unit, request: guest, before }
    const end = isOpen(before) && isNobodys(before) ? await newEnd(held) : null
    const parts = before.visitId ? (await wholeOf(held, before.visitId)).visit.parts : [before]
    const leaving = end ? parts.filter(isOpen) : []
    for (const part of leaving) await moveHoldEnd({ ...held, before: part }, end ?? '')
    return { ids: leaving.map(({ id }) => id), expiresAt: end ?? before.holdExpiresAt ?? before.startsAt }
  })
  if (ids.length > 0) announce(guest, ...ids)
  return { expiresAt }
}

export const leave = implement(calls.publicPage.leaveHold, request =>
  changeEnd(request, async ({ unit, before }) => {
    const end = request.services.now() + absence
    if (!before.holdExpiresAt || Date.parse(before.holdExpiresAt) <= end) return null
    await sql`update public_bookings set end_before_leaving = ${before.holdExpiresAt}
      where tenant_id = ${before.tenantId} and booking_id = ${before.id}`.execute(unit.db)
    return formatInstant(end)
  }),
)

export const comeBack = implement(calls.publicPage.returnToHold, request =>
  changeEnd(request, async ({ unit, before }) => {
    const { rows } = await sql<{ endBeforeLeaving: string }>`select end_before_leaving from public_bookings
      where tenant_id = ${before.tenantId} and booking_id = ${before.id}
      and end_before_leaving > ${before.holdExpiresAt}`.execute(unit.db)
    return rows[0]?.endBeforeLeaving ?? null
  }),
)
