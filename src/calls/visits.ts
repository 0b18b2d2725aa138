import * as z from 'zod/mini'
import {
  auditEntry,
  type Body,
  choice,
  defineCall,
  described,
  fieldsBody,
  flag,
  instant,
  integer,
  longText,
  membersFrom,
  param,
  paramMembers,
  type ResourceRef,
  recordOf,
  reference,
  required,
} from '../declare'
import { checkGiven, checkSilent, customer, details, resourceIds } from '../resources/bookingActions'
import { notify, override, reason, unavailable } from '../resources/bookingInputs'
import { channels } from '../resources/channels'
import { customers } from '../resources/customers'
import { variants } from '../resources/variants'
import { maxParts, type VisitRecord, visits } from '../resources/visits'
import { checkEntrySchema } from '../scheduling/answers'
import { invalidMember, readAll } from './bodies'
import { maxHistory, moneySchema, withAnswers } from './bookings'
import { prefixed } from './prefixed'
import { indexesSchema, isIndexes, withMember } from './withMember'

const access = membersFrom('viewer')
const scopes = ['availability.read'] as const

/** Per guest: each lengthens the search. */
const maxInAnyOrder = 4

const partFields = {
  variantId: reference((): ResourceRef => variants, { required: true, help: 'Of a fixed or flexible length.' }),
  quantity: integer({ min: 1, max: 10_000, help: 'The variant’s least unless given.' }),
  durationMinutes: integer({ min: 1, max: 1440, help: 'For variants without a length of their own.' }),
  resourceIds,
  guest: integer({ default: 0, min: 0, max: 5, help: 'Whose part it is: guests are served side by side.' }),
  minWaitMinutes: integer({ default: 0, min: 0, max: 60, help: 'At least so long after the guest’s part before.' }),
  maxWaitMinutes: integer({ min: 0, max: 60, help: 'At most so long after it; as the tenant says unless given.' }),
  startsAt: instant({ help: 'Pinned: then and at no other time.' }),
}
const part = fieldsBody(partFields)
const bookedPart = withAnswers(fieldsBody({ ...partFields, total: details.total }))
export type Part = ReturnType<typeof part.read>

interface Parts<P> {
  readonly parts: readonly P[]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const requireWaits = ({ minWaitMinutes: min, maxWaitMinutes: max }: Part, path: string): void => {
  if (max !== null && max < min) throw invalidMember(`${path}maxWaitMinutes`, 'validation.tooSmall', { min })
}

const readPart = <P extends Part>(of: Body<P>, json: unknown, index: number): P => {
  const path = `parts.${index}`
  if (!isObject(json)) throw invalidMember(path, 'validation.invalid')
  const read = prefixed(path, () => of.read(json))
  requireWaits(read, `${path}.`)
  return read
}

const readParts = <P extends Part>(of: Body<P>, given: unknown, order: unknown): P[] => {
  if (!Array.isArray(given) || given.length === 0) throw invalidMember('parts', 'validation.required')
  if (given.length > maxParts) throw invalidMember('parts', 'validation.tooMany', { max: maxParts })
  const readers = given.map((json: unknown, index) => [index, () => readPart(of, json, index)] as const)
  const parts = Object.values(readAll(Object.fromEntries(readers)))
  const isLong = parts.some(({ guest }) => parts.filter(one => one.guest === guest).length > maxInAnyOrder)
  if (order === 'any' && isLong) throw invalidMember('parts', 'validation.tooMany', { max: maxInAnyOrder })
  return parts
}

const withParts = <T, I, P extends Part, PI>(body: Body<T, I>, of: Body<P, PI>): Body<T & Parts<P>, I & Parts<PI>> => ({
  schema: {
    ...body.schema,
    properties: {
      parts: { type: 'array', minItems: 1, maxItems: maxParts, items: of.schema, description: 'In order' },
      ...(body.schema.properties as object),
    },
    required: ['parts', ...((body.schema.required as string[] | undefined) ?? [])],
  } as Body<T>['schema'],
  read: ({ parts: given, ...json }) => {
    const { parts, others } = readAll({
      parts: () => readParts(of, given, json.order),
      others: () => body.read(json),
    })
    return { ...others, parts }
  },
})

const asked = {
  channelId: reference((): ResourceRef => channels, { help: 'The back office’s unless given.' }),
  order: choice(['fixed', 'any'], {
    default: 'fixed',
    help: 'Whether the parts of a guest come as listed, or in whatever order is best.',
  }),
  sameStaff: flag({ help: 'One person is in all of a guest’s parts that take a person.' }),
}

export const visitSlotSchema = z.object({
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  waitMinutes: described(z.int(), 'Of all guests together'),
  staffChanges: described(z.int(), 'How often a guest passes from one person to another'),
  total: moneySchema,
  parts: described(
    z.array(
      z.object({
        index: z.int(),
        guest: z.int(),
        startsAt: z.iso.datetime(),
        endsAt: z.iso.datetime(),
        waitMinutes: described(z.int(), 'After the guest’s part before'),
        resourceIds: z.array(z.uuid()),
        timeslotId: z.nullable(z.uuid()),
        total: moneySchema,
      }),
    ),
    'In the order of the question',
  ),
})
export type VisitSlot = z.output<typeof visitSlotSchema>

const range = paramMembers({
  from: required(param('moment', 'From when')),
  to: required(param('moment', 'Until when, excluded; at most 31 days')),
  timeZone: param('timeZone', 'The zone that bare dates are read in; the tenant’s unless given'),
})
const question = fieldsBody(asked)

type Range = ReturnType<typeof range.read>
type RangeInput = { readonly from: string; readonly to: string; readonly timeZone?: string | null }

const timesBody: Body<Range & ReturnType<typeof question.read>, RangeInput & NonNullable<typeof question.given>> = {
  schema: {
    ...question.schema,
    properties: { ...range.properties, ...(question.schema.properties as object) },
    required: range.required,
  },
  read: ({ from, to, timeZone, ...json }) => {
    const { span, others } = readAll({
      span: () => range.read({ from, to, timeZone }),
      others: () => question.read(json),
    })
    return { ...span, ...others }
  },
}

export const times = defineCall({
  method: 'POST',
  path: '/availability/visits',
  access,
  scopes,
  tag: 'Availability',
  operationId: 'listVisitSlots',
  summary: 'The times at which several variants can be booked together',
  description:
    'Answers 422 at `parts` if they can be combined in too many ways: name people, shorten the range, or ask for fewer parts.',
  body: withParts(timesBody, part),
  answer: {
    description: 'The best plan of each start in the range, in order',
    schema: z.object({ slots: z.array(visitSlotSchema) }),
  },
})

export const explain = defineCall({
  method: 'POST',
  path: '/availability/visits/explain',
  access,
  scopes,
  tag: 'Availability',
  operationId: 'explainVisit',
  summary: 'Why several variants can be booked together at a time, or why not',
  body: withParts(
    fieldsBody({
      ...asked,
      startsAt: instant({ required: true }),
      customerId: reference((): ResourceRef => customers, { help: 'For checks of the customer.' }),
    }),
    part,
  ),
  answer: {
    description: 'Every check of every part',
    schema: z.object({
      available: z.boolean(),
      plan: z.nullable(visitSlotSchema),
      failedPart: described(z.nullable(z.int()), 'The first part up to which there is no plan'),
      headline: described(z.nullable(checkEntrySchema), 'The failed check that answers why not'),
      parts: described(
        z.array(
          z.object({
            index: z.int(),
            startsAt: z.iso.datetime(),
            endsAt: z.iso.datetime(),
            available: z.boolean(),
            checks: z.array(checkEntrySchema),
          }),
        ),
        'In the plan, or up to the part that fails, where it would follow those before it',
      ),
    }),
  },
})

export const visitPartSchema = z.object({
  index: described(z.int(), 'Its place in the request, for ever'),
  guest: z.int(),
  bookingId: z.uuid(),
  variantId: z.uuid(),
  title: z.string(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  status: z.string(),
  waitMinutes: described(z.int(), 'After the guest’s part before that stands'),
  minWaitMinutes: z.int(),
  maxWaitMinutes: z.int(),
  quantity: z.int(),
  resourceIds: z.array(z.uuid()),
  resources: z.array(z.object({ resourceId: z.uuid(), name: z.string() })),
  total: moneySchema,
})
export type VisitPart = z.output<typeof visitPartSchema>

export type Visit = VisitRecord & {
  order: 'fixed' | 'any'
  /** Without cancelled parts. */
  total: z.output<typeof moneySchema>
  /** Null in lists. */
  parts: readonly VisitPart[] | null
}

const visitRecord = recordOf<typeof visits, Visit>(visits)
const tag = 'Bookings'
const writing = membersFrom('staff')
const answer = { description: 'The visit', schema: visitRecord, headers: 'ETag' as const }

export const create = defineCall({
  method: 'POST',
  path: '/bookings/visits',
  access: writing,
  scopes: ['bookings'],
  tag,
  operationId: 'createVisit',
  summary: 'Book several variants together, or hold their places',
  description: `All parts, or none. With \`dryRun\`, 200 with the plan. ${unavailable} \`part\` is the first for which there is no plan.`,
  body: withParts(
    fieldsBody(
      {
        ...asked,
        startsAt: instant({ required: true }),
        ...customer,
        notes: details.notes,
        internalNotes: details.internalNotes,
        sendsReminders: flag({ help: 'By mail; as `notify` unless set.' }),
        paymentStatus: choice(['not_required', 'unpaid', 'paid', 'refunded'], { help: 'Follows from the totals.' }),
        hold: flag({ help: 'Keep the places for some minutes; the customer may follow.' }),
        override,
        reason,
        notify,
        dryRun: flag({ help: 'Book nothing, and answer the plan.' }),
      },
      given => (given.hold ? checkSilent(given) : checkGiven(given)),
    ),
    bookedPart,
  ),
  answer: { ...answer, status: 201, description: 'The new visit' },
  otherwise: {
    status: 200,
    description: 'With `dryRun`: what it would be',
    schema: z.object({
      id: z.null(),
      reference: z.null(),
      status: z.enum(['held', 'pending', 'confirmed']),
      ...visitSlotSchema.shape,
    }),
  },
})

const addBody = withAnswers(
  fieldsBody(
    {
      ...partFields,
      total: details.total,
      override,
      reason,
      notify,
      dryRun: flag({ help: 'Book nothing, and answer the plan.' }),
    },
    checkGiven,
  ),
)

export const addPart = defineCall({
  method: 'POST',
  path: '/bookings/visits/{id}/parts',
  access: writing,
  scopes: ['bookings'],
  tag,
  operationId: 'addVisitPart',
  summary: 'Book one more part of a visit',
  description: `After the last part of its guest that stands; a new guest begins with the visit. The others stay. With \`dryRun\`, 200 with the plan. ${unavailable} There are no alternatives.`,
  body: {
    ...addBody,
    read: json => {
      const read = addBody.read(json)
      requireWaits(read, '')
      return read
    },
  } satisfies typeof addBody,
  answer: { ...answer, status: 201 },
  otherwise: { status: 200, description: 'With `dryRun`: where it would be', schema: visitSlotSchema },
})

export const get = defineCall({
  method: 'GET',
  path: '/bookings/visits/{id}',
  access,
  scopes: ['bookings.read'],
  tag,
  operationId: 'getVisit',
  summary: 'One visit with its parts',
  answer,
})

const changes = fieldsBody({
  customerId: reference((): ResourceRef => customers),
  notes: longText({ max: 5000 }),
  internalNotes: longText({ max: 5000 }),
  sendsReminders: flag({ help: 'By mail, before it begins.' }),
  paymentStatus: choice(['not_required', 'unpaid', 'paid', 'refunded']),
})

/** Tells an omitted field from an emptied one. */
const changesBody: Body<Partial<ReturnType<typeof changes.read>>, NonNullable<typeof changes.given>> = {
  schema: changes.schema,
  read: json => Object.fromEntries(Object.entries(changes.read(json)).filter(([name]) => Object.hasOwn(json, name))),
}

export const update = defineCall({
  method: 'PATCH',
  path: '/bookings/visits/{id}',
  access: writing,
  scopes: ['bookings'],
  tag,
  operationId: 'updateVisit',
  summary: 'Change customer, notes or payment of a visit and of its parts',
  headers: 'If-Match',
  body: changesBody,
  answer,
})

export const remove = defineCall({
  method: 'DELETE',
  path: '/bookings/visits/{id}',
  access: writing,
  tag,
  operationId: 'deleteVisit',
  summary: 'Delete a visit that is on hold',
  description: 'Anything else is cancelled instead.',
  headers: 'If-Match',
  answer: { status: 204, description: 'It is gone' },
})

export const history = defineCall({
  method: 'GET',
  path: '/bookings/visits/{id}/history',
  access,
  scopes: ['bookings.read'],
  tag,
  operationId: 'getVisitHistory',
  summary: 'What happened to a visit, newest first',
  answer: {
    description: `At most ${maxHistory} entries of the audit log`,
    schema: z.object({ entries: z.array(auditEntry) }),
  },
})

export const calendarFile = defineCall({
  method: 'GET',
  path: '/bookings/visits/{id}/calendar.ics',
  access,
  scopes: ['bookings.read'],
  tag,
  operationId: 'getVisitCalendar',
  summary: 'A visit as an iCalendar file',
  file: 'text/calendar',
  answer: { description: 'One event' },
})

const readIndexes = (given: unknown): number[] | null => {
  if (given !== null && !(isIndexes(given, maxParts) && given.length > 0))
    throw invalidMember('parts', 'validation.invalid')
  return given
}

export const withPartIndexes = withMember(
  'parts',
  indexesSchema(maxParts, 'The indexes of the parts that are meant; all unless given'),
  readIndexes,
)

type PartAnswers = (Record<string, unknown> | null)[]

const readPartAnswers = (given: unknown): PartAnswers => {
  if (given === null) return []
  const isList = Array.isArray(given) && given.length <= maxParts
  if (!isList || !given.every(one => one === null || isObject(one)))
    throw invalidMember('partAnswers', 'validation.invalid')
  return given
}

export const withPartAnswers = withMember(
  'partAnswers',
  {
    type: ['array', 'null'],
    maxItems: maxParts,
    items: { type: ['object', 'null'] },
    description: 'To the questions of each part’s item, by index',
  },
  readPartAnswers,
)
