import { CHECK_CODES } from '../../../src/scheduling'
import { uuidSchema } from '../../http/openapi/fieldSchema'
import { objectOf } from '../../http/openapi/objectOf'
import type { JsonSchema } from '../../http/queryParams'

const text: JsonSchema = { type: 'string' }
const integer: JsonSchema = { type: 'integer' }
const boolean: JsonSchema = { type: 'boolean' }
const instant: JsonSchema = { type: 'string', format: 'date-time' }
const slotStatus: JsonSchema = { type: 'string', enum: ['available', 'limited', 'full', 'unavailable'] }
const checkCode: JsonSchema = { type: 'string', enum: [...CHECK_CODES] }
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] })

export const slotSchema = objectOf({
  startsAt: instant,
  endsAt: instant,
  status: slotStatus,
  remaining: { ...integer, description: 'Units left over all resources that could take the booking' },
  maxQuantity: { ...integer, description: 'The largest quantity of one booking' },
  resourceIds: { ...list(uuidSchema), description: 'What a booking would take, by priority' },
  timeslotId: orNull(uuidSchema),
  reasons: list(objectOf({ code: checkCode, resourceId: orNull(uuidSchema) })),
})

export const slotsSchema = list(slotSchema)

export const daysSchema = list(
  objectOf({
    date: { type: 'string', format: 'date' },
    status: { ...slotStatus, description: 'The best of its slots' },
    slotCount: integer,
    firstStartsAt: orNull(instant),
  }),
)

/** What is said, for whoever says it in another language than English. */
export const saidSchema = {
  text: { ...text, description: 'In English' },
  sentence: { ...text, description: 'What it says, in no language: the code of the check and what exactly is wrong' },
  params: { type: 'object', additionalProperties: true, description: 'The values in the sentence' },
} as const satisfies Record<string, JsonSchema>

export const nextSchema = objectOf({
  slots: slotsSchema,
  reason: {
    ...orNull(objectOf({ code: checkCode, resourceIds: list(uuidSchema), count: integer, ...saidSchema })),
    description: 'Why there is none: the most frequent reason',
  },
})

export const searchSchema = objectOf({
  resources: list(objectOf({ resourceId: uuidSchema, name: text, resourceTypeId: uuidSchema, remaining: integer })),
  variants: list(
    objectOf({
      variantId: uuidSchema,
      name: text,
      catalogItemId: uuidSchema,
      catalogItemName: text,
      resourceIds: list(uuidSchema),
    }),
  ),
})

const span = { startsAt: instant, endsAt: instant }

export const utilisationSchema = list(
  objectOf({
    date: { type: 'string', format: 'date' },
    openMinutes: { type: 'number', description: 'Open time of all active resources together' },
    bookedMinutes: { type: 'number', description: 'How much of it has any booking at all' },
  }),
)

export const timelineSchema = list(
  objectOf({
    resourceId: uuidSchema,
    name: text,
    resourceTypeId: uuidSchema,
    parentResourceId: orNull(uuidSchema),
    capacity: integer,
    isActive: boolean,
    timeZone: text,
    windows: { ...list(objectOf(span)), description: 'Open hours of its schedule' },
    open: { ...list(objectOf(span)), description: 'What opening hours of rules and blackouts leave of them' },
    blackouts: list(objectOf({ ...span, ruleId: uuidSchema, name: text })),
    bookings: {
      ...list(
        objectOf({
          bookingId: uuidSchema,
          reference: orNull(text),
          ...span,
          blockedFrom: { ...instant, description: 'With the time to prepare' },
          blockedUntil: { ...instant, description: 'With the time to clean up' },
          status: { type: 'string', enum: ['held', 'pending', 'confirmed', 'completed', 'no_show'] },
          holdExpiresAt: orNull(instant),
          quantity: integer,
          variantId: uuidSchema,
          customerId: orNull(uuidSchema),
          customerName: orNull(text),
        }),
      ),
      description: 'Everything that takes capacity, not cut to the range',
    },
    timeslots: list(
      objectOf({
        timeslotId: uuidSchema,
        ...span,
        status: { type: 'string', enum: ['open', 'closed', 'cancelled'] },
        capacity: orNull(integer),
        bookedQuantity: integer,
        label: orNull(text),
      }),
    ),
    slots: { ...slotsSchema, description: 'When a variant is named: its times with this resource, free or not' },
  }),
)

const checkSchema = objectOf({
  code: checkCode,
  resourceId: { ...orNull(uuidSchema), description: 'Null for checks of the request as a whole' },
  passed: boolean,
  severity: { type: 'string', enum: ['error', 'warning'] },
  isOverridable: { ...boolean, description: 'Staff may override it with a reason' },
  ...saidSchema,
  ruleId: orNull(uuidSchema),
  ruleName: orNull(text),
  scheduleId: orNull(uuidSchema),
  bookingId: orNull(uuidSchema),
  timeslotId: orNull(uuidSchema),
  causeResourceId: orNull(uuidSchema),
  overriddenBy: orNull(objectOf({ ruleId: uuidSchema, ruleName: text })),
})

export const explanationSchema = objectOf({
  available: boolean,
  headline: { ...orNull(checkSchema), description: 'The failed check that answers why not' },
  checks: list(checkSchema),
  resources: { ...list(objectOf({ resourceId: uuidSchema, name: text })), description: 'Names of those in the checks' },
})
