import { MINUTE, periodEnd, periodStart, type Zone } from '../../declare'
import { SortedCursor } from '../intervals/cursors'
import { StepFunction } from '../intervals/StepFunction'
import { isValidOn } from '../rules/resolveRules'
import type { RuleInput } from '../snapshot'
import type { Load, Taking } from './Load'

/** 1, minutes without buffers, or the quantity. */
export function limitUnits(rule: RuleInput<'booking_limit'>, start: number, end: number, quantity: number): number {
  const { measure = 'bookings' } = rule.parameters
  if (measure === 'minutes') return (end - start) / MINUTE
  return measure === 'quantity' ? quantity : 1
}

type Period = RuleInput<'booking_limit'>['parameters']['period']

export class Periods {
  private readonly period: Period
  private readonly zone: Zone
  private readonly weekStartsOn: number
  private bounds: readonly number[] = []

  constructor(period: Period, zone: Zone, weekStartsOn: number) {
    this.period = period
    this.zone = zone
    this.weekStartsOn = weekStartsOn
  }

  /** Epoch ms, from `first`'s period to the one after `last`'s, or more. */
  around(first: number, last: number): readonly number[] {
    const { period, zone, bounds } = this
    const [begin = first, end = last] = [bounds[0], bounds.at(-1)]
    if (bounds.length > 0 && begin <= first && last < end) return bounds
    const until = Math.max(last, end)
    const found: number[] = []
    let day = periodStart(zone.dayOf(Math.min(first, begin)), period, this.weekStartsOn)
    for (; found.length === 0 || (found.at(-1) as number) <= until; day = periodEnd(day, period))
      found.push(zone.startOfDay(day))
    this.bounds = found
    return found
  }
}

/** In the period of its start (docs/domain.md#rule-types). The load must contain each booking once. */
export function usageByPeriod(
  rule: RuleInput<'booking_limit'>,
  { blockedStarts, blockedEnds, takings }: Load,
  zone: Zone,
  periods: Periods,
): StepFunction {
  const [first] = blockedStarts
  if (first === undefined) return new StepFunction(0, [], [])
  const bounds = periods.around(
    first,
    blockedEnds.reduce((one, other) => Math.max(one, other)),
  )
  const used = bounds.map(() => 0)
  const cursor = new SortedCursor(bounds)
  for (let i = 0; i < takings.length; i++) {
    const { before, after, quantity, allocation, part } = takings[i] as Taking
    if (part && part.from > 0) continue
    const start = (blockedStarts[i] as number) + before
    const end = part ? start + part.length : (blockedEnds[i] as number) - after
    if (rule.channelIds?.length && !rule.channelIds.includes(allocation.channelId ?? '')) continue
    if ((rule.validFrom || rule.validUntil) && !isValidOn(rule, zone.dayOf(start))) continue
    const at = cursor.lastAtOrBefore(start)
    used[at] = (used[at] as number) + limitUnits(rule, start, end, quantity)
  }
  return new StepFunction(0, bounds, used)
}
