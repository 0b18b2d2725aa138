import type { Occurrence } from '../../scheduling/series/answers'

/** The dates that stand in the way of a change of a series; empty for any other error. */
export const refusedDates = (error: unknown): readonly Occurrence[] => {
  const { body } = (error ?? {}) as { body?: { code?: string; occurrences?: readonly Occurrence[] } }
  return body?.code === 'slot_unavailable' ? (body.occurrences ?? []) : []
}
