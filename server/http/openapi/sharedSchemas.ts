import { type JsonSchema, messageSchema } from '../../../src/contract'
import { problemType } from '../problem'

export const sharedSchemas = (codes: readonly string[]): Record<string, JsonSchema> => ({
  Problem: {
    type: 'object',
    description: 'A problem document (RFC 9457); some codes have more members',
    additionalProperties: true,
    properties: {
      type: { type: 'string', description: 'Where the code is explained', examples: [problemType('not_found')] },
      title: { type: 'string', description: 'The text of the status' },
      status: { type: 'integer' },
      detail: { type: 'string', description: 'One English sentence' },
      code: { type: 'string', enum: [...codes], description: 'Stable, unlike the sentences' },
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
      code: { type: 'string', enum: [...codes] },
      detail: { type: 'string' },
      errors: { type: 'object', additionalProperties: { type: 'string' } },
      message: { ...messageSchema, description: '`detail` as a key and arguments, to be translated' },
    },
    required: ['id', 'ok'],
  },
})
