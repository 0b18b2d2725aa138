import * as z from 'zod/mini'
import {
  type Body,
  choice,
  defineCall,
  described,
  fieldsBody,
  flag,
  id,
  instant,
  instantText,
  integer,
  invalidMember,
  membersFrom,
  momentParam,
  paramMembers,
  type ResourceRef,
  readAll,
  reference,
  required,
  timeZoneParam,
} from '../declare'
import { resourceIds } from '../resources/bookingActions'
import { channels } from '../resources/channels'
import { customers } from '../resources/customers'
import { variants } from '../resources/variants'
import { checkEntrySchema } from '../scheduling/answers'
import { moneySchema } from './bookings'
import { prefixed } from './prefixed'

const access = membersFrom('viewer')
const scopes = ['availability.read'] as const

const maxParts = 6
/** Of one guest, where any order will do: each of them makes the search longer. */
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
export type Part = ReturnType<typeof part.read>
type PartInput = NonNullable<typeof part.given>

interface Parts<P> {
  readonly parts: readonly P[]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const readPart = (json: unknown, index: number): Part => {
  const path = `parts.${index}`
  if (!isObject(json)) throw invalidMember(path, 'validation.invalid')
  const read = prefixed(path, () => part.read(json))
  const { minWaitMinutes: min, maxWaitMinutes: max } = read
  if (max !== null && max < min) throw invalidMember(`${path}.maxWaitMinutes`, 'validation.tooSmall', { min })
  return read
}

const readParts = (given: unknown, order: unknown): Part[] => {
  if (!Array.isArray(given) || given.length === 0) throw invalidMember('parts', 'validation.required')
  if (given.length > maxParts) throw invalidMember('parts', 'validation.tooMany', { max: maxParts })
  const readers = given.map((json: unknown, index) => [index, () => readPart(json, index)] as const)
  const parts = Object.values(readAll(Object.fromEntries(readers)))
  const isLong = parts.some(({ guest }) => parts.filter(one => one.guest === guest).length > maxInAnyOrder)
  if (order === 'any' && isLong) throw invalidMember('parts', 'validation.tooMany', { max: maxInAnyOrder })
  return parts
}

/** A body with the parts of a visit. */
const withParts = <T, I>(body: Body<T, I>): Body<T & Parts<Part>, I & Parts<PartInput>> => ({
  schema: {
    ...body.schema,
    properties: {
      parts: { type: 'array', minItems: 1, maxItems: maxParts, items: part.schema, description: 'In order' },
      ...(body.schema.properties as object),
    },
    required: ['parts', ...((body.schema.required as string[] | undefined) ?? [])],
  } as Body<T>['schema'],
  read: ({ parts: given, ...json }) => {
    const { parts, others } = readAll({
      parts: () => readParts(given, json.order),
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
  startsAt: instantText(),
  endsAt: instantText(),
  waitMinutes: described(z.int(), 'Of all guests together'),
  staffChanges: described(z.int(), 'How often a guest passes from one person to another'),
  total: moneySchema,
  parts: described(
    z.array(
      z.object({
        index: z.int(),
        guest: z.int(),
        startsAt: instantText(),
        endsAt: instantText(),
        waitMinutes: described(z.int(), 'After the guest’s part before'),
        resourceIds: z.array(id()),
        timeslotId: z.nullable(id()),
        total: moneySchema,
      }),
    ),
    'In the order of the question',
  ),
})
export type VisitSlot = z.output<typeof visitSlotSchema>

const range = paramMembers({
  from: required(momentParam('From when')),
  to: required(momentParam('Until when, excluded; at most 31 days')),
  timeZone: timeZoneParam('The zone that bare dates are read in; the tenant’s unless given'),
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
  body: withParts(timesBody),
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
            startsAt: instantText(),
            endsAt: instantText(),
            available: z.boolean(),
            checks: z.array(checkEntrySchema),
          }),
        ),
        'In the plan, or up to the part that fails, where it would follow those before it',
      ),
    }),
  },
})
