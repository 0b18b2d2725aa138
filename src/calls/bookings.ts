import * as z from 'zod/mini'
import {
  auditEntry,
  type Body,
  type BulkResult,
  choice,
  defineCall,
  described,
  fieldsBody,
  flag,
  formatInstant,
  integer,
  type Money,
  membersFrom,
  metadata,
  param,
  paramMembers,
  type ResourceRef,
  recordOf,
  ref,
  reference,
  required,
  shaped,
  text,
} from '../declare'
import { checkGiven, checkSilent, customer, details, resourceIds } from '../resources/bookingActions'
import { notify, override, reason, time, unavailable } from '../resources/bookingInputs'
import { type Booking, bookings } from '../resources/bookings'
import { channels } from '../resources/channels'
import { variants } from '../resources/variants'
import { reasonSchema } from '../scheduling/answers'
import { changesBeside, invalidMember, readAll } from './bodies'
import { withMember } from './withMember'

const tag = 'Bookings'
const reading = membersFrom('viewer')
const writing = membersFrom('staff')

const bookingRecord = recordOf<typeof bookings, Booking>(bookings)

export const request = {
  variantId: reference((): ResourceRef => variants, { required: true }),
  channelId: reference((): ResourceRef => channels, { help: 'The back office’s unless given.' }),
  quantity: integer({ min: 1, max: 10_000, help: 'The variant’s least unless given.' }),
  resourceIds,
}

/** By question; the handler checks them. */
type GivenAnswers = Record<string, unknown>

const readAnswers = (answers: unknown): GivenAnswers | null => {
  if (answers !== null && (typeof answers !== 'object' || Array.isArray(answers)))
    throw invalidMember('answers', 'validation.invalid')
  return answers as GivenAnswers | null
}

export const withAnswers = withMember(
  'answers',
  { anyOf: [{ type: 'object' }, { type: 'null' }], description: 'To the item’s questions, by their keys' },
  readAnswers,
)

export const create = defineCall({
  method: 'POST',
  path: '/bookings',
  access: writing,
  scopes: ['bookings'],
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
        externalId: text({ help: 'What another program calls it; no two bookings share one.' }),
        metadata: metadata(),
        hold: flag({ help: 'Keep the place for some minutes; the customer may follow.' }),
        override,
        reason,
        notify,
      },
      given => (given.hold ? checkSilent(given) : checkGiven(given)),
    ),
  ),
  answer: { status: 201, description: 'The new booking', schema: bookingRecord, headers: 'ETag' },
})

export const moneySchema = shaped<Money>({
  type: 'object',
  properties: { amount: { type: 'integer', description: 'Minor units' }, currency: { type: 'string' } },
  required: ['amount', 'currency'],
})

export const quote = defineCall({
  method: 'POST',
  path: '/bookings/quote',
  access: reading,
  scopes: ['bookings'],
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
      startsAt: z.iso.datetime(),
      endsAt: z.iso.datetime(),
      timeZone: z.string(),
      timeslotId: z.nullable(z.uuid()),
      price: moneySchema,
      total: moneySchema,
      resourceIds: z.array(z.uuid()),
      resources: z.array(z.object({ id: z.uuid(), name: z.string() })),
      requiresApproval: z.boolean(),
      holdMinutes: described(z.int(), 'How long a hold would last'),
      warnings: z.array(reasonSchema),
      reasons: z.array(reasonSchema),
      alternativeResourceIds: described(z.array(z.uuid()), 'Free instead of pinned ones that are not'),
    }),
  },
})

interface BookingChanges {
  fields: Readonly<Record<string, unknown>>
  answers: GivenAnswers | null
  reason: string | null
  reprice: boolean
}

const patchExtras = withAnswers(fieldsBody({ reason, reprice: flag({ help: 'Charge what the new quantity costs.' }) }))

type Editable = Pick<
  Booking,
  'customerId' | 'quantity' | 'total' | 'paymentStatus' | 'notes' | 'internalNotes' | 'externalId' | 'metadata'
>

const patchBody: Body<
  BookingChanges,
  { readonly [K in keyof Editable]?: Editable[K] | null } & NonNullable<typeof patchExtras.given>
> = {
  schema: { allOf: [ref('BookingChanges'), patchExtras.schema] },
  read: json => {
    const { extras, fields } = changesBeside(bookings, patchExtras, json)
    return { ...extras, fields }
  },
}

export const get = defineCall({
  method: 'GET',
  path: '/bookings/{id}',
  access: reading,
  scopes: ['bookings.read'],
  tag,
  operationId: 'getBooking',
  summary: 'One booking',
  answer: { description: 'The booking', schema: bookingRecord, headers: 'ETag' },
})

/** Per booking. */
export const maxHistory = 200

export const history = defineCall({
  method: 'GET',
  path: '/bookings/{id}/history',
  access: reading,
  scopes: ['bookings.read'],
  tag,
  operationId: 'getBookingHistory',
  summary: 'What happened to a booking, newest first',
  answer: { description: `At most ${maxHistory} entries of the audit log`, schema: z.array(auditEntry) },
})

export const update = defineCall({
  method: 'PATCH',
  path: '/bookings/{id}',
  access: writing,
  scopes: ['bookings'],
  tag,
  operationId: 'updateBooking',
  summary: 'Change notes, customer, quantity, answers, total or payment of a booking',
  description: `Another total takes a reason. Another quantity has to fit. ${unavailable}`,
  headers: 'If-Match',
  body: patchBody,
  answer: { description: 'The booking as it is now', schema: bookingRecord, headers: 'ETag' },
})

export const remove = defineCall({
  method: 'DELETE',
  path: '/bookings/{id}',
  access: writing,
  tag,
  operationId: 'deleteBooking',
  summary: 'Delete a hold',
  description: 'Anything else is cancelled instead. Superusers may delete any booking.',
  headers: 'If-Match',
  answer: { status: 204, description: 'It is gone' },
})

/** Per call. */
export const maxBulk = 200

const chosen = paramMembers({ ids: required(param('ids', 'The bookings', { max: maxBulk })) })
const decision = fieldsBody(
  {
    action: choice(['reassign', 'move', 'keep', 'cancel'], { required: true }),
    reason,
    resourceIds,
    notify,
  },
  ({ action, resourceIds: given, reason: why, notify: isWanted }) => ({
    ...(action === 'keep' && checkSilent({ notify: isWanted })),
    ...(action === 'keep' && !why && { reason: 'validation.reasonNeeded' as const }),
    ...(action !== 'reassign' && given.length > 0 && { resourceIds: 'validation.invalid' as const }),
  }),
)

const shownMove = paramMembers({
  id: required(param('id', 'The booking')),
  version: required(
    param('integer', 'As it was when that was shown', { min: 1, max: 2_147_483_647, absent: undefined }),
  ),
  startsAt: required(param('instant', 'Its new start')),
  endsAt: required(param('instant', 'Its new end')),
  resourceIds: required(param('ids', 'What it takes there')),
})

/** As the deciding person saw it. */
export interface ShownMove {
  readonly id: string
  readonly version: number
  readonly startsAt: string
  readonly endsAt: string
  readonly resourceIds: readonly string[]
}

const readMove = (json: unknown, index: number): ShownMove => {
  const path = `moves.${index}`
  if (typeof json !== 'object' || json === null) throw invalidMember(path, 'validation.invalid')
  const { id = '', version = 0, startsAt = 0, endsAt = 0, resourceIds = [] } = shownMove.read({ ...json }, `${path}.`)
  return { id, version, startsAt: formatInstant(startsAt), endsAt: formatInstant(endsAt), resourceIds }
}

const readMoves = (given: unknown, ids: readonly string[]): ShownMove[] => {
  if (!Array.isArray(given)) throw invalidMember('moves', 'validation.invalid')
  const moves = given.map(readMove)
  const moved = new Set(moves.map(({ id }) => id))
  const areTheSame = moves.length === ids.length && ids.every(one => moved.has(one))
  if (!areTheSame) throw invalidMember('moves', 'validation.movesOfIds')
  return moves
}

const readChosen = (given: unknown, moves: unknown) => {
  const { ids = [] } = chosen.read({ ids: given })
  return { ids, moves: moves === null ? null : readMoves(moves, ids) }
}

const bulkBody: Body<
  { ids: readonly string[]; moves: readonly ShownMove[] | null } & ReturnType<typeof decision.read>,
  { readonly ids: readonly string[]; readonly moves?: readonly ShownMove[] | null } & NonNullable<typeof decision.given>
> = {
  schema: {
    ...decision.schema,
    properties: {
      ...chosen.properties,
      ...(decision.schema.properties as object),
      moves: {
        type: ['array', 'null'],
        maxItems: maxBulk,
        description:
          'For `move`: where each of `ids` goes, as `move` of a simulation shows it. A booking that was changed since, or whose new place is taken, stays',
        items: { type: 'object', properties: shownMove.properties, required: shownMove.required },
      },
    },
    required: [...chosen.required, 'action'],
  },
  read: ({ ids: given, moves = null, ...rest }) => {
    const { chosen: of, decided } = readAll({
      chosen: () => readChosen(given, moves),
      decided: () => decision.read(rest),
    })
    if (of.moves && decided.action !== 'move') throw invalidMember('moves', 'validation.invalid')
    return { ...of, ...decided }
  },
}

export const bulkResultSchema = shaped<BulkResult>(ref('BulkResult'))

export const bulk = defineCall({
  method: 'POST',
  path: '/bookings/bulk',
  access: writing,
  scopes: ['bookings'],
  tag,
  operationId: 'decideAboutBookings',
  summary: 'Keep, move, reassign or cancel bookings that no longer fit',
  description: `Each for itself, as its own call would. \`keep\` sets aside, with a reason, all that speaks against a booking, which takes an API key \`bookings.override\`; \`move\` takes the nearest free time, and leaves what fits where it is; \`reassign\` takes \`resourceIds\` or the first that are free.`,
  body: bulkBody,
  answer: { description: 'What became of each booking', schema: z.array(bulkResultSchema) },
})

export const live = defineCall({
  method: 'GET',
  path: '/bookings/live',
  access: reading,
  tag,
  operationId: 'followBookings',
  summary: 'Changes of bookings, as they happen',
  description:
    'Server-sent events: `event: change` with `{"resource": "bookings", "ids": […]}`, and the same for `waitlistEntries`; without ids, everything may have changed. The stream ends after ten minutes, and as soon as the caller may see less than at its beginning: connect again.',
  file: 'text/event-stream',
  answer: { description: 'Events' },
})

export const revokeLinks = defineCall({
  method: 'POST',
  path: '/bookings/{id}/revoke-links',
  access: writing,
  scopes: ['bookings'],
  tag,
  operationId: 'revokeBookingLinks',
  summary: 'End the links by which the customer manages a booking',
  description: 'Also those to confirm its hold or offer. Later mails have new ones.',
  body: fieldsBody({ reason }),
  answer: { description: 'The booking', schema: bookingRecord, headers: 'ETag' },
})

export const calendarFile = defineCall({
  method: 'GET',
  path: '/bookings/{id}/calendar.ics',
  access: reading,
  scopes: ['bookings.read'],
  tag,
  operationId: 'getBookingCalendar',
  summary: 'A booking as an iCalendar file',
  file: 'text/calendar',
  answer: { description: 'One event' },
})
