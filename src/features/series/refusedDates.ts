import type { Occurrence } from '../../scheduling/series/answers'

export const isRefused = ({ reasons }: Pick<Occurrence, 'reasons'>): boolean => reasons.length > 0

/** The dates that block a change; empty for any other error. */
export const refusedDates = (error: unknown): readonly Occurrence[] => {
  const { body } = (error ?? {}) as { body?: { code?: string; occurrences?: readonly Occurrence[] } }
  return body?.code === 'slot_unavailable' ? (body.occurrences ?? []) : []
}
