import { useState } from 'react'
import { formatInstant } from '../../../declare'
import type { Customer } from '../../../resources/customers'
import type { Slot } from '../../../scheduling'
import { useDisplay } from '../../../show'
import { useItem, useVariants } from '../../availability/useRequest'
import type { BookingRequest } from '../bookingsApi'
import { type AssignedResource, useResourcesOf } from '../move/useAssignedResources'
import { endOf, lengthBetween, variantFor } from './chosenTime'
import type { BookingDraft } from './WhatToBook'

export interface BookingStart {
  itemId?: string | null
  variantId?: string | null
  channelId?: string | null
  quantity?: number | null
  /** Without a place, the drawer offers free times. */
  resourceId?: string
  startsAt?: string
  endsAt?: string | null
  from?: string
  customer?: Customer
}

interface Place {
  startsAt: string
  endsAt: string | null
  resourceIds: string[]
}

const placeOf = ({ startsAt, endsAt, resourceId }: BookingStart): Place | null =>
  startsAt ? { startsAt, endsAt: endsAt ?? null, resourceIds: resourceId ? [resourceId] : [] } : null

export const useBookingDraft = (start: BookingStart) => {
  const { timeZone } = useDisplay()
  const [draft, setDraft] = useState<BookingDraft>({
    itemId: start.itemId ?? null,
    variantId: start.variantId ?? null,
    channelId: start.channelId ?? null,
    length: null,
    quantity: start.quantity ?? null,
  })
  const [place, setPlace] = useState(() => placeOf(start))
  const [who, setWho] = useState(start.resourceId ?? null)
  // A hold's changed quantity must not request a new hold.
  const [askedQuantity, setAskedQuantity] = useState(draft.quantity)

  const { data: item } = useItem(draft.itemId)
  const { variants, variant: named } = useVariants(draft.itemId, draft.variantId)
  // A marked hour suggests a variant of an hour.
  const fitting = place && variantFor(variants, place.startsAt, place.endsAt)
  const variant = draft.variantId ? named : (fitting ?? named)
  const length = variant && (draft.length ?? lengthBetween(variant, place?.startsAt ?? '', place?.endsAt ?? null))
  const isOfFilter = variant !== null && variant?.id === start.variantId
  const able = useResourcesOf(variant && draft.itemId ? { catalogItemId: draft.itemId, variantId: variant.id } : null)
  const isAble = (id: string) => isOfFilter || !able?.length || able.some(({ resourceId }) => resourceId === id)
  // Another resource replaces one that cannot serve the variant.
  const resourceIds = place?.resourceIds.every(isAble) ? place.resourceIds : []
  const isKnown = isOfFilter || able !== undefined
  const request: BookingRequest | null =
    variant && place && isKnown
      ? {
          variantId: variant.id,
          channelId: draft.channelId,
          startsAt: place.startsAt,
          endsAt: endOf(variant, place.startsAt, length, timeZone),
          quantity: askedQuantity,
          resourceIds,
        }
      : null
  const put = (next: Place) => {
    setAskedQuantity(draft.quantity)
    setPlace(next)
  }
  return {
    draft,
    place,
    request,
    item: draft.itemId ? item : undefined,
    variants,
    variant,
    length,
    able: able ?? none,
    who: who && isAble(who) ? who : null,
    setWho,
    /** The clicked resource cannot serve the variant. */
    isAdrift:
      place !== null && resourceIds.length === 0 && place.startsAt === start.startsAt && place.resourceIds.length > 0,
    unable: start.resourceId && !isAble(start.resourceId) ? start.resourceId : null,
    ask: (changes: Partial<BookingDraft>) => {
      setDraft(before => ({ ...before, ...changes }))
      setAskedQuantity(changes.quantity === undefined ? draft.quantity : changes.quantity)
    },
    /** The hold already has it. */
    setQuantity: (quantity: number | null) => setDraft(before => ({ ...before, quantity })),
    move: (startsAt: string, to: readonly string[]) => {
      const shift = place ? Date.parse(startsAt) - Date.parse(place.startsAt) : 0
      const endsAt = place?.endsAt ? formatInstant(Date.parse(place.endsAt) + shift) : null
      put({ startsAt, endsAt, resourceIds: [...to] })
    },
    takeSlot: ({ startsAt, endsAt, resourceIds: ids }: Slot) => put({ startsAt, endsAt, resourceIds: [...ids] }),
  }
}

const none: readonly AssignedResource[] = []
