import { DAY } from '../../../../src/declare'
import {
  formatRecurrence,
  type Recurrence,
  readStoredRule,
  shiftRecurrence,
} from '../../../../src/scheduling/series/recurrence'
import type { Segment, SeriesDate } from './seriesState'

const ruleOf = ({ rrule }: Segment): Recurrence => readStoredRule(rrule)

export const lastSegment = (segments: readonly Segment[]): { segment: Segment; rule: Recurrence } => {
  const segment = segments.at(-1)
  if (!segment) throw new Error('A series has a rule.')
  return { segment, rule: ruleOf(segment) }
}

export const isMonthlyFrom = (segments: readonly Segment[], index: number): boolean =>
  segments.some((segment, i) => (segments[i + 1]?.from ?? Infinity) > index && ruleOf(segment).freq === 'MONTHLY')

export const movedSegments = (
  segments: readonly Segment[],
  dates: readonly SeriesDate[],
  { from, days }: { from: number; days: number },
): Segment[] =>
  segments.flatMap((segment, i): Segment[] => {
    const end = segments[i + 1]?.from ?? dates.length
    if (end <= from) return [segment]
    const rule = ruleOf(segment)
    const begins = Math.max(segment.from, from)
    const { startsAt, endsAt } = dates[begins] ?? segment
    const count = rule.count === null ? null : rule.count - (begins - segment.from)
    const moved = { from: begins, startsAt, endsAt, rrule: formatRecurrence(shiftRecurrence({ ...rule, count }, days)) }
    if (begins === segment.from) return [moved]
    const head = { ...rule, until: null, count: begins - segment.from }
    return [{ ...segment, rrule: formatRecurrence(head) }, moved]
  })

/** @param end the new last date (`YYYY-MM-DD`) */
export const extendedSegments = (segments: readonly Segment[], dateCount: number, end: string): Segment[] => {
  const { segment, rule } = lastSegment(segments)
  const longer =
    rule.count === null
      ? { ...rule, until: { day: Date.parse(`${end}T00:00:00Z`) / DAY } }
      : { ...rule, count: dateCount - segment.from }
  return [...segments.slice(0, -1), { ...segment, rrule: formatRecurrence(longer) }]
}
