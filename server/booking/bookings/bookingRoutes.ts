import { bookings } from '../../../src/resources/bookings'
import type { Body } from '../../http/body'
import { entityTag } from '../../http/crud/apiRecord'
import { requireVersion } from '../../http/crud/checks'
import { ifMatchHeader, recordAnswer } from '../../http/crud/routes'
import { deleteRecords } from '../../http/crud/write'
import { ref } from '../../http/openapi/schemas'
import { Problem, refusal } from '../../http/problem'
import { defineRoute, type Route, type RouteAccess } from '../../http/route'
import { eventStream } from '../../live/eventStream'
import {
  approve,
  cancel,
  checkIn,
  complete,
  confirm,
  decline,
  extendHold,
  noShow,
  reassign,
  reschedule,
  restore,
} from './actions'
import {
  cancelBody,
  confirmBody,
  createBody,
  patchBody,
  quoteBody,
  reasonBody,
  reassignBody,
  requireTime,
  rescheduleBody,
  undoBody,
} from './bodies'
import { answeredBooking, type BookingRecord, bookingScope, findBooking, type MemberRequest } from './bookingScope'
import { bookingsBehaviour } from './bookingsBehaviour'
import { calendarOf } from './calendar'
import { changeBooking, type Held } from './changeBooking'
import { createBooking } from './createBooking'
import { bookingHistoryRoute } from './history'
import { onlyOnce } from './idempotency'
import { bookingListParams, listBookings } from './listBookings'
import { quote } from './quote'
import { quoteSchema } from './schemas'
import { orAlternatives } from './slotUnavailable'

const tag = 'Bookings'
const header = { header: 'X-Tenant-ID' } as const
const reading = { who: 'member', role: 'viewer', tenant: header } as const satisfies RouteAccess
const writing = { who: 'member', role: 'staff', tenant: header } as const satisfies RouteAccess

const booking = ref('Booking')
const etag = { ETag: { description: 'The version of the record, for `If-Match`', schema: { type: 'string' as const } } }
const unavailable =
  'Answers 409 `slot_unavailable` when it cannot be had, with `reasons` and the three nearest `alternatives`.'

/** Tells everybody in the tenant, and answers. */
const told = (request: MemberRequest, record: BookingRecord) => {
  announce(request, record.id)
  return recordAnswer(200, answeredBooking(request, record))
}

const announce = ({ caller, services }: MemberRequest, id: string): void =>
  services.live.announce(caller.tenant.id, bookings.name, [id])

interface Action<B> {
  name: string
  operationId: string
  summary: string
  description?: string
  body: Body<B>
  work: (held: Held, input: B) => Promise<BookingRecord>
  /** Looks at the body when the clock is known. */
  check?: (input: B, now: number) => void
}

/** A call that changes where a booking stands, or where and when it is. */
const actionRoute = <B>({ name, operationId, summary, description, body, work, check }: Action<B>): Route =>
  defineRoute({
    method: 'POST',
    path: `/bookings/{id}/${name}` as '/bookings/{id}/action',
    access: writing,
    tag,
    operationId,
    summary,
    ...(description && { description }),
    headers: ifMatchHeader,
    body,
    answer: { status: 200, description: 'The booking as it is now', schema: booking, headers: etag },
    handler: async request => {
      check?.(request.body, request.services.now())
      const change = () =>
        request.write(async unit => {
          const before = await findBooking(unit.db, request, request.params.id, { lock: true })
          await requireVersion(unit.db, bookingScope(request), before, request.headers.get('if-match'))
          unit.reason = (request.body as { reason?: string | null }).reason ?? null
          return work({ unit, request, before }, request.body)
        })
      return told(request, await orAlternatives({ work: change, read: request.read }))
    },
  })

const actions: Route[] = [
  actionRoute({
    name: 'confirm',
    operationId: 'confirmBooking',
    summary: 'Make a booking of a hold',
    description: `A hold that ran out can be confirmed as long as nobody took its place. ${unavailable}`,
    body: confirmBody,
    work: confirm,
  }),
  actionRoute({
    name: 'approve',
    operationId: 'approveBooking',
    summary: 'Confirm a booking that waits for approval',
    body: reasonBody,
    work: approve,
  }),
  actionRoute({
    name: 'decline',
    operationId: 'declineBooking',
    summary: 'Refuse a booking that waits for approval',
    body: reasonBody,
    work: decline,
  }),
  actionRoute({
    name: 'cancel',
    operationId: 'cancelBooking',
    summary: 'Cancel a booking or a hold',
    description: 'Later than customers may, it takes a reason.',
    body: cancelBody,
    work: cancel,
  }),
  actionRoute({
    name: 'reschedule',
    operationId: 'rescheduleBooking',
    summary: 'Move a booking to another time',
    description: `The old time is free in the same moment. Later than customers may, it takes a reason. ${unavailable}`,
    body: rescheduleBody,
    check: requireTime,
    work: reschedule,
  }),
  actionRoute({
    name: 'reassign',
    operationId: 'reassignBooking',
    summary: 'Give a booking other resources at the same time',
    description: unavailable,
    body: reassignBody,
    work: reassign,
  }),
  actionRoute({
    name: 'check-in',
    operationId: 'checkInBooking',
    summary: 'Note that the customer is here',
    body: undoBody,
    work: checkIn,
  }),
  actionRoute({
    name: 'complete',
    operationId: 'completeBooking',
    summary: 'Note that a booking took place',
    description: 'Can be taken back for 7 days.',
    body: undoBody,
    work: complete,
  }),
  actionRoute({
    name: 'no-show',
    operationId: 'markBookingAsNoShow',
    summary: 'Note that nobody came',
    description: 'Can be taken back for 7 days.',
    body: undoBody,
    work: noShow,
  }),
  actionRoute({
    name: 'restore',
    operationId: 'restoreBooking',
    summary: 'Bring a cancelled or declined booking back',
    description: unavailable,
    body: reasonBody,
    work: restore,
  }),
  actionRoute({
    name: 'extend-hold',
    operationId: 'extendHold',
    summary: 'Keep a hold for longer, once',
    body: reasonBody,
    work: extendHold,
  }),
]

const total = {
  'X-Total-Count': { description: 'How many records there are on all pages', schema: { type: 'integer' as const } },
}

const retryHeader = {
  'Idempotency-Key': {
    description: 'The same key within 24 hours is answered as the first time, and books nothing more',
    schema: { type: 'string' as const, maxLength: 255 },
  },
}

export const bookingRoutes: Route[] = [
  bookingHistoryRoute,
  defineRoute({
    method: 'GET',
    path: '/bookings',
    access: reading,
    tag,
    operationId: 'listBookings',
    summary: 'A page of bookings',
    query: bookingListParams,
    answer: { status: 200, description: 'The page', schema: { type: 'array', items: booking }, headers: total },
    handler: request => request.read(db => listBookings(db, request, request.query)),
  }),
  defineRoute({
    method: 'POST',
    path: '/bookings',
    access: writing,
    tag,
    operationId: 'createBooking',
    summary: 'Book, or hold a place',
    description: unavailable,
    headers: retryHeader,
    body: createBody,
    answer: { status: 201, description: 'The new booking', schema: booking, headers: etag },
    handler: async request => {
      const { body, caller, headers, services } = request
      requireTime(body, services.now())
      const key = headers.get('idempotency-key')
      const call = { tenantId: caller.tenant.id, userId: caller.userId, key: key ?? '', body, now: services.now() }
      const work = () =>
        request.write(unit => {
          unit.reason = body.reason
          const create = () => createBooking(unit, request, body)
          return key ? onlyOnce(unit.db, call, create) : create().then(answer => ({ answer, isRepeated: false }))
        })
      const { answer, isRepeated } = await orAlternatives({ work, read: request.read })
      if (!isRepeated) announce(request, answer.id)
      const repeated: Record<string, string> = isRepeated ? { 'Idempotent-Replayed': 'true' } : {}
      return { status: 201, body: answer, headers: { ETag: entityTag(answer), ...repeated } }
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/bookings/quote',
    access: reading,
    tag,
    operationId: 'quoteBooking',
    summary: 'What a booking would be and cost, or why it cannot be',
    body: quoteBody,
    answer: { status: 200, description: 'Nothing is taken', schema: quoteSchema },
    handler: async ({ body, caller, read, services }) => {
      requireTime(body, services.now())
      return { status: 200, body: await read(db => quote(db, caller.tenant.id, body, services.now())) }
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/bookings/live',
    access: reading,
    tag,
    operationId: 'followBookings',
    summary: 'Changes of bookings, as they happen',
    description:
      'Server-sent events: `event: change` with `{"resource": "bookings", "ids": […]}`; without ids, everything may have changed. The stream ends after ten minutes: connect again.',
    answer: { status: 200, description: 'Events', contentType: 'text/event-stream', schema: { type: 'string' } },
    handler: async ({ caller, services }) => {
      const onEnd = services.live.admit(caller.userId)
      if (!onEnd) throw new Problem('rate_limited', 'Too many streams are open.', { headers: { 'Retry-After': '30' } })
      return eventStream(services.live, { tenantId: caller.tenant.id, resource: bookings.name, onEnd })
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/bookings/{id}',
    access: reading,
    tag,
    operationId: 'getBooking',
    summary: 'One booking',
    answer: { status: 200, description: 'The booking', schema: booking, headers: etag },
    handler: async request => {
      const found = await request.read(db => findBooking(db, request, request.params.id))
      return recordAnswer(200, answeredBooking(request, found))
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: '/bookings/{id}',
    access: writing,
    tag,
    operationId: 'updateBooking',
    summary: 'Change notes, customer, quantity, answers, total or payment of a booking',
    description: `Another total takes a reason. Another quantity has to fit. ${unavailable}`,
    headers: ifMatchHeader,
    body: patchBody(ref('BookingChanges'), Object.keys(bookingsBehaviour.extras ?? {})),
    answer: { status: 200, description: 'The booking as it is now', schema: booking, headers: etag },
    handler: async request => {
      const work = () =>
        request.write(async unit => {
          const before = await findBooking(unit.db, request, request.params.id, { lock: true })
          await requireVersion(unit.db, bookingScope(request), before, request.headers.get('if-match'))
          unit.reason = request.body.reason
          return changeBooking({ unit, request, before }, request.body)
        })
      return told(request, await orAlternatives({ work, read: request.read }))
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/bookings/{id}',
    access: writing,
    tag,
    operationId: 'deleteBooking',
    summary: 'Delete a hold',
    description: 'Anything else is cancelled instead. Superusers may delete any booking.',
    headers: ifMatchHeader,
    answer: { status: 204, description: 'It is gone' },
    handler: async request => {
      await request.write(async unit => {
        const before = await findBooking(unit.db, request, request.params.id, { lock: true })
        await requireVersion(unit.db, bookingScope(request), before, request.headers.get('if-match'))
        const isHold = before.status === 'held' || before.status === 'expired'
        if (!isHold && !request.caller.isSuperuser) throw refusal('conflict', 'refusal.bookingKept')
        await deleteRecords(unit, bookingScope(request), [before])
      })
      announce(request, request.params.id)
      return { status: 204 }
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/bookings/{id}/calendar.ics',
    access: reading,
    tag,
    operationId: 'getBookingCalendar',
    summary: 'A booking as an iCalendar file',
    answer: { status: 200, description: 'One event', contentType: 'text/calendar', schema: { type: 'string' } },
    handler: async request => {
      const found = await request.read(db => findBooking(db, request, request.params.id))
      return new Response(calendarOf(found, request.services.productName), {
        headers: {
          'Content-Type': 'text/calendar; charset=utf-8; method=PUBLISH',
          'Content-Disposition': `attachment; filename="${found.reference}.ics"`,
        },
      })
    },
  }),
  ...actions,
]
