import { useState } from 'react'
import type { Customer } from '../../../resources/customers'
import type { Slot } from '../../../scheduling'
import { useDisplay } from '../../../ui/format/display'
import { useItem, useVariants } from '../../availability/useRequest'
import type { BookingRequest } from '../bookingsApi'
import { endOf, lengthBetween, variantFor } from './chosenTime'
import type { Wish } from './WhatToBook'

export interface BookingStart {
  itemId?: string | null
  variantId?: string | null
  channelId?: string | null
  quantity?: number | null
  resourceId: string
  startsAt: string
  endsAt?: string | null
  /** Who is known to book. */
  customer?: Customer
}

/** What to book, when and where, and the request for a hold that follows from it. */
export const useWish = (start: BookingStart) => {
  const { timeZone } = useDisplay()
  const [wish, setWish] = useState<Wish>({
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
  const [askedQuantity, setAskedQuantity] = useState(wish.quantity)

  const { data: item } = useItem(wish.itemId)
  const { variants, variant: named } = useVariants(wish.itemId, wish.variantId)
  // Whoever marks an hour wants what takes an hour.
  const variant = wish.variantId ? named : (variantFor(variants, place.startsAt, place.endsAt) ?? named)
  const length = variant && (wish.length ?? lengthBetween(variant, place.startsAt, place.endsAt))
  const request: BookingRequest | null = variant && {
    variantId: variant.id,
    channelId: wish.channelId,
    startsAt: place.startsAt,
    endsAt: endOf(variant, place.startsAt, length, timeZone),
    quantity: askedQuantity,
    resourceIds: place.resourceIds,
  }
  return {
    wish,
    place,
    request,
    item: wish.itemId ? item : undefined,
    variants,
    variant,
    length,
    /** Changes the wish, and requests a hold for it. */
    ask: (changes: Partial<Wish>) => {
      setWish(before => ({ ...before, ...changes }))
      setAskedQuantity(changes.quantity === undefined ? wish.quantity : changes.quantity)
    },
    /** Records a quantity that the hold already has. */
    setQuantity: (quantity: number | null) => setWish(before => ({ ...before, quantity })),
    takeSlot: ({ startsAt, endsAt, resourceIds }: Slot) => {
      setAskedQuantity(wish.quantity)
      setPlace({ startsAt, endsAt, resourceIds: [...resourceIds] })
    },
  }
}
