import type { VariantInput } from '../snapshot'
import { type InstantInput, toMillis } from '../time/instant'
import { Inquiry } from './Inquiry'
import { resolveRequest } from './resolveRequest'
import { chosenIds } from './slots'
import type { World } from './World'

export interface FreeQuestion {
  from: InstantInput
  to: InstantInput
  quantity?: number
  resourceTypeId?: string | null
  channelId?: string | null
}

export interface FreeAnswer {
  resources: { resourceId: string; remaining: number }[]
  /** Variants that could be booked for exactly this interval, with the resources they would take. */
  variants: { variantId: string; catalogItemId: string; resourceIds: readonly string[] }[]
}

/** What is free for one exact interval (domain §5, `/availability/search`). */
export function freeResources(world: World, question: FreeQuestion): FreeAnswer {
  const start = toMillis(question.from)
  const end = toMillis(question.to)
  const horizon = world.horizon(start, end)
  const resources = anyUse(world, question, end - start)
  resources.judge(start, end, horizon)
  return {
    resources: resources.cases
      .filter(({ failure }) => failure < 0)
      .map(one => {
        return { resourceId: one.resource.id, remaining: one.termsAt(start, horizon).units(start, end) }
      }),
    variants: world.snapshot.variants.flatMap(({ id, catalogItemId }) => {
      const { quantity, channelId } = question
      const request = { variantId: id, ...(quantity && { quantity }), ...(channelId && { channelId }) }
      const verdict = new Inquiry(resolveRequest(world, request)).judge(start, end, horizon)
      return verdict.failure < 0 ? [{ variantId: id, catalogItemId, resourceIds: chosenIds(verdict) }] : []
    }),
  }
}

/** Asks the resources themselves: for units, at any minute, without a variant's buffers, hours or lengths. */
function anyUse(world: World, { quantity = 1, resourceTypeId, channelId }: FreeQuestion, length: number): Inquiry {
  const variant: VariantInput = {
    id: '',
    name: 'Any use',
    catalogItemId: '',
    capacityMode: 'pooled',
    maxQuantity: Number.MAX_SAFE_INTEGER,
    resources: [],
  }
  return new Inquiry({
    world,
    item: { id: '', name: variant.name },
    variant,
    channel: undefined,
    channelId: channelId ?? world.snapshot.tenant.defaultChannelId ?? null,
    customer: world.snapshot.customer ?? undefined,
    quantity,
    length,
    daily: undefined,
    interval: 0,
    resources: world.snapshot.resources.filter(one => !resourceTypeId || one.resourceTypeId === resourceTypeId),
    pinned: new Set(),
    excludeBookingId: undefined,
  })
}
