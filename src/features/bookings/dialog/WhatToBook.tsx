import TextField from '@mui/material/TextField'
import { useGetList } from 'ra-core'
import { lazy, Suspense } from 'react'
import type { CatalogItem } from '../../../resources/catalogItems'
import type { Channel } from '../../../resources/channels'
import type { Variant } from '../../../resources/variants'
import { Columns, formatMinutes, useDisplay } from '../../../show'
import { Choose } from '../../availability/Choose'
import { lengthsOf } from '../../availability/lengthsOf'
import { QuantityField } from '../../availability/QuantityField'
import { useText } from './useText'

const ItemPicker = lazy(() => import('../../availability/ItemPicker'))

export interface BookingDraft {
  itemId: string | null
  variantId: string | null
  channelId: string | null
  /** In minutes, for variants without a fixed length. */
  length: number | null
  quantity: number | null
}

interface WhatToBookProps {
  draft: BookingDraft
  /** Undefined until it is chosen and loaded. */
  item: CatalogItem | undefined
  variants: readonly Variant[]
  variant: Variant | null
  onChange: (changes: Partial<BookingDraft>) => void
}

export const WhatToBook = ({ draft, item, variants, variant, onChange }: WhatToBookProps) => {
  const text = useText()
  const { locale } = useDisplay()
  const { data: channels = [] } = useGetList<Channel>('channels', {
    pagination: { page: 1, perPage: 100 },
    sort: { field: 'name', order: 'ASC' },
    filter: { isActive: true },
  })
  const lengths = variant ? lengthsOf(variant) : []
  const lengthName = (minutes: number): string =>
    variant?.durationType === 'daily'
      ? text('availability.days', { smart_count: minutes / 1440 })
      : formatMinutes(minutes, locale)
  return (
    <Columns least="11rem" gap="0 0.75rem">
      <Suspense fallback={<TextField disabled label={text('availability.item')} value={item?.name ?? ''} />}>
        <ItemPicker
          itemId={draft.itemId}
          placeholder={text('booking.chooseWhat')}
          onChange={itemId => onChange({ itemId, variantId: null, length: null, quantity: null })}
        />
      </Suspense>
      {variant && (
        <Choose
          label={text('availability.variant')}
          value={variant.id}
          choices={variants}
          onChange={variantId => onChange({ variantId, length: null, quantity: null })}
        />
      )}
      {lengths.length > 0 && (
        <Choose
          label={text('availability.length')}
          value={String(draft.length ?? lengths[0])}
          choices={lengths.map(minutes => ({ id: String(minutes), name: lengthName(minutes) }))}
          onChange={minutes => onChange({ length: Number(minutes) })}
        />
      )}
      {variant && (variant.maxQuantity ?? 1) > 1 && (
        <QuantityField
          min={variant.minQuantity ?? 1}
          max={variant.maxQuantity ?? 1}
          value={draft.quantity}
          onChange={quantity => onChange({ quantity })}
        />
      )}
      {channels.length > 1 && (
        <Choose
          label={text('availability.channel')}
          value={draft.channelId ?? ''}
          none={text('availability.backOffice')}
          choices={channels.filter(({ kind }) => kind !== 'back_office')}
          onChange={id => onChange({ channelId: id || null })}
        />
      )}
    </Columns>
  )
}
