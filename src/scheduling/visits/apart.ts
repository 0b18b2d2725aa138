import { MINUTE } from '../../declare'

/** Epoch milliseconds. */
export interface PlacedTime {
  readonly index: number
  readonly startsAt: number
  readonly endsAt: number
  readonly minWaitMinutes: number
  readonly maxWaitMinutes: number
}

const keepsWait = (before: PlacedTime, { startsAt, minWaitMinutes, maxWaitMinutes }: PlacedTime): boolean => {
  const wait = (startsAt - before.endsAt) / MINUTE
  return minWaitMinutes <= wait && wait <= maxWaitMinutes
}

const overlaps = (one: PlacedTime, other: PlacedTime): boolean =>
  one.startsAt < other.endsAt && other.startsAt < one.endsAt

export const overlapsAny = (part: PlacedTime, others: readonly PlacedTime[]): boolean =>
  others.some(other => overlaps(part, other))

/** Among the guest's standing parts. */
export interface PartInLine {
  readonly part: PlacedTime
  readonly others: readonly PlacedTime[]
  readonly isAnyOrder: boolean
}

/** By itself. */
export const keepsPlace = ({ part, others, isAnyOrder }: PartInLine, startsAt: number, endsAt: number): boolean =>
  !standsApart({ ...part, startsAt, endsAt }, others, { isAnyOrder })

/**
 * A part overlaps others of its guest, leaves its place, or breaks the waits beside it
 * (docs/domain.md#a-visit-as-a-whole).
 */
export function standsApart(
  part: PlacedTime,
  others: readonly PlacedTime[],
  { isAnyOrder }: { isAnyOrder: boolean },
): boolean {
  if (overlapsAny(part, others)) return true
  const inTime = [...others, part].sort((one, other) => one.startsAt - other.startsAt)
  const place = inTime.indexOf(part)
  const [before, after] = [inTime[place - 1], inTime[place + 1]]
  if (!isAnyOrder && inTime.some((one, i) => one !== part && one.index < part.index !== i < place)) return true
  return (before !== undefined && !keepsWait(before, part)) || (after !== undefined && !keepsWait(part, after))
}
