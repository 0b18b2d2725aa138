import type { ChannelInput } from '../snapshot'
import type { RequestCheck } from './Check'

/** Where staff take the booking, they are warned; where customers help themselves, they are refused (domain §2.13). */
const STAFFED: ReadonlySet<ChannelInput['kind']> = new Set<ChannelInput['kind']>(['back_office', 'phone', 'walk_in'])

export const customerBlocked: RequestCheck = {
  code: 'customer_blocked',
  passes: ({ customer }) => !customer?.isBlocked,
  isWarning: ({ channel }) => STAFFED.has(channel?.kind),
  findings: ({ customer }) => {
    const name = customer?.name ?? ({ word: 'theCustomer' } as const)
    const reason = customer?.blockedReason
    if (reason) return [{ sentence: 'customer_blocked.because', params: { customer: name, reason } }]
    return [{ sentence: 'customer_blocked', params: { customer: name } }]
  },
}
