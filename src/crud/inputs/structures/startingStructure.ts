import type { Fields } from '../../../schema'

export const startingStructure = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.default ?? null]))
