import type { Occurrence } from '../../scheduling/series/answers'

export const isRefused = ({ reasons }: Pick<Occurrence, 'reasons'>): boolean => reasons.length > 0

/** Empty for other errors. */
export const refusedDates = (error: unknown): readonly Occurrence[] => {
  const { body } = (error ?? {}) as { body?: { code?: string; occurrences?: readonly Occurrence[] } }
  return body?.code === 'slot_unavailable' ? (body.occurrences ?? []) : []
}
