import { DAY, MINUTE, periodEnd, periodStart, zoneOf } from '../../declare'
import type { Snapshot, VariantInput } from '../snapshot'

/** Epoch milliseconds. */
export interface NeededSpan {
  from: number
  to: number
}

/** Covers lengths, buffers, gaps, and whole local periods for limits and the least booked resource. */
export function neededSpan(
  { tenant, schedules, rules = [], variants }: Pick<Snapshot, 'tenant' | 'schedules' | 'rules' | 'variants'>,
  { from, to, durationMinutes }: { from: number; to: number; durationMinutes?: number | undefined },
): NeededSpan {
  const most = (values: readonly number[]) => Math.max(0, ...values) * MINUTE
  const buffers = rules.filter(rule => rule.ruleType === 'buffer').map(({ parameters }) => parameters)
  const gap = most(rules.filter(rule => rule.ruleType === 'min_gap').map(({ parameters }) => parameters.minutes))
  const before = most([...variants, ...buffers].map(one => beforeOf(one)))
  const after = most([...variants, ...buffers].map(one => afterOf(one)))
  const length = most([durationMinutes ?? 0, ...variants.map(variant => longest(variant, durationMinutes))])
  let low = from - before - gap
  let high = to + length + after + gap

  const limits = rules.filter(rule => rule.ruleType === 'booking_limit').map(({ parameters }) => parameters)
  const own = zoneOf(tenant.timeZone)
  const zones = new Set([own, ...schedules.map(({ timeZone }) => zoneOf(timeZone))])
  const periods = limits.flatMap(({ period }) => [...zones].map(zone => ({ period, zone })))
  if (variants.some(({ allocation }) => allocation === 'least_booked' || allocation === 'weighted'))
    periods.push({ period: 'week', zone: own })
  for (const { period, zone } of periods) {
    const first = periodStart(zone.dayOf(from), period, tenant.weekStartsOn ?? 1)
    const last = periodStart(zone.dayOf(to), period, tenant.weekStartsOn ?? 1)
    low = Math.min(low, zone.startOfDay(first))
    high = Math.max(high, zone.startOfDay(periodEnd(last, period)))
  }
  return { from: low, to: high }
}

const beforeOf = (one: { bufferBeforeMinutes?: number; beforeMinutes?: number }): number =>
  one.bufferBeforeMinutes ?? one.beforeMinutes ?? 0

const afterOf = (one: { bufferAfterMinutes?: number; afterMinutes?: number }): number =>
  one.bufferAfterMinutes ?? one.afterMinutes ?? 0

/** Minutes. A day may have 25 hours. */
function longest(variant: VariantInput, requested: number | undefined): number {
  if (variant.durationType === 'flexible') return requested ?? variant.minDurationMinutes ?? 60
  if (variant.durationType !== 'daily') return variant.durationMinutes ?? 60
  return (requested ?? (variant.minDays ?? 1) * (DAY / MINUTE)) + (2 * DAY) / MINUTE
}
