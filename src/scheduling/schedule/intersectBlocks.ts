import type { Intervals } from '../intervals/Intervals'
import { DAY } from '../time/instant'

/** No block is longer than a local day, which is 25 hours at most, but for the few zones that moved the date line. */
export const LONGEST_BLOCK = 2 * DAY

/**
 * Every piece that a block of one schedule has in common with a block of another, by start; the start of each piece is
 * its anchor (domain §3.3.4). Blocks of one list may overlap, as a night's end and the next morning can.
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
