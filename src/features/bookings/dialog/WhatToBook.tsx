import { useGetList } from 'ra-core'
import { lazy, Suspense, useId } from 'react'
import { Link } from 'react-router'
import { type CatalogItem, catalogItems } from '../../../resources/catalogItems'
import type { Channel } from '../../../resources/channels'
import { Columns, formatMinutes, RecordPicture, Stack, useDisplay } from '../../../show'
import { Choose } from '../../availability/Choose'
import { lengthsOf } from '../../availability/lengthsOf'
import { QuantityField } from '../../availability/QuantityField'
import { useFirstItems } from '../../availability/useRequest'
import { usePrice } from '../usePrice'
import type { BookingForm } from './useBookingDialog'
import { useText } from './useText'
import styles from './what.module.css'

const ItemPicker = lazy(() => import('../../availability/ItemPicker'))

export interface BookingDraft {
  itemId: string | null
  variantId: string | null
  channelId: string | null
  /** In minutes, for variants without a fixed length. */
  length: number | null
  quantity: number | null
}

/** A search finds the rest. */
const mostChips = 8

interface ChipsProps {
  item: CatalogItem | undefined
  itemId: string | null
  onChange: (itemId: string | null) => void
}

const ItemChips = ({ item, itemId, onChange }: ChipsProps) => {
  const text = useText()
  const name = useId()
  const { data = [], total = 0, isPending } = useFirstItems()
  const active = data.filter(({ status }) => status === 'active')
  const first = active.slice(0, mostChips)
  const shown = item && !first.some(({ id }) => id === item.id) ? [...first, item] : first
  if (!isPending && shown.length === 0)
    return (
      <p>
        {text('booking.nothingToBook')} <Link to="/setup/catalog/">{text('availability.openSetup')}</Link>
      </p>
    )
  return (
    <>
      <div role="radiogroup" aria-label={text('availability.item')} className={styles.items}>
        {shown.map(one => (
          <label key={one.id} className={styles.item}>
            <input type="radio" name={name} checked={one.id === itemId} onChange={() => onChange(one.id)} />
            <RecordPicture resource={catalogItems} record={{ ...one }} />
            {one.status === 'active' ? one.name : text('availability.notActive', { name: one.name })}
          </label>
        ))}
      </div>
      {(active.length > mostChips || total > data.length) && (
        <Suspense>
          <ItemPicker itemId={null} placeholder={text('booking.otherItem')} onChange={onChange} />
        </Suspense>
      )}
    </>
  )
}

export const WhatToBook = ({ form: { draft, item, variants, variant, length, change } }: { form: BookingForm }) => {
  const text = useText()
  const name = useId()
  const { locale } = useDisplay()
  const priceOf = usePrice()
  const lengths = variant ? lengthsOf(variant) : []
  const lengthName = (minutes: number): string =>
    variant?.durationType === 'daily'
      ? text('availability.days', { smart_count: minutes / 1440 })
      : formatMinutes(minutes, locale)
  const offered = variants.filter(({ id, isActive }) => isActive || id === variant?.id)
  return (
    <Stack gap="0.75rem">
      <ItemChips
        item={item}
        itemId={draft.itemId}
        onChange={itemId => change({ itemId, variantId: null, length: null, quantity: null })}
      />
      {offered.length > 0 && (
        <div role="radiogroup" aria-label={text('availability.variant')} className={styles.variants}>
          {offered.map(one => (
            <label key={one.id} className={styles.variant}>
              <input
                type="radio"
                name={name}
                checked={one.id === variant?.id}
                onChange={() => change({ variantId: one.id, length: null, quantity: null })}
              />
              <span>{one.name}</span>
              {one.durationType === 'fixed' && !one.name.includes(String(one.durationMinutes)) && (
                <small>{formatMinutes(one.durationMinutes, locale)}</small>
              )}
              {one.price && <b>{priceOf(one.price)}</b>}
            </label>
          ))}
        </div>
      )}
      {variant && (lengths.length > 0 || (variant.maxQuantity ?? 1) > 1) && (
        <Columns least="9rem" gap="0 0.75rem">
          {lengths.length > 0 && (
            <Choose
              label={text('availability.length')}
              value={String(length ?? lengths[0])}
              choices={lengths.map(minutes => ({ id: String(minutes), name: lengthName(minutes) }))}
              onChange={minutes => change({ length: Number(minutes) })}
            />
          )}
          {(variant.maxQuantity ?? 1) > 1 && (
            <QuantityField
              min={variant.minQuantity ?? 1}
              max={variant.maxQuantity ?? 1}
              value={draft.quantity}
              onChange={quantity => change({ quantity })}
            />
          )}
        </Columns>
      )}
    </Stack>
  )
}

export const ChannelField = ({ form: { draft, change } }: { form: BookingForm }) => {
  const text = useText()
  const { data: channels = [] } = useGetList<Channel>('channels', {
    pagination: { page: 1, perPage: 100 },
    sort: { field: 'name', order: 'ASC' },
    filter: { isActive: true },
  })
  if (channels.length < 2) return null
  return (
    <Choose
      label={text('availability.channel')}
      value={draft.channelId ?? ''}
      none={text('availability.backOffice')}
      choices={channels.filter(({ kind }) => kind !== 'back_office')}
      onChange={id => change({ channelId: id || null })}
    />
  )
}
