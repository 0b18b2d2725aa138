import type { Constraints, Limit } from '../engine/Constraints'
import { limitUnits } from '../load/usageByPeriod'
import type { MessageParam } from '../messages/EngineMessage'
import { FAILS, type Finding, FOREVER, type ResourceCheck, ruleFinding } from './Check'
import { checkOrder } from './checkCodes'

export const limitReached: ResourceCheck = {
  code: 'limit_reached',
  order: checkOrder('limit_reached'),
  applies: ({ limits }) => limits.length > 0,
  holdsUntil: ({ limits, request }, start, end) => limitsHoldUntil(limits, request.quantity, start, end),
  findings: ({ limits, request, subject }, start, end) => {
    return findBrokenLimits('limit_reached', limits, request, start, end, subject.resource.name)
  },
}

function limitsHoldUntil(limits: readonly Limit[], quantity: number, start: number, end: number): number {
  let until = FOREVER
  for (let i = 0; i < limits.length; i++) {
    const { rule, used } = limits[i] as Limit
    if (used.valueAt(start) + limitUnits(rule, start, end, quantity) > rule.parameters.max) return FAILS
    until = Math.min(until, used.changesAfter(start))
  }
  return until
}

export function quantityLeft(limits: readonly Limit[], start: number): number {
  let least = Number.POSITIVE_INFINITY
  for (const { rule, used } of limits) least = Math.min(least, rule.parameters.max - used.valueAt(start))
  return least
}

function findBrokenLimits(
  sentence: 'limit_reached' | 'customer_limit_reached',
  limits: readonly Limit[],
  { quantity }: Constraints['request'],
  start: number,
  end: number,
  whose: MessageParam,
): Finding[] {
  return limits
    .filter(limit => limitsHoldUntil([limit], quantity, start, end) <= start)
    .map(({ rule, used }) => {
      const { max, period, measure = 'bookings' } = rule.parameters
      const unit = { word: measure === 'quantity' ? 'units' : measure } as const
      const params = { whose, used: used.valueAt(start), max, unit, period: { word: period } }
      return ruleFinding({ sentence, params }, rule)
    })
}

export const customerLimitReached: ResourceCheck = {
  code: 'customer_limit_reached',
  order: checkOrder('customer_limit_reached'),
  applies: ({ customerLimits }) => customerLimits.length > 0,
  holdsUntil: ({ customerLimits, request }, start, end) =>
    limitsHoldUntil(customerLimits, request.quantity, start, end),
  findings: ({ customerLimits, request }, start, end) => {
    const whose = request.customer?.name ?? ({ word: 'theCustomer' } as const)
    return findBrokenLimits('customer_limit_reached', customerLimits, request, start, end, whose)
  },
}
