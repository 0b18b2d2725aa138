import { MINUTE } from '../../time/instant'
import { periodEnd, periodStart } from '../../time/period'
import type { Zone } from '../../time/Zone'
import { StepFunction } from '../intervals/StepFunction'
import { isValidOn } from '../rules/resolveRules'
import type { RuleInput } from '../snapshot'
import type { Load } from './Load'

/** What one booking adds to a limit: 1, its minutes without buffers, or its quantity, as the rule says. */
export function limitUnits(rule: RuleInput<'booking_limit'>, start: number, end: number, quantity: number): number {
  const { measure = 'bookings' } = rule.parameters
  if (measure === 'minutes') return (end - start) / MINUTE
  return measure === 'quantity' ? quantity : 1
}

/** The used part of a limit in one local period; `start` and `end` are epoch milliseconds. */
interface Usage {
  readonly start: number
  readonly end: number
  used: number
}

/**
 * How much of a booking limit is used over time: constant within each local period (docs/domain.md#rule-types). A
 * booking counts in the period in which it starts, if the rule covers its channel and its date. The load must contain
 * each booking once.
 */
export function usageByPeriod(
  rule: RuleInput<'booking_limit'>,
  { blockedStarts, blockedEnds, takings }: Load,
  zone: Zone,
  weekStartsOn: number,
): StepFunction {
  const periods = new Map<number, Usage>()
  let usage: Usage | undefined
  for (let i = 0; i < takings.length; i++) {
    const { before, after, quantity, allocation } = takings[i] as Load['takings'][number]
    const start = (blockedStarts[i] as number) + before
    const end = (blockedEnds[i] as number) - after
    if (rule.channelIds?.length && !rule.channelIds.includes(allocation.channelId ?? '')) continue
    if ((rule.validFrom || rule.validUntil) && !isValidOn(rule, zone.dayOf(start))) continue
    // Consumers come almost in order, so most share the period of the previous one.
    if (!usage || start < usage.start || start >= usage.end) usage = periodOf(rule, periods, zone, weekStartsOn, start)
    usage.used += limitUnits(rule, start, end, quantity)
  }
  const at: number[] = []
  const values: number[] = []
  for (const { start, end, used } of [...periods.values()].sort((a, b) => a.start - b.start)) {
    if (at.at(-1) === start) values.pop()
    else at.push(start)
    at.push(end)
    values.push(used, 0)
  }
  return new StepFunction(0, at, values)
}

function periodOf(
  { parameters: { period } }: RuleInput<'booking_limit'>,
  periods: Map<number, Usage>,
  zone: Zone,
  weekStartsOn: number,
  start: number,
): Usage {
  const first = periodStart(zone.dayOf(start), period, weekStartsOn)
  let usage = periods.get(first)
  if (!usage) {
    usage = { start: zone.startOfDay(first), end: zone.startOfDay(periodEnd(first, period)), used: 0 }
    periods.set(first, usage)
  }
  return usage
}
