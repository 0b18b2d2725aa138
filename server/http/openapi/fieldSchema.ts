import * as z from 'zod'
import { type AnyField, type Fields, humanize } from '../../../src/schema'
import type { JsonSchema } from '../queryParams'

export const uuidSchema: JsonSchema = { type: 'string', format: 'uuid' }

/** The JSON Schema of a field's value when it is present. */
export const fieldSchema = (field: AnyField): JsonSchema => {
  const { $schema: _, ...schema } = z.toJSONSchema(field.schema, { io: 'input', unrepresentable: 'any' })
  return schema
}

/** The JSON Schema of a field in an object: with its label, its help, and null where it may be empty. */
export const describedSchema = (name: string, field: AnyField): JsonSchema => {
  const schema = fieldSchema(field)
  const value = field.presence === 'optional' ? { anyOf: [schema, { type: 'null' }] } : schema
  return {
    ...value,
    title: field.label ?? humanize(name),
    ...(field.help && { description: field.help }),
    ...(field.default !== undefined && { default: field.default as JsonSchema['default'] }),
  } as JsonSchema
}

/** The JSON Schema of an object with these fields and no others. */
export const objectSchemaOf = (fields: Fields): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, describedSchema(name, field)])),
  required: Object.entries(fields).flatMap(([name, { presence }]) => (presence === 'required' ? [name] : [])),
  additionalProperties: false,
})
