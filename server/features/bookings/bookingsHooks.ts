import { calls } from '../../../src/calls'
import { bookings } from '../../../src/resources/bookings'
import { type ActionCall, actionsFor, type ResourceHooks } from '../../serve'
import { tellCustomer } from '../notifications/tellCustomer'
import {
  approve,
  cancel,
  complete,
  confirm,
  decline,
  extendHold,
  noShow,
  reassign,
  reschedule,
  restore,
} from './actions'
import { wrongInConfirming } from './alsoWrong'
import { bookingColumns } from './bookingColumns'
import { announce, answeredBooking, asAnswered, type BookingRecord, findBooking, toBooking } from './bookingScope'
import type { Held } from './changeBooking'
import { fileAliases } from './fileAliases'
import { fileProfiles } from './fileProfiles'
import { bookingInFile, importedBookings } from './importBooking'
import { tableInFile } from './otherFormats'
import { notOffered } from './requireAction'
import { orAlternatives } from './slotUnavailable'
import { lockVisitsOf } from './visits/lockVisits'
import {
  approveTogether,
  confirmTogether,
  declineTogether,
  extendHoldTogether,
  isDoneTogether,
  type Together,
} from './visits/together'

const on =
  <I>(work: (held: Held, input: I, isUndo: boolean) => Promise<BookingRecord>) =>
  ({ unit, request, record, input, isUndo }: ActionCall<I, typeof bookings>) => {
    if ((input as { notify?: boolean }).notify) tellCustomer(unit.db, record.id)
    return work({ unit, request, before: toBooking(record, request.services.now()) }, input, isUndo)
  }

const orTogether =
  <I>(one: (held: Held, input: I, isUndo: boolean) => Promise<BookingRecord>, all: Together<I>) =>
  (held: Held, input: I, isUndo: boolean) =>
    held.before.visitId ? all(held, held.before.visitId, input, isUndo) : one(held, input, isUndo)

export const bookingsHooks: ResourceHooks = {
  ...bookingColumns,
  asAnswered,
  lockFirst: async ({ db, caller }, _, ids) => {
    if (caller.tenant) await lockVisitsOf(db, caller.tenant.id, ids)
  },
  writes: importedBookings,
  exported: bookingInFile,
  aliases: fileAliases,
  profiles: fileProfiles,
  tableInFile,
  actions: actionsFor(bookings, {
    confirm: on(orTogether(confirm, confirmTogether)),
    approve: on(orTogether(approve, approveTogether)),
    complete: on(complete),
    noShow: on(noShow),
    restore: on(restore),
    extendHold: on(orTogether(extendHold, extendHoldTogether)),
    reschedule: on(reschedule),
    reassign: on(reassign),
    decline: on(orTogether(decline, declineTogether)),
    cancel: on(cancel),
  }),
  actionBodies: { confirm: calls.bookings.withAnswers },
  actionsAlsoWrong: { confirm: wrongInConfirming(findBooking) },
  aroundAction: async (request, work) => {
    const record = await orAlternatives({ work, read: request.read })
    announce(request, record.id)
    return answeredBooking(request, record)
  },
  notOffered,
  isDoneAlong: isDoneTogether,
}
