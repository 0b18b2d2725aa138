import {
  DAY,
  formatLocalDate,
  HOUR,
  isoWeekday,
  type LocalDay,
  parseLocalDate,
  periodEnd,
  periodStart,
  type Zone,
} from '../declare'
import { type CycleDimension, type Dimension, isCycle, type TimeDimension } from './dimensions'

/** Local dates; `to` is not included. */
export interface Period {
  readonly from: string
  readonly to: string
}

export interface Calendar {
  readonly zone: Zone
  /** 1 is Monday. */
  readonly weekStartsOn: number
}

export interface Bucket {
  /** Even outside the period. */
  readonly by: Readonly<Partial<Record<TimeDimension, string>>>
  /** Epoch milliseconds within the period. */
  readonly from: number
  readonly to: number
  readonly isPartial: boolean
}

export const daysOf = ({ from, to }: Period): number => parseLocalDate(to) - parseLocalDate(from)

export const instantsOf = ({ from, to }: Period, zone: Zone): { from: number; to: number } => ({
  from: zone.startOfDay(parseLocalDate(from)),
  to: zone.startOfDay(parseLocalDate(to)),
})

/** Without gaps. Each pair, such as week and month, is a bucket. */
export const bucketsOf = (
  by: readonly TimeDimension[],
  { from, to }: Period,
  { zone, weekStartsOn }: Calendar,
): Bucket[] => {
  const [first, end] = [parseLocalDate(from), parseLocalDate(to)]
  const buckets: Bucket[] = []
  for (let day = first; day < end; ) {
    const starts = by.map(name => periodStart(day, name, weekStartsOn))
    const ends = by.map((name, i) => periodEnd(starts[i] as LocalDay, name))
    const [start, next] = [Math.max(...starts), Math.min(...ends)]
    buckets.push({
      by: Object.fromEntries(by.map((name, i) => [name, formatLocalDate(starts[i] as LocalDay)])),
      from: zone.startOfDay(day),
      to: zone.startOfDay(Math.min(next, end)),
      isPartial: start < first || next > end,
    })
    day = next
  }
  return buckets
}

/** With the same keys in all cycles. */
export interface Slice {
  readonly bucket: number
  readonly by: Readonly<Partial<Record<CycleDimension, number>>>
  readonly from: number
  readonly to: number
}

export const slicesOf = (
  cycles: readonly CycleDimension[],
  buckets: readonly Pick<Bucket, 'from' | 'to'>[],
  zone: Zone,
): Slice[] => {
  if (cycles.length === 0) return buckets.map(({ from, to }, bucket) => ({ bucket, by: {}, from, to }))
  const step = cycles.includes('hour') ? HOUR : DAY
  return buckets.flatMap(({ from: first, to: end }, bucket) => {
    const slices: Slice[] = []
    for (let from = first; from < end; ) {
      const local = from + zone.offsetAt(from)
      const to = Math.min(from + step - (local % step), zone.nextChange(from), end)
      const keys = { weekday: isoWeekday(Math.floor(local / DAY)), hour: Math.floor(local / HOUR) % 24 }
      slices.push({ bucket, by: Object.fromEntries(cycles.map(name => [name, keys[name]])), from, to })
      from = to
    }
    return slices
  })
}

export type Comparison = 'previous' | 'last_year'

const partsOf = (date: string): [year: number, month: number, day: number] =>
  date.split('-').map(Number) as [number, number, number]

const isFirstOfMonth = (date: string): boolean => date.endsWith('-01')

const monthsBefore = (date: string, months: number): string => {
  const [year, month] = partsOf(date)
  return formatLocalDate(Date.UTC(year, month - 1 - months, 1) / DAY)
}

const yearBefore = (date: string): string => {
  const [year, month, day] = partsOf(date)
  return date.endsWith('-02-29') ? `${year - 1}-02-28` : formatLocalDate(Date.UTC(year - 1, month - 1, day) / DAY)
}

const daysBefore = (date: string, days: number): string => formatLocalDate(parseLocalDate(date) - days)

const both = (period: Period, shift: (date: string) => string): Period => ({
  from: shift(period.from),
  to: shift(period.to),
})

/** `last_year` keeps weekdays if rows differ by them. */
export const comparedPeriod = (period: Period, comparison: Comparison, by: readonly Dimension[]): Period => {
  const { from, to } = period
  if (comparison === 'last_year') {
    const meetsWeekdays = by.some(name => name === 'week' || isCycle(name))
    return both(period, date => (meetsWeekdays ? daysBefore(date, 364) : yearBefore(date)))
  }
  if (!isFirstOfMonth(from) || !isFirstOfMonth(to)) return both(period, date => daysBefore(date, daysOf(period)))
  const [[fromYear, fromMonth], [toYear, toMonth]] = [partsOf(from), partsOf(to)]
  const months = 12 * (toYear - fromYear) + toMonth - fromMonth
  return both(period, date => monthsBefore(date, months))
}
