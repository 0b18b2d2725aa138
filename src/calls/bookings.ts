import * as z from 'zod/mini'
import {
  type Body,
  defineCall,
  described,
  etagHeader,
  fieldsBody,
  id,
  ifMatchHeader,
  instantText,
  invalidMember,
  membersFrom,
  recordOf,
  ref,
  shaped,
} from '../contract'
import { auditEntry } from '../contract/calls/auditLog'
import { type Booking, bookings } from '../resources/bookings'
import { channels } from '../resources/channels'
import { customers } from '../resources/customers'
import { bookableResources } from '../resources/resources'
import { variants } from '../resources/variants'
import { checkCodeSchema, saidSchema } from '../scheduling/answers'
import {
  choice,
  flag,
  group,
  instant,
  integer,
  longText,
  type Money,
  money,
  type ResourceRef,
  reference,
  references,
} from '../schema'

const tag = 'Bookings'
const reading = membersFrom('viewer')
const writing = membersFrom('staff')

const unavailable =
  'Answers 409 `slot_unavailable` when it cannot be had, with `reasons` and the three nearest `alternatives`.'

const bookingRecord = recordOf<typeof bookings, Booking>(bookings)

const { name, email, phone, locale, timeZone, notes: customerNotes } = customers.fields

const reason = longText({ max: 500 })
const resourceIds = references((): ResourceRef => bookableResources, { max: 100, help: 'Pinned: these and no others.' })
const override = flag({ help: 'Set rules aside, with a reason; never capacity.' })

const time = {
  startsAt: instant({ required: true }),
  endsAt: instant({ help: 'For variants without a length of their own.' }),
}

const customer = {
  customerId: reference((): ResourceRef => customers),
  customer: group(
    { name, email, phone, locale, timeZone, notes: customerNotes },
    { help: 'Found by e-mail address or telephone number, or made.' },
  ),
}

const details = {
  notes: longText({ max: 5000 }),
  internalNotes: longText({ max: 5000 }),
  total: money({ help: 'Instead of the price, with a reason.' }),
}

const request = {
  variantId: reference((): ResourceRef => variants, { required: true }),
  channelId: reference((): ResourceRef => channels, { help: 'The back office’s unless given.' }),
  quantity: integer({ min: 1, max: 10_000, help: 'The variant’s least unless given.' }),
  resourceIds,
}

/** Answers to the item’s questions, by question key; checked once the item is known. */
type GivenAnswers = Record<string, unknown>
type WithAnswers<T> = T & { answers: GivenAnswers | null }

/** Adds optional answers to the item's questions to a body. */
const withAnswers = <T, I>(body: Body<T, I>): Body<WithAnswers<T>, I & { answers?: GivenAnswers | null }> => ({
  schema: {
    ...body.schema,
    properties: {
      ...(body.schema.properties as object),
      answers: {
        anyOf: [{ type: 'object' }, { type: 'null' }],
        description: 'To the item’s questions, by their keys',
      },
    },
  } as Body<T>['schema'],
  read: ({ answers = null, ...json }) => {
    if (answers !== null && (typeof answers !== 'object' || Array.isArray(answers)))
      throw invalidMember('answers', 'validation.invalid')
    return { ...body.read(json), answers: answers as GivenAnswers | null }
  },
})

const notify = flag({
  help: 'Tell the customer. No notifications are sent yet, so `true` is refused: nobody is to rely on it.',
})

/** Refuses `notify`, because no notifications are sent yet. */
const sendsNothing = ({ notify: isWanted }: { notify?: boolean }) =>
  isWanted ? { notify: 'validation.notSentYet' as const } : {}

const needsReason = ({ override: isSet, reason: why }: { override?: boolean; reason?: string | null }) =>
  isSet && !why ? { reason: 'validation.reasonNeeded' as const } : {}

const onlyOneCustomer = ({ customerId, customer: made }: { customerId?: string | null; customer?: unknown }) =>
  customerId && made ? { customer: 'validation.customerGivenTwice' as const } : {}

export const create = defineCall({
  method: 'POST',
  path: '/bookings',
  access: writing,
  tag,
  operationId: 'createBooking',
  summary: 'Book, or hold a place',
  description: unavailable,
  body: withAnswers(
    fieldsBody(
      {
        ...request,
        ...time,
        ...customer,
        ...details,
        paymentStatus: choice(['not_required', 'unpaid', 'paid', 'refunded'], { help: 'Follows from the total.' }),
        hold: flag({ help: 'Keep the place for some minutes; the customer may follow.' }),
        override,
        reason,
        notify,
      },
      body => ({ ...needsReason(body), ...onlyOneCustomer(body), ...sendsNothing(body) }),
    ),
  ),
  answer: { status: 201, description: 'The new booking', schema: bookingRecord, headers: etagHeader },
})

const moneySchema = shaped<Money>({
  type: 'object',
  properties: { amount: { type: 'integer', description: 'Minor units' }, currency: { type: 'string' } },
  required: ['amount', 'currency'],
})

const quoteReason = z.object({
  code: checkCodeSchema,
  ...saidSchema.shape,
  resourceId: z.nullable(id()),
  ruleId: z.nullable(id()),
  ruleName: z.nullable(z.string()),
  isOverridable: described(z.boolean(), 'Staff may override it with a reason'),
})

export const quote = defineCall({
  method: 'POST',
  path: '/bookings/quote',
  access: reading,
  tag,
  operationId: 'quoteBooking',
  summary: 'What a booking would be and cost, or why it cannot be',
  body: fieldsBody({
    ...request,
    ...time,
    customerId: customer.customerId,
    exceptBookingId: reference((): ResourceRef => bookings, {
      help: 'The hold or booking that this is about: it is not in its own way.',
    }),
  }),
  answer: {
    description: 'Nothing is taken',
    schema: z.object({
      available: z.boolean(),
      isOverridable: described(z.boolean(), 'It is not available, and staff may book it all the same with a reason'),
      startsAt: instantText(),
      endsAt: instantText(),
      timeZone: z.string(),
      timeslotId: z.nullable(id()),
      price: moneySchema,
      total: moneySchema,
      resourceIds: z.array(id()),
      resources: z.array(z.object({ id: id(), name: z.string() })),
      requiresApproval: z.boolean(),
      holdMinutes: described(z.int(), 'How long a hold would last'),
      warnings: z.array(quoteReason),
      reasons: z.array(quoteReason),
      alternativeResourceIds: described(z.array(id()), 'Free instead of pinned ones that are not'),
    }),
  },
})

/** The changes to a booking in one PATCH. */
interface BookingChanges {
  /** Declared fields, still to be checked against the record. */
  fields: Readonly<Record<string, unknown>>
  answers: GivenAnswers | null
  reason: string | null
  reprice: boolean
}

const patchExtras = withAnswers(fieldsBody({ reason, reprice: flag({ help: 'Charge what the new quantity costs.' }) }))

type Editable = Pick<Booking, 'customerId' | 'quantity' | 'total' | 'paymentStatus' | 'notes' | 'internalNotes'>

const patchBody: Body<
  BookingChanges,
  { readonly [K in keyof Editable]?: Editable[K] | null } & NonNullable<typeof patchExtras.given>
> = {
  schema: { allOf: [ref('BookingChanges'), patchExtras.schema] },
  read: ({ answers, reason: why, reprice, ...fields }) => ({
    ...patchExtras.read({
      ...(answers !== undefined && { answers }),
      ...(why !== undefined && { reason: why }),
      ...(reprice !== undefined && { reprice }),
    }),
    fields,
  }),
}

/** What all calls that change a booking's status, time or resources share. */
const change = {
  access: writing,
  tag,
  headers: ifMatchHeader,
  answer: { description: 'The booking as it is now', schema: bookingRecord, headers: etagHeader },
} as const

export const get = defineCall({
  method: 'GET',
  path: '/bookings/{id}',
  access: reading,
  tag,
  operationId: 'getBooking',
  summary: 'One booking',
  answer: { description: 'The booking', schema: bookingRecord, headers: etagHeader },
})

/** The most history entries answered for one booking. */
export const maxHistory = 200

export const history = defineCall({
  method: 'GET',
  path: '/bookings/{id}/history',
  access: reading,
  tag,
  operationId: 'getBookingHistory',
  summary: 'What happened to a booking, newest first',
  answer: { description: `At most ${maxHistory} entries of the audit log`, schema: z.array(auditEntry) },
})

export const update = defineCall({
  method: 'PATCH',
  path: '/bookings/{id}',
  ...change,
  operationId: 'updateBooking',
  summary: 'Change notes, customer, quantity, answers, total or payment of a booking',
  description: `Another total takes a reason. Another quantity has to fit. ${unavailable}`,
  body: patchBody,
})

export const remove = defineCall({
  method: 'DELETE',
  path: '/bookings/{id}',
  access: writing,
  tag,
  operationId: 'deleteBooking',
  summary: 'Delete a hold',
  description: 'Anything else is cancelled instead. Superusers may delete any booking.',
  headers: ifMatchHeader,
  answer: { status: 204, description: 'It is gone' },
})

const reasonBody = fieldsBody({ reason, notify }, sendsNothing)
const undoBody = fieldsBody({ undo: flag({ help: 'Take it back.' }), reason, notify }, sendsNothing)

export const confirm = defineCall({
  method: 'POST',
  path: '/bookings/{id}/confirm',
  ...change,
  operationId: 'confirmBooking',
  summary: 'Make a booking of a hold',
  description: `A hold that ran out can be confirmed as long as nobody took its place. ${unavailable}`,
  body: withAnswers(
    fieldsBody({ ...customer, ...details, override, reason, notify }, body => ({
      ...needsReason(body),
      ...onlyOneCustomer(body),
      ...sendsNothing(body),
    })),
  ),
})

export const approve = defineCall({
  method: 'POST',
  path: '/bookings/{id}/approve',
  ...change,
  operationId: 'approveBooking',
  summary: 'Confirm a booking that waits for approval',
  body: reasonBody,
})

export const decline = defineCall({
  method: 'POST',
  path: '/bookings/{id}/decline',
  ...change,
  operationId: 'declineBooking',
  summary: 'Refuse a booking that waits for approval',
  body: reasonBody,
})

export const cancel = defineCall({
  method: 'POST',
  path: '/bookings/{id}/cancel',
  ...change,
  operationId: 'cancelBooking',
  summary: 'Cancel a booking or a hold',
  description: 'Later than customers may, it takes a reason.',
  body: fieldsBody(
    {
      reason,
      by: choice(['staff', 'customer', 'system'], { default: 'staff', help: 'Who wants it.' }),
      notify,
    },
    sendsNothing,
  ),
})

export const reschedule = defineCall({
  method: 'POST',
  path: '/bookings/{id}/reschedule',
  ...change,
  operationId: 'rescheduleBooking',
  summary: 'Move a booking to another time',
  description: `The old time is free in the same moment. Later than customers may, it takes a reason. ${unavailable}`,
  body: fieldsBody(
    {
      ...time,
      resourceIds,
      anyResource: flag({ help: 'Any that is free; otherwise it stays where it is.' }),
      reprice: flag({ help: 'Charge what it costs now; otherwise the total stays.' }),
      override,
      reason,
      notify,
    },
    body => ({ ...needsReason(body), ...sendsNothing(body) }),
  ),
})

export const reassign = defineCall({
  method: 'POST',
  path: '/bookings/{id}/reassign',
  ...change,
  operationId: 'reassignBooking',
  summary: 'Give a booking other resources at the same time',
  description: unavailable,
  body: fieldsBody({ resourceIds, override, reason, notify }, body => ({
    ...needsReason(body),
    ...sendsNothing(body),
    ...(body.resourceIds.length === 0 && { resourceIds: 'validation.required' as const }),
  })),
})

export const checkIn = defineCall({
  method: 'POST',
  path: '/bookings/{id}/check-in',
  ...change,
  operationId: 'checkInBooking',
  summary: 'Note that the customer is here',
  body: undoBody,
})

export const complete = defineCall({
  method: 'POST',
  path: '/bookings/{id}/complete',
  ...change,
  operationId: 'completeBooking',
  summary: 'Note that a booking took place',
  description: 'Can be taken back for 7 days.',
  body: undoBody,
})

export const noShow = defineCall({
  method: 'POST',
  path: '/bookings/{id}/no-show',
  ...change,
  operationId: 'markBookingAsNoShow',
  summary: 'Note that nobody came',
  description: 'Can be taken back for 7 days.',
  body: undoBody,
})

export const restore = defineCall({
  method: 'POST',
  path: '/bookings/{id}/restore',
  ...change,
  operationId: 'restoreBooking',
  summary: 'Bring a cancelled or declined booking back',
  description: unavailable,
  body: reasonBody,
})

export const extendHold = defineCall({
  method: 'POST',
  path: '/bookings/{id}/extend-hold',
  ...change,
  operationId: 'extendHold',
  summary: 'Keep a hold for longer, once',
  body: reasonBody,
})

export const live = defineCall({
  method: 'GET',
  path: '/bookings/live',
  access: reading,
  tag,
  operationId: 'followBookings',
  summary: 'Changes of bookings, as they happen',
  description:
    'Server-sent events: `event: change` with `{"resource": "bookings", "ids": […]}`; without ids, everything may have changed. The stream ends after ten minutes, and as soon as the caller may see less than at its beginning: connect again.',
  file: 'text/event-stream',
  answer: { description: 'Events' },
})

export const calendarFile = defineCall({
  method: 'GET',
  path: '/bookings/{id}/calendar.ics',
  access: reading,
  tag,
  operationId: 'getBookingCalendar',
  summary: 'A booking as an iCalendar file',
  file: 'text/calendar',
  answer: { description: 'One event' },
})
