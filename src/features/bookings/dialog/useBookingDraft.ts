import { useState } from 'react'
import { formatInstant } from '../../../declare'
import type { Customer } from '../../../resources/customers'
import type { Slot } from '../../../scheduling'
import { useDisplay } from '../../../show'
import { useItem, useVariants } from '../../availability/useRequest'
import type { BookingRequest } from '../bookingsApi'
import { useResourcesOf } from '../move/useAssignedResources'
import { endOf, lengthBetween, variantFor } from './chosenTime'
import type { BookingDraft } from './WhatToBook'

export interface BookingStart {
  itemId?: string | null
  variantId?: string | null
  channelId?: string | null
  quantity?: number | null
  resourceId: string
  startsAt: string
  endsAt?: string | null
  customer?: Customer
}

export const useBookingDraft = (start: BookingStart) => {
  const { timeZone } = useDisplay()
  const [draft, setDraft] = useState<BookingDraft>({
    itemId: start.itemId ?? null,
    variantId: start.variantId ?? null,
    channelId: start.channelId ?? null,
    length: null,
    quantity: start.quantity ?? null,
  })
  const [place, setPlace] = useState({
    startsAt: start.startsAt,
    endsAt: start.endsAt ?? null,
    resourceIds: [start.resourceId],
  })
  // Changing the quantity of a hold must not request a new one.
  const [askedQuantity, setAskedQuantity] = useState(draft.quantity)

  const { data: item } = useItem(draft.itemId)
  const { variants, variant: named } = useVariants(draft.itemId, draft.variantId)
  // A marked hour suggests the variant that takes an hour.
  const variant = draft.variantId ? named : (variantFor(variants, place.startsAt, place.endsAt) ?? named)
  const length = variant && (draft.length ?? lengthBetween(variant, place.startsAt, place.endsAt))
  const isOfFilter = variant !== null && variant?.id === start.variantId
  const able = useResourcesOf(
    variant && draft.itemId && !isOfFilter ? { catalogItemId: draft.itemId, variantId: variant.id } : null,
  )
  const isAble = (id: string) => !able || able.length === 0 || able.some(({ resourceId }) => resourceId === id)
  // The clicked resource may not serve the variant chosen later; any able one replaces it.
  const resourceIds = place.resourceIds.every(isAble) ? place.resourceIds : []
  const isKnown = isOfFilter || able !== undefined
  const request: BookingRequest | null = variant &&
    (isKnown || null) && {
      variantId: variant.id,
      channelId: draft.channelId,
      startsAt: place.startsAt,
      endsAt: endOf(variant, place.startsAt, length, timeZone),
      quantity: askedQuantity,
      resourceIds,
    }
  return {
    draft,
    place,
    request,
    item: draft.itemId ? item : undefined,
    variants,
    variant,
    length,
    /** The clicked resource cannot serve the variant, and the time is still the clicked one. */
    isAdrift: resourceIds.length === 0 && place.startsAt === start.startsAt && place.resourceIds.length > 0,
    unable: isAble(start.resourceId) ? null : start.resourceId,
    ask: (changes: Partial<BookingDraft>) => {
      setDraft(before => ({ ...before, ...changes }))
      setAskedQuantity(changes.quantity === undefined ? draft.quantity : changes.quantity)
    },
    /** Records a quantity that the hold already has. */
    setQuantity: (quantity: number | null) => setDraft(before => ({ ...before, quantity })),
    move: (startsAt: string, to: readonly string[]) => {
      const shift = Date.parse(startsAt) - Date.parse(place.startsAt)
      setAskedQuantity(draft.quantity)
      setPlace({
        startsAt,
        endsAt: place.endsAt && formatInstant(Date.parse(place.endsAt) + shift),
        resourceIds: [...to],
      })
    },
    takeSlot: ({ startsAt, endsAt, resourceIds }: Slot) => {
      setAskedQuantity(draft.quantity)
      setPlace({ startsAt, endsAt, resourceIds: [...resourceIds] })
    },
  }
}
