import type { ResourceCheck } from './Check'
import { checkOrder } from './checkCodes'
import { findBrokenLimits, limitsHoldUntil } from './limitReached'

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
