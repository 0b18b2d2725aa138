import type { HoursBlock, WeeklyHoursBlock } from '../../../schema'
import { minutesPerDay } from '../../../time/localTime'

/** Minutes of a day, `[start, end)`; beyond 1440 on the next. */
export interface Span {
  start: number
  end: number
}

export const minutesOf = (time: string): number | null => {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(time) ?? []
  const total = Number(hours) * 60 + Number(minutes)
  return Number(minutes) < 60 && total <= minutesPerDay ? total : null
}

const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Null if incomplete or empty. */
export const spanOf = ({ startTime, endTime }: HoursBlock): Span | null => {
  const start = minutesOf(startTime)
  const end = minutesOf(endTime)
  if (start === null || end === null || start === end) return null
  return { start, end: end < start ? end + minutesPerDay : end }
}

export const blockOf = ({ start, end }: Span): HoursBlock => ({
  startTime: timeOf(start),
  endTime: timeOf(end > minutesPerDay ? end - minutesPerDay : end),
})

export const previousDay = (weekday: number): number => ((weekday + 5) % 7) + 1
export const nextDay = (weekday: number): number => (weekday % 7) + 1

const without = (spans: readonly Span[], { start, end }: Span): Span[] =>
  spans.flatMap(span =>
    [
      { start: span.start, end: Math.min(span.end, start) },
      { start: Math.max(span.start, end), end: span.end },
    ].filter(part => part.start < part.end),
  )

const merged = (spans: readonly Span[]): Span[] => {
  const found: Span[] = []
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const last = found.at(-1)
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end)
    else found.push({ ...span })
  }
  return found
}

const spansOn = (blocks: readonly WeeklyHoursBlock[], weekday: number): Span[] =>
  blocks.flatMap(block => (block.dayOfWeek === weekday ? (spanOf(block) ?? []) : []))

/** The day before's hours after midnight, in this day's minutes. */
export const spillInto = (blocks: readonly WeeklyHoursBlock[], weekday: number): Span[] =>
  spansOn(blocks, previousDay(weekday))
    .filter(({ end }) => end > minutesPerDay)
    .map(({ end }) => ({ start: 0, end: end - minutesPerDay }))

export const barsOf = (blocks: readonly WeeklyHoursBlock[], weekday: number): (Span & { isSpill: boolean })[] => [
  ...spansOn(blocks, weekday).map(({ start, end }) => ({ start, end: Math.min(end, minutesPerDay), isSpill: false })),
  ...spillInto(blocks, weekday).map(span => ({ ...span, isSpill: true })),
]

const withDay = (blocks: readonly WeeklyHoursBlock[], weekday: number, spans: readonly Span[]): WeeklyHoursBlock[] =>
  [
    ...blocks.filter(({ dayOfWeek }) => dayOfWeek !== weekday),
    ...merged(spans).map(span => ({ dayOfWeek: weekday, ...blockOf(span) })),
  ].sort((a, b) => a.dayOfWeek - b.dayOfWeek || a.startTime.localeCompare(b.startTime))

/** The day before keeps the minutes that it covers. */
export const openSpan = (blocks: readonly WeeklyHoursBlock[], weekday: number, span: Span): WeeklyHoursBlock[] => {
  const added = spillInto(blocks, weekday).reduce<Span[]>(without, [span])
  return withDay(blocks, weekday, [...spansOn(blocks, weekday), ...added])
}

export const closeSpan = (blocks: readonly WeeklyHoursBlock[], weekday: number, span: Span): WeeklyHoursBlock[] => {
  const before = previousDay(weekday)
  const shifted = { start: span.start + minutesPerDay, end: span.end + minutesPerDay }
  const left = without(spansOn(blocks, before), shifted)
  // The day before's hours after the gap move to this day.
  const orphans = left
    .filter(({ start }) => start >= minutesPerDay)
    .map(({ start, end }) => ({ start: start - minutesPerDay, end: end - minutesPerDay }))
  const own = without(spansOn(blocks, weekday), span)
  const trimmed = withDay(
    blocks,
    before,
    left.filter(({ start }) => start < minutesPerDay),
  )
  return withDay(trimmed, weekday, [...own, ...orphans])
}

export const isOpenAt = (blocks: readonly WeeklyHoursBlock[], weekday: number, minute: number): boolean =>
  [...spansOn(blocks, weekday), ...spillInto(blocks, weekday)].some(({ start, end }) => start <= minute && minute < end)

export const copyDay = (
  blocks: readonly WeeklyHoursBlock[],
  from: number,
  to: readonly number[],
): WeeklyHoursBlock[] => {
  const copied = blocks.filter(({ dayOfWeek }) => dayOfWeek === from)
  return [
    ...blocks.filter(({ dayOfWeek }) => dayOfWeek === from || !to.includes(dayOfWeek)),
    ...to.filter(weekday => weekday !== from).flatMap(dayOfWeek => copied.map(block => ({ ...block, dayOfWeek }))),
  ].sort((a, b) => a.dayOfWeek - b.dayOfWeek || a.startTime.localeCompare(b.startTime))
}

/** After the last block, or a working day. */
export const nextBlock = (blocks: readonly HoursBlock[]): HoursBlock => {
  const last = Math.max(-1, ...blocks.map(block => spanOf(block)?.end ?? -1))
  if (last < 0) return { startTime: '09:00', endTime: '17:00' }
  const start = Math.min(last + 60, minutesPerDay - 60)
  return start < last ? { startTime: '', endTime: '' } : blockOf({ start, end: Math.min(start + 240, minutesPerDay) })
}
