import type { Span } from '../answers'

interface OpenAndBooked {
  open: readonly Span[]
  bookings: readonly { spans: readonly Span[] }[]
}

/** Milliseconds. */
export interface Utilization {
  open: number
  booked: number
}

type Range = readonly [from: number, to: number]

const rangesOf = (spans: readonly Span[]): Range[] =>
  spans.map(({ startsAt, endsAt }) => [Date.parse(startsAt), Date.parse(endsAt)] as const)

const merged = (ranges: readonly Range[]): Range[] => {
  const result: [number, number][] = []
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else result.push([from, to])
  }
  return result
}

const shared = ([from, to]: Range, [start, end]: Range): number =>
  Math.max(0, Math.min(to, end) - Math.max(from, start))

/** One guest occupies a room, whatever the quantity. */
export const utilizationOf = (lines: readonly OpenAndBooked[], from: number, to: number): Utilization => {
  const result = { open: 0, booked: 0 }
  for (const line of lines) {
    const booked = merged(rangesOf(line.bookings.flatMap(({ spans }) => spans)))
    for (const [start, end] of merged(rangesOf(line.open))) {
      const open: Range = [Math.max(start, from), Math.min(end, to)]
      if (open[1] <= open[0]) continue
      result.open += open[1] - open[0]
      for (const range of booked) result.booked += shared(open, range)
    }
  }
  return result
}
