import type { Fields } from '../../../schema'

/** The initial values of the fields inside a field: their defaults, or null. */
export const startingStructure = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.default ?? null]))
