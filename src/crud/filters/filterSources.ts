import type { AnyField, FieldKind } from '../../schema'

/** Kinds that are filtered by a span: half-open, from ≤ x < to. */
const ranged: readonly FieldKind[] = ['localDate', 'instant']

export const isRanged = ({ kind }: Pick<AnyField, 'kind'>): boolean => ranged.includes(kind)

export const rangeSources = (name: string) => ({ from: `${name}From`, to: `${name}To` })

/** The query parameters of one filter. */
export const filterSources = (name: string, field: Pick<AnyField, 'kind'>): string[] =>
  isRanged(field) ? Object.values(rangeSources(name)) : [name]
