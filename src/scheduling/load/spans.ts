import type { Phase } from '../../resources/phases'

/** Minutes from the booking's start, `[from, until)`, in order and apart. */
export type SpanMinutes = readonly (readonly [from: number, until: number])[]

/** Undefined if the booking takes this type throughout (docs/domain.md#phases). */
export function spanMinutesOf(phases: readonly Phase[], resourceTypeId: string): SpanMinutes | undefined {
  const spans: [number, number][] = []
  let from = 0
  let isFreed = false
  for (const { minutes, frees } of phases) {
    const until = from + minutes
    const last = spans.at(-1)
    if (frees.includes(resourceTypeId)) isFreed = true
    else if (last?.[1] === from) last[1] = until
    else spans.push([from, until])
    from = until
  }
  return isFreed ? spans : undefined
}

export function lengthOfPhases(phases: readonly Phase[]): number {
  return phases.reduce((sum, { minutes }) => sum + minutes, 0)
}
