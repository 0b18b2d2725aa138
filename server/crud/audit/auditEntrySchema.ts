import { auditActions, auditActorTypes, type JsonSchema, uuidSchema } from '../../../src/contract'

const text: JsonSchema = { type: 'string' }
const nullable = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] })

export const auditEntrySchema: JsonSchema = {
  type: 'object',
  description: 'Something that was done to the tenant’s data; nobody can change or delete it',
  properties: {
    id: uuidSchema,
    at: { type: 'string', format: 'date-time' },
    actor: {
      type: 'object',
      properties: {
        type: { type: 'string', enum: [...auditActorTypes] },
        id: nullable(uuidSchema),
        name: nullable({ ...text, description: 'As it was then' }),
      },
      required: ['type', 'id', 'name'],
    },
    action: { type: 'string', enum: [...auditActions] },
    entityType: { ...text, description: 'The name of the resource' },
    entityId: nullable(uuidSchema),
    entityLabel: nullable({ ...text, description: 'What the record was called' }),
    changes: {
      type: 'object',
      description: 'What changed, by field; both values are null where a person was forgotten',
      additionalProperties: { type: 'object', properties: { from: {}, to: {} }, required: ['from', 'to'] },
    },
    reason: nullable(text),
    via: nullable({ ...text, description: 'The action by which it was done' }),
    ip: nullable(text),
    requestId: nullable(text),
  },
  required: [
    'id',
    'at',
    'actor',
    'action',
    'entityType',
    'entityId',
    'entityLabel',
    'changes',
    'reason',
    'via',
    'ip',
    'requestId',
  ],
}
