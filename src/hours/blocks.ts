import type { LocalDay } from '../time/localDate'
import type { Zone } from '../time/Zone'
import type { DayHours } from './DayHours'
import type { Intervals } from './Intervals'

/**
 * The blocks that begin on local days `from` to `until`, inclusive, as instants (docs/domain.md#windows). Unmerged:
 * each anchors its own grid.
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

/** A skipped hour can move a block past the next. */
function sortByStart(starts: readonly number[], ends: readonly number[]): Intervals {
  const order = starts.map((_, i) => i).sort((a, b) => (starts[a] as number) - (starts[b] as number))
  return { starts: order.map(i => starts[i] as number), ends: order.map(i => ends[i] as number) }
}
