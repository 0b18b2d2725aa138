import { type InstantInput, toMillis } from '../../resources/instants'
import type { VariantInput } from '../snapshot'
import { AvailabilityQuery } from './AvailabilityQuery'
import type { IndexedSnapshot } from './IndexedSnapshot'
import { resolveRequest } from './resolveRequest'
import { chosenIds } from './slots'

export interface FreeQuestion {
  from: InstantInput
  to: InstantInput
  quantity?: number
  resourceTypeId?: string | null
  channelId?: string | null
}

export interface FreeAnswer {
  resources: { resourceId: string; remaining: number }[]
  variants: { variantId: string; catalogItemId: string; resourceIds: readonly string[] }[]
}

export function freeResources(snapshot: IndexedSnapshot, question: FreeQuestion): FreeAnswer {
  const start = toMillis(question.from)
  const end = toMillis(question.to)
  const horizon = snapshot.horizon(start, end)
  const resources = anyUse(snapshot, question, end - start)
  resources.evaluate(start, end, horizon)
  return {
    resources: resources.resourceQueries
      .filter(({ failure }) => failure < 0)
      .map(one => {
        return { resourceId: one.resource.id, remaining: one.constraintsAt(start, horizon).units(start, end) }
      }),
    variants: snapshot.records.variants.flatMap(({ id, catalogItemId }) => {
      const { quantity, channelId } = question
      const request = { variantId: id, ...(quantity && { quantity }), ...(channelId && { channelId }) }
      const verdict = new AvailabilityQuery(resolveRequest(snapshot, request)).evaluate(start, end, horizon)
      return verdict.failure < 0 ? [{ variantId: id, catalogItemId, resourceIds: chosenIds(verdict) }] : []
    }),
  }
}

/** At any minute, without the variant's buffers, hours and lengths. */
function anyUse(
  snapshot: IndexedSnapshot,
  { quantity = 1, resourceTypeId, channelId }: FreeQuestion,
  length: number,
): AvailabilityQuery {
  const variant: VariantInput = {
    id: '',
    name: 'Any use',
    catalogItemId: '',
    capacityMode: 'pooled',
    maxQuantity: Number.MAX_SAFE_INTEGER,
    resources: [],
  }
  return new AvailabilityQuery({
    snapshot,
    item: { id: '', name: variant.name },
    variant,
    channel: undefined,
    channelId: channelId ?? snapshot.records.tenant.defaultChannelId ?? null,
    customer: snapshot.records.customer ?? undefined,
    quantity,
    length,
    daily: undefined,
    phased: undefined,
    interval: 0,
    resources: snapshot.records.resources.filter(one => !resourceTypeId || one.resourceTypeId === resourceTypeId),
    pinned: new Set(),
    excludeBookingId: undefined,
  })
}
