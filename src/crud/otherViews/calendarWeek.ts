import type { RaRecord } from 'ra-core'
import type { LocalDay } from '../../time/localDate'

export interface Entry {
  record: RaRecord
  first: LocalDay
  /** Included; infinite without an end. */
  last: LocalDay
}

/** A part of an entry in one week. */
export interface Bar extends Entry {
  /** 0 to 6. */
  column: number
  days: number
  /** From 0, the topmost. */
  lane: number
}

/** Lays a week's entries in lanes, so that no two of one lane share a day. `entries` are in the order of their starts. */
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

/** The number of lanes shown: all, or one less than there are lines, to leave a line for “+2 more”. */
export const lanesShown = (bars: readonly Bar[], lines: number): number => {
  const lanes = Math.max(0, ...bars.map(({ lane }) => lane + 1))
  return lanes > lines ? lines - 1 : lanes
}
