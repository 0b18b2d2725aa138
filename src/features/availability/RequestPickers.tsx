import visuallyHidden from '@mui/utils/visuallyHidden'
import { useGetList } from 'ra-core'
import type { Channel } from '../../resources/channels'
import type { ResourceType } from '../../resources/resourceTypes'
import { formatMinutes, useDisplay } from '../../show'
import styles from './availability.module.css'
import { Choose } from './Choose'
import ItemPicker from './ItemPicker'
import { lengthsOf } from './lengthsOf'
import { QuantityField } from './QuantityField'
import type { ChosenRequest } from './useRequest'
import { useText } from './useText'
import type { ChangeView, ViewState } from './viewState'

const all = { page: 1, perPage: 100 }
const byName = { field: 'name', order: 'ASC' } as const

interface RequestPickersProps {
  state: ViewState
  change: ChangeView
  chosen: ChosenRequest
}

export const RequestPickers = ({ state, change, chosen: { variant, variants, isLoading } }: RequestPickersProps) => {
  const text = useText()
  const { locale } = useDisplay()
  const { data: channels = [] } = useGetList<Channel>('channels', {
    pagination: all,
    sort: byName,
    filter: { isActive: true },
  })
  const { data: types = [] } = useGetList<ResourceType>('resourceTypes', { pagination: all, sort: byName })
  const lengths = variant ? lengthsOf(variant) : []
  const lengthName = (minutes: number): string =>
    variant?.durationType === 'daily'
      ? text('availability.days', { smart_count: minutes / 1440 })
      : formatMinutes(minutes, locale)
  return (
    <fieldset className={styles.pickers}>
      <legend style={visuallyHidden}>{text('availability.request')}</legend>
      <div className={styles.item}>
        <ItemPicker
          placeholder={text('availability.everything')}
          itemId={state.itemId}
          onChange={itemId =>
            change({
              itemId,
              variantId: null,
              quantity: null,
              duration: null,
              resourceId: null,
              first: null,
              why: null,
            })
          }
        />
      </div>
      {variant || isLoading ? (
        <>
          <Choose
            label={text('availability.variant')}
            value={variant?.id ?? ''}
            choices={variants.map(({ id, name }) => ({ id, name }))}
            onChange={variantId =>
              change({ variantId, quantity: null, duration: null, resourceId: null, first: null, why: null })
            }
          />
          {lengths.length > 0 && (
            <Choose
              label={text('availability.length')}
              value={String(state.duration ?? lengths[0])}
              choices={lengths.map(minutes => ({ id: String(minutes), name: lengthName(minutes) }))}
              onChange={minutes => change({ duration: Number(minutes), why: null })}
            />
          )}
          {variant && (variant.maxQuantity ?? 1) > 1 && (
            <QuantityField
              min={variant.minQuantity ?? 1}
              max={variant.maxQuantity ?? 1}
              value={state.quantity}
              onChange={quantity => change({ quantity }, { replace: true })}
            />
          )}
        </>
      ) : (
        types.length > 1 &&
        !state.itemId && (
          <Choose
            label={text('availability.type')}
            value={state.resourceTypeId ?? ''}
            none={text('availability.allTypes')}
            choices={types.map(({ id, name }) => ({ id, name }))}
            onChange={id => change({ resourceTypeId: id || null, resourceId: null, first: null })}
          />
        )
      )}
      {channels.length > 1 && (
        <Choose
          label={text('availability.channel')}
          value={state.channelId ?? ''}
          none={text('availability.backOffice')}
          choices={channels.filter(({ kind }) => kind !== 'back_office').map(({ id, name }) => ({ id, name }))}
          onChange={id => change({ channelId: id || null })}
        />
      )}
    </fieldset>
  )
}
