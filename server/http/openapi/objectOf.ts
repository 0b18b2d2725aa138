import type { JsonSchema } from '../queryParams'

/** An object that always has all of these. */
export const objectOf = (properties: Record<string, JsonSchema>, description?: string): JsonSchema => ({
  type: 'object',
  ...(description && { description }),
  properties,
  required: Object.keys(properties),
})
