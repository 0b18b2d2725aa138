import { resourceGroups } from '../engine/resolveRequest'
import { atTime } from '../messages/EngineMessage'
import type { ChannelInput } from '../snapshot'
import type { Finding, RequestCheck } from './Check'
import type { CheckCode } from './checkCodes'

const tenantInactive: RequestCheck = {
  code: 'tenant_inactive',
  passes: ({ snapshot }) => snapshot.records.tenant.isActive !== false,
  findings: () => [{ sentence: 'tenant_inactive' }],
}

const itemInactive: RequestCheck = {
  code: 'item_inactive',
  passes: ({ item }) => (item.status ?? 'active') === 'active',
  findings: ({ item }) => [
    {
      sentence: item.status === 'archived' ? 'item_inactive.archived' : 'item_inactive.draft',
      params: { item: item.name },
    },
  ],
}

const variantInactive: RequestCheck = {
  code: 'variant_inactive',
  passes: ({ variant }) => variant.isActive !== false,
  findings: ({ variant }) => [{ sentence: 'variant_inactive', params: { variant: variant.name } }],
}

const channelInactive: RequestCheck = {
  code: 'channel_inactive',
  passes: ({ channel }) => channel?.isActive !== false,
  findings: ({ channel }) => [{ sentence: 'channel_inactive', params: { channel: channel?.name ?? '' } }],
}

const channelNotSelling: RequestCheck = {
  code: 'channel_not_selling',
  passes: ({ channel, item }) => channel?.sellsAllItems !== false || (channel.catalogItemIds ?? []).includes(item.id),
  findings: ({ channel, item }) => [
    { sentence: 'channel_not_selling', params: { channel: channel?.name ?? '', item: item.name } },
  ],
}

const quantityOutOfRange: RequestCheck = {
  code: 'quantity_out_of_range',
  passes: ({ quantity, variant }) => {
    return (
      Number.isInteger(quantity) && quantity >= (variant.minQuantity ?? 1) && quantity <= (variant.maxQuantity ?? 1)
    )
  },
  findings: ({ quantity, variant }) => {
    const { minQuantity = 1, maxQuantity = 1 } = variant
    const params = { quantity, variant: variant.name, min: minQuantity, max: maxQuantity }
    return [
      { sentence: minQuantity === maxQuantity ? 'quantity_out_of_range.exact' : 'quantity_out_of_range.range', params },
    ]
  },
}

const noActiveResource: RequestCheck = {
  code: 'no_active_resource',
  passes: request => {
    const groups = resourceGroups(request)
    return groups.length > 0 && isAssigned(request) && groups.every(group => group.candidates.length > 0)
  },
  findings: (request): Finding[] => {
    const groups = resourceGroups(request)
    const variant = request.variant.name
    if (groups.length === 0) return [{ sentence: 'no_active_resource.none', params: { variant } }]
    const strangers = [...request.pinned].filter(id => !request.resources.some(resource => resource.id === id))
    return [
      ...strangers.map((resourceId): Finding => {
        const resource = request.snapshot.resources.get(resourceId)?.name ?? ({ word: 'theResource' } as const)
        return { sentence: 'no_active_resource.unassigned', params: { resource, variant }, resourceId }
      }),
      ...groups
        .filter(group => group.candidates.length === 0)
        .flatMap(group =>
          group.members.map(
            ({ id, name }): Finding => ({
              sentence: 'no_active_resource.inactive',
              params: { resource: name },
              resourceId: id,
            }),
          ),
        ),
    ]
  },
}

function isAssigned({ pinned, resources }: Parameters<RequestCheck['passes']>[0]): boolean {
  return [...pinned].every(id => resources.some(resource => resource.id === id))
}

const inPast: RequestCheck = {
  code: 'in_past',
  passes: ({ snapshot }, start) => start >= snapshot.now,
  findings: ({ snapshot }, start) => [{ sentence: 'in_past', params: { start: atTime(snapshot.zone, start) } }],
}

/** Here, a blocked customer is only a warning (docs/domain.md#customers). */
const STAFFED: ReadonlySet<ChannelInput['kind']> = new Set<ChannelInput['kind']>(['back_office', 'phone', 'walk_in'])

const customerBlocked: RequestCheck = {
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

/** In reporting order. Only `inPast` depends on the start. */
export const requestChecks: readonly RequestCheck[] = [
  tenantInactive,
  itemInactive,
  variantInactive,
  channelInactive,
  channelNotSelling,
  quantityOutOfRange,
  noActiveResource,
  inPast,
  customerBlocked,
]

export function isRequestCode(code: CheckCode): boolean {
  return requestChecks.some(check => check.code === code)
}
