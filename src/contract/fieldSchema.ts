import * as z from 'zod/mini'
import { type AnyField, type Fields, humanize, kindOf, type Role } from '../schema'
import { schemaOf } from '../schema/validation'

/** A JSON Schema as in the OpenAPI document. */
export type JsonSchema = z.core.JSONSchema.BaseSchema

/** The JSON Schema of a UUID. */
export const uuidSchema: JsonSchema = { type: 'string', format: 'uuid' }

/** Only for input. */
const limits = ['minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'x-minimum', 'x-maximum']

export const fieldSchema = (field: AnyField): JsonSchema => {
  const { $schema: _, ...schema } = z.toJSONSchema(schemaOf(field.schema), { io: 'input', unrepresentable: 'any' })
  const { openApi } = kindOf(field)
  const whole = { ...schema, ...(typeof openApi === 'function' ? openApi(field.options as never) : openApi) }
  return field.derived ? Object.fromEntries(Object.entries(whole).filter(([name]) => !limits.includes(name))) : whole
}

export const readersText = (role: Role): string => `Only for the role ${role} or more.`

export const describedSchema = (name: string, field: AnyField): JsonSchema => {
  const schema = fieldSchema(field)
  const value = field.presence === 'optional' ? { anyOf: [schema, { type: 'null' }] } : schema
  return {
    ...value,
    title: field.label ?? humanize(name),
    ...((field.help || field.readRole) && {
      description: [field.help, field.readRole && readersText(field.readRole)].filter(Boolean).join(' '),
    }),
    ...(field.default !== undefined && { default: field.default as JsonSchema['default'] }),
  } as JsonSchema
}

/** The JSON Schema of an object with only these fields. */
export const objectSchemaOf = (fields: Fields): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, describedSchema(name, field)])),
  required: Object.entries(fields).flatMap(([name, { presence }]) => (presence === 'required' ? [name] : [])),
  additionalProperties: false,
})
