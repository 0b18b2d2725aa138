import { type AnyResource, allFields, type Fields, inputNames } from '../../../src/schema'
import { auditEntrySchema } from '../audit/auditEntrySchema'
import type { Behaviour } from '../crud/behaviour'
import { problemStatuses } from '../problem'
import type { JsonSchema } from '../queryParams'
import { describedSchema, uuidSchema } from './fieldSchema'

const pascalCase = (label: string): string =>
  label.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** `Channel`, `CatalogItem` */
export const singularName = ({ label }: AnyResource): string => pascalCase(label[0])
/** `Channels`, `CatalogItems` */
export const pluralName = ({ label }: AnyResource): string => pascalCase(label[1])

export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

const properties = (resource: AnyResource, names: readonly string[]): Record<string, JsonSchema> => {
  const fields: Fields = allFields(resource)
  return Object.fromEntries(
    names.flatMap(name => {
      const field = fields[name]
      return field ? [[name, describedSchema(name, field)]] : []
    }),
  )
}

const recordSchema = (resource: AnyResource, { extras = {} }: Behaviour): JsonSchema => {
  const members: Record<string, JsonSchema> = {
    id: uuidSchema,
    ...(resource.scope === 'tenant' && { tenantId: uuidSchema }),
    ...properties(resource, Object.keys(allFields(resource))),
    ...Object.fromEntries(Object.entries(extras).map(([name, { schema }]) => [name, schema])),
  }
  return { type: 'object', properties: members, required: Object.keys(members) }
}

const draftSchema = (resource: AnyResource, { createExtras = {} }: Behaviour): JsonSchema => {
  const names = inputNames(resource)
  const fields: Fields = resource.fields
  // What may be given in another way is not required in this one.
  const isRequired = (name: string) => fields[name]?.presence === 'required' && Object.keys(createExtras).length === 0
  return {
    type: 'object',
    properties: { ...properties(resource, names), ...createExtras },
    required: names.filter(isRequired),
  }
}

const changesSchema = (resource: AnyResource): JsonSchema => {
  const fields: Fields = resource.fields
  const names = inputNames(resource).filter(name => !fields[name]?.immutable)
  return { type: 'object', properties: properties(resource, names) }
}

/** The components of one resource: a record, what makes one, and what changes one. */
export const resourceSchemas = (resource: AnyResource, behaviour: Behaviour): Record<string, JsonSchema> => {
  const name = singularName(resource)
  return {
    [name]: recordSchema(resource, behaviour),
    [`${name}Draft`]: draftSchema(resource, behaviour),
    [`${name}Changes`]: changesSchema(resource),
  }
}

export const messageSchema: JsonSchema = {
  type: 'object',
  properties: { key: { type: 'string' }, args: { type: 'object' } },
  required: ['key', 'args'],
}

/** What belongs to no resource. */
export const sharedSchemas: Record<string, JsonSchema> = {
  AuditEntry: auditEntrySchema,
  Problem: {
    type: 'object',
    description: 'A problem document (RFC 9457)',
    properties: {
      type: { type: 'string', const: 'about:blank' },
      title: { type: 'string', description: 'The text of the status' },
      status: { type: 'integer' },
      detail: { type: 'string', description: 'One English sentence' },
      code: { type: 'string', enum: Object.keys(problemStatuses), description: 'Stable, unlike the sentences' },
      errors: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'One English sentence per field, by its path',
      },
      messages: {
        type: 'object',
        additionalProperties: messageSchema,
        description: 'The same as keys and arguments, to be translated',
      },
      message: { ...messageSchema, description: '`detail` as a key and arguments, to be translated' },
    },
    required: ['type', 'title', 'status', 'detail', 'code'],
  },
  BulkResult: {
    type: 'object',
    description: 'What became of one record of a bulk call',
    properties: {
      id: { type: 'string' },
      ok: { type: 'boolean' },
      code: { type: 'string', enum: Object.keys(problemStatuses) },
      detail: { type: 'string' },
      errors: { type: 'object', additionalProperties: { type: 'string' } },
      message: { ...messageSchema, description: '`detail` as a key and arguments, to be translated' },
    },
    required: ['id', 'ok'],
  },
}
