import type { RaRecord } from 'ra-core'
import type { LocalDay } from '../../time/localDate'

export interface Entry {
  record: RaRecord
  first: LocalDay
  /** Included; infinite without an end. */
  last: LocalDay
}

export interface Bar extends Entry {
  /** 0 to 6. */
  column: number
  days: number
  lane: number
}

/** In lanes without shared days. `entries` are by start. */
export const barsOf = (monday: LocalDay, entries: readonly Entry[]): Bar[] => {
  const ends: LocalDay[] = []
  return entries
    .filter(({ first, last }) => first < monday + 7 && last >= monday)
    .toSorted(
      (a, b) =>
        Math.max(a.first, monday) - Math.max(b.first, monday) || Number(b.last > b.first) - Number(a.last > a.first),
    )
    .map(entry => {
      const from = Math.max(entry.first, monday)
      const until = Math.min(entry.last, monday + 6)
      const free = ends.findIndex(end => end < from)
      const lane = free < 0 ? ends.length : free
      ends[lane] = until
      return { ...entry, column: from - monday, days: until - from + 1, lane }
    })
}

/** All lanes, or one fewer than lines for “+2 more”. */
export const lanesShown = (bars: readonly Bar[], lines: number): number => {
  const lanes = Math.max(0, ...bars.map(({ lane }) => lane + 1))
  return lanes > lines ? lines - 1 : lanes
}
