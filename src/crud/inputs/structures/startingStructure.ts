import type { Fields } from '../../../schema'

/** The values that the fields inside a field begin with: their defaults, or null. */
export const startingStructure = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.default ?? null]))
