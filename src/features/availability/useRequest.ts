import { useGetList, useGetOne } from 'ra-core'
import { useMemo } from 'react'
import type { CatalogItem } from '../../resources/catalogItems'
import type { Variant } from '../../resources/variants'
import type { Request } from './availabilityApi'
import { firstItems } from './firstItems'
import type { ViewState } from './viewState'

const all = { page: 1, perPage: 100 }

export const useFirstItems = () => useGetList<CatalogItem>('catalogItems', firstItems)

/** May lie beyond the catalog's first page. */
export const useItem = (itemId: string | null) =>
  useGetOne<CatalogItem>('catalogItems', { id: itemId ?? '' }, { enabled: itemId !== null, retry: false })

/** The variant is the named one, else the first active, else the first. */
export const useVariants = (itemId: string | null, variantId: string | null) => {
  const { data, isLoading } = useGetList<Variant>(
    'variants',
    { pagination: all, sort: { field: 'sortOrder', order: 'ASC' }, meta: { catalogItemId: itemId } },
    { enabled: itemId !== null },
  )
  const variants = (itemId && data) || none
  const variant =
    variants.find(({ id }) => id === variantId) ?? variants.find(({ isActive }) => isActive) ?? variants[0] ?? null
  return { variants, variant, isLoading: itemId !== null && isLoading }
}

export interface ChosenRequest {
  variants: readonly Variant[]
  variant: Variant | null
  request: Request | null
  isLoading: boolean
}

export const useRequest = ({ itemId, variantId, channelId, quantity, duration }: ViewState): ChosenRequest => {
  const { variants, variant, isLoading } = useVariants(itemId, variantId)
  return useMemo(
    () => ({
      variants,
      variant,
      request: variant && { variantId: variant.id, channelId, quantity, durationMinutes: duration },
      isLoading,
    }),
    [variants, variant, channelId, quantity, duration, isLoading],
  )
}

const none: readonly Variant[] = []
