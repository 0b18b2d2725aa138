import type { Zone } from './Zone'

/** Whether the wall-clock time occurs twice that day. */
export function isRepeatedTime(zone: Zone, instant: number): boolean {
  const local = instant + zone.offsetAt(instant)
  const first = zone.localToInstant(local)
  if (first !== instant) return true
  const change = zone.nextChange(instant)
  if (change === Number.POSITIVE_INFINITY) return false
  const back = zone.offsetAt(instant) - zone.offsetAt(change)
  return back > 0 && instant >= change - back
}
