import { CHECK_CODES } from '../../../src/scheduling'
import { uuidSchema } from '../../http/openapi/fieldSchema'
import { objectOf } from '../../http/openapi/objectOf'
import type { JsonSchema } from '../../http/queryParams'
import { saidSchema } from '../availability/schemas'

const text: JsonSchema = { type: 'string' }
const boolean: JsonSchema = { type: 'boolean' }
const instant: JsonSchema = { type: 'string', format: 'date-time' }
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] })
const money = objectOf({ amount: { type: 'integer', description: 'Minor units' }, currency: text })

const reasonSchema = objectOf({
  code: { type: 'string', enum: [...CHECK_CODES] },
  ...saidSchema,
  resourceId: orNull(uuidSchema),
  ruleId: orNull(uuidSchema),
  ruleName: orNull(text),
  isOverridable: { ...boolean, description: 'Staff may override it with a reason' },
})

export const quoteSchema = objectOf({
  available: boolean,
  isOverridable: { ...boolean, description: 'It is not available, and staff may book it all the same with a reason' },
  startsAt: instant,
  endsAt: instant,
  timeZone: text,
  timeslotId: orNull(uuidSchema),
  price: money,
  total: money,
  resourceIds: list(uuidSchema),
  resources: list(objectOf({ id: uuidSchema, name: text })),
  requiresApproval: boolean,
  holdMinutes: { type: 'integer', description: 'How long a hold would last' },
  warnings: list(reasonSchema),
  reasons: list(reasonSchema),
  alternativeResourceIds: { ...list(uuidSchema), description: 'Free instead of pinned ones that are not' },
})
