import { useGetList, useGetOne } from 'ra-core'
import { useMemo } from 'react'
import type { CatalogItem } from '../../resources/catalogItems'
import type { Variant } from '../../resources/variants'
import type { Request } from './availabilityApi'
import { firstItems } from './firstItems'
import type { ViewState } from './viewState'

const all = { page: 1, perPage: 100 }

/** Those, and whether there are any at all: what this screen needs before anything else. */
export const useFirstItems = () => useGetList<CatalogItem>('catalogItems', firstItems)

/** The chosen item, wherever it stands in the catalog. */
export const useItem = (itemId: string | null) =>
  useGetOne<CatalogItem>('catalogItems', { id: itemId ?? '' }, { enabled: itemId !== null, retry: false })

export interface ChosenRequest {
  variants: readonly Variant[]
  variant: Variant | null
  /** Null while nothing is chosen. */
  request: Request | null
  isLoading: boolean
}

/** What the pickers ask for: the variant named, or the first active one of the item. */
export const useRequest = ({ itemId, variantId, channelId, quantity, duration }: ViewState): ChosenRequest => {
  const { data: variants = none, isLoading } = useGetList<Variant>(
    'variants',
    { pagination: all, sort: { field: 'sortOrder', order: 'ASC' }, meta: { catalogItemId: itemId } },
    { enabled: itemId !== null },
  )
  const offered = itemId ? variants : none
  const variant =
    offered.find(({ id }) => id === variantId) ?? offered.find(({ isActive }) => isActive) ?? offered[0] ?? null
  return useMemo(
    () => ({
      variants: offered,
      variant,
      request: variant && { variantId: variant.id, channelId, quantity, durationMinutes: duration },
      isLoading: itemId !== null && isLoading,
    }),
    [offered, variant, channelId, quantity, duration, itemId, isLoading],
  )
}

const none: readonly Variant[] = []
