import type { JsonSchema } from './fieldSchema'

/** All members are required. */
export const objectOf = (properties: Record<string, JsonSchema>, description?: string): JsonSchema => ({
  type: 'object',
  ...(description && { description }),
  properties,
  required: Object.keys(properties),
})
