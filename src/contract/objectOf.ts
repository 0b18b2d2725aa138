import type { JsonSchema } from './fieldSchema'

/** The JSON Schema of an object with all members required. */
export const objectOf = (properties: Record<string, JsonSchema>, description?: string): JsonSchema => ({
  type: 'object',
  ...(description && { description }),
  properties,
  required: Object.keys(properties),
})
