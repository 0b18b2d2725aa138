import { DAY } from '../time/instant'
import type { LocalDay } from '../time/localDate'
import type { Zone } from '../time/Zone'
import type { DayHours } from './DayHours'
import type { Intervals } from './Intervals'

/**
 * The blocks that begin on local days `from` to `until`, inclusive, as instants by start (docs/domain.md#windows).
 * Unmerged, since each anchors its own grid of starts. Without skipped dates and blocks emptied by a clock change.
 */
export function hoursToIntervals(hours: DayHours, zone: Zone, from: LocalDay, until: LocalDay): Intervals {
  const starts: number[] = []
  const ends: number[] = []
  let isSorted = true
  for (let day = Math.max(from, hours.firstDay); day <= until && day <= hours.lastDay; day++) {
    const blocks = hours.blocksOn(day)
    if (blocks.length === 0 || zone.skips(day)) continue
    for (const block of blocks) {
      const start = zone.at(day, block.start)
      const end = zone.at(day, block.end)
      if (end <= start) continue
      if (starts.length > 0 && start < (starts[starts.length - 1] as number)) isSorted = false
      starts.push(start)
      ends.push(end)
    }
  }
  return isSorted ? { starts, ends } : sortByStart(starts, ends)
}

/** A skipped hour can move a block's start past the next one's. */
function sortByStart(starts: readonly number[], ends: readonly number[]): Intervals {
  const order = starts.map((_, i) => i).sort((a, b) => (starts[a] as number) - (starts[b] as number))
  return { starts: order.map(i => starts[i] as number), ends: order.map(i => ends[i] as number) }
}

/** Milliseconds above any block's. A local day has at most 25 hours, except where a zone crossed the date line. */
export const LONGEST_BLOCK = 2 * DAY

/**
 * All overlaps between blocks of two sets, by start, which is each one's anchor (docs/domain.md#windows). Blocks of
 * one list may overlap, such as a night's end and the next morning.
 */
export function intersectBlocks(a: Intervals, b: Intervals): Intervals {
  const pieces: [number, number][] = []
  let first = 0
  for (let i = 0; i < a.starts.length; i++) {
    const start = a.starts[i] as number
    const end = a.ends[i] as number
    while (first < b.starts.length && (b.starts[first] as number) <= start - LONGEST_BLOCK) first++
    for (let j = first; j < b.starts.length && (b.starts[j] as number) < end; j++) {
      const from = Math.max(start, b.starts[j] as number)
      const until = Math.min(end, b.ends[j] as number)
      if (from < until) pieces.push([from, until])
    }
  }
  pieces.sort((x, y) => x[0] - y[0])
  return { starts: pieces.map(piece => piece[0]), ends: pieces.map(piece => piece[1]) }
}
