import type { Occurrence } from '../../scheduling/series/answers'

/** Whether the own time of a date is not free. */
export const isRefused = ({ reasons }: Pick<Occurrence, 'reasons'>): boolean => reasons.length > 0

/** The dates that stand in the way of a change of a series; empty for any other error. */
export const refusedDates = (error: unknown): readonly Occurrence[] => {
  const { body } = (error ?? {}) as { body?: { code?: string; occurrences?: readonly Occurrence[] } }
  return body?.code === 'slot_unavailable' ? (body.occurrences ?? []) : []
}
