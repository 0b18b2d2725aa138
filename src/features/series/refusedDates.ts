import type { Occurrence } from '../../scheduling/series/answers'

/** Whether a date's own time is refused. */
export const isRefused = ({ reasons }: Pick<Occurrence, 'reasons'>): boolean => reasons.length > 0

/** The dates that block a change of a series; empty for any other error. */
export const refusedDates = (error: unknown): readonly Occurrence[] => {
  const { body } = (error ?? {}) as { body?: { code?: string; occurrences?: readonly Occurrence[] } }
  return body?.code === 'slot_unavailable' ? (body.occurrences ?? []) : []
}
