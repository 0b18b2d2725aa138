import { calls } from '../../../src/calls'
import { hasRole, membersFrom } from '../../../src/declare'
import { bookingSeries } from '../../../src/resources/bookingSeries'
import { bookings } from '../../../src/resources/bookings'
import { visits } from '../../../src/resources/visits'
import { waitlistEntries } from '../../../src/resources/waitlistEntries'
import {
  defineRoute,
  deleteRecords,
  implement,
  invalidField,
  liveAnswer,
  recordReply,
  refusal,
  requireVersion,
} from '../../serve'
import { channelFor, lacksScope } from '../caller'
import { notingRefusal } from '../demand/refusedDemand'
import { reofferFreedTime } from '../waitlist/freedTime'
import { offerDeleted } from '../waitlist/offerOutcome'
import { settleWaiting, waitingOf } from '../waitlist/settleWaiting'
import { wrongInBooking, wrongInChanges } from './alsoWrong'
import { bookingColumns, isOwn } from './bookingColumns'
import {
  announce,
  answeredBooking,
  type BookingRecord,
  bookingScope,
  findBooking,
  type MemberRequest,
} from './bookingScope'
import { calendarOf } from './calendar'
import { changeBooking } from './changeBooking'
import { createBooking } from './createBooking'
import { exportRoute } from './exportRoute'
import { bookingHistoryRoute } from './history'
import { bookingList, listBookings } from './listBookings'
import { quote } from './quote'
import { requireTime } from './requireTime'
import { orAlternatives } from './slotUnavailable'
import { deleteTogether } from './visits/together'

const tag = 'Bookings'
/** Forms send back whole records with computed members. */
const declared = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const { extras = {} } = bookingColumns
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !Object.hasOwn(extras, name)))
}

const told = (request: MemberRequest, record: BookingRecord) => {
  announce(request, record.id)
  return recordReply(answeredBooking(request, record))
}

export const bookingRoutes = [
  exportRoute,
  bookingHistoryRoute,
  defineRoute({
    method: 'GET',
    path: '/bookings',
    access: membersFrom('viewer'),
    scopes: ['bookings.read'],
    tag,
    operationId: 'listBookings',
    summary: 'A page of bookings',
    query: bookingList.params,
    answer: bookingList.answer,
    handler: request => listBookings(request, request.query),
  }),
  defineRoute({
    method: 'GET',
    path: '/bookings/tabs',
    access: membersFrom('viewer'),
    scopes: ['bookings.read'],
    tag,
    operationId: 'countBookingsByTab',
    summary: 'How many bookings each part of the list has',
    ...bookingList.tabs,
    handler: async request => ({
      status: 200,
      body: await request.read(db => bookingList.countTabs(db, request, request.query)),
    }),
  }),
  implement(
    calls.bookings.create,
    async request => {
      const { body, services } = request
      const work = () =>
        request.write(async unit => {
          requireTime(body, services.now())
          unit.reason = body.reason
          const [made, waiting] = await Promise.all([
            createBooking(unit, request, body),
            body.customer ? undefined : waitingOf(unit.db, request, body),
          ])
          await settleWaiting(unit, request, made, waiting)
          return made
        })
      const record = await orAlternatives({ work: () => notingRefusal(request, body, work), read: request.read })
      announce(request, record.id)
      return recordReply(record)
    },
    { alsoWrong: wrongInBooking },
  ),
  implement(calls.bookings.quote, async request => {
    const { body, caller, read, services } = request
    requireTime(body, services.now())
    // Only readers of customers may learn their limits.
    if (body.customerId && !hasRole(caller.role, 'staff')) throw invalidField('customerId', 'validation.forbidden')
    const channelId = channelFor(caller, body.channelId)
    return read(async db => {
      // The answer would disclose conflicts of a booking that the caller may not see.
      if (body.exceptBookingId && isOwn(caller)) await findBooking(db, request, body.exceptBookingId)
      return quote(db, caller.tenant.id, { ...body, channelId }, services.now())
    })
  }),
  implement(calls.bookings.live, request =>
    liveAnswer(request, {
      resource: bookings.name,
      also: [bookingSeries.name, visits.name, waitlistEntries.name],
      isAnonymous: isOwn(request.caller) !== null,
    }),
  ),
  implement(calls.bookings.get, async request => {
    const found = await request.read(db => findBooking(db, request, request.params.id), { single: true })
    return recordReply(answeredBooking(request, found))
  }),
  implement(
    calls.bookings.update,
    async request => {
      const work = () =>
        request.write(async unit => {
          const before = await findBooking(unit.db, request, request.params.id, { lock: true })
          await requireVersion(unit.db, bookingScope(request), before, request.headers.get('if-match'))
          unit.reason = request.body.reason
          const { customerId = before.customerId } = request.body.fields
          if (before.visitId && customerId !== before.customerId)
            throw invalidField('customerId', 'validation.customerOfVisit')
          const after = await changeBooking(
            { unit, request, before },
            { ...request.body, fields: declared(request.body.fields) },
          )
          if (after.customerId !== before.customerId || after.quantity !== before.quantity)
            await settleWaiting(unit, request, after)
          return after
        })
      return told(request, await orAlternatives({ work, read: request.read }))
    },
    { alsoWrong: wrongInChanges },
  ),
  implement(calls.bookings.remove, async request => {
    const deleted = await request.write(async unit => {
      const before = await findBooking(unit.db, request, request.params.id, { lock: true })
      await requireVersion(unit.db, bookingScope(request), before, request.headers.get('if-match'))
      const isHold = before.status === 'held' || before.status === 'expired'
      if (!isHold && !request.caller.isSuperuser) throw refusal('conflict', 'refusal.bookingKept')
      if (before.visitId && isHold) return deleteTogether({ unit, request, before }, before.visitId)
      await reofferFreedTime(unit, request, before)
      await offerDeleted({ unit, request, before })
      await deleteRecords(unit, bookingScope(request), [before])
      return [before.id]
    })
    announce(request, ...deleted)
  }),
  implement(calls.bookings.calendarFile, async request => {
    const found = await request.read(db => findBooking(db, request, request.params.id))
    const named = lacksScope(request.caller, 'customers.read') ? { ...found, customerName: null } : found
    return new Response(calendarOf(named, request.services.productName), {
      headers: {
        'Content-Type': 'text/calendar; charset=utf-8; method=PUBLISH',
        'Content-Disposition': `attachment; filename="${found.reference}.ics"`,
      },
    })
  }),
]
