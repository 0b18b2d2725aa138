import { DAY, type Intervals } from '../../declare'

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
