import * as z from 'zod'
import type { AnyField } from '../../../src/schema'
import type { JsonSchema } from '../queryParams'

export const uuidSchema: JsonSchema = { type: 'string', format: 'uuid' }

/** The JSON Schema of a field's value when it is present. */
export const fieldSchema = (field: AnyField): JsonSchema => {
  const { $schema: _, ...schema } = z.toJSONSchema(field.schema, { io: 'input', unrepresentable: 'any' })
  return schema
}
