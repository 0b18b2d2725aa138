import type { VisitPart } from '../../calls/visits'
import { isGone } from '../../resources/bookingActions'

export const stands = (part: Pick<VisitPart, 'status'>): boolean => !isGone(part)

type Apart = 'overlaps' | 'late' | 'soon'

/** Null for a part in its place. */
export const apartOf = (part: VisitPart, parts: readonly VisitPart[]): Apart | null => {
  const before = parts
    .filter(one => one.index !== part.index && one.guest === part.guest && stands(one))
    .filter(one => Date.parse(one.startsAt) <= Date.parse(part.startsAt))
    .sort((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt))
    .at(-1)
  if (!before || !stands(part)) return null
  if (Date.parse(before.endsAt) > Date.parse(part.startsAt)) return 'overlaps'
  if (part.waitMinutes > part.maxWaitMinutes) return 'late'
  return part.waitMinutes < part.minWaitMinutes ? 'soon' : null
}
