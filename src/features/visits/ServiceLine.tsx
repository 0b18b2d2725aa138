import Close from '@mui/icons-material/Close'
import IconButton from '@mui/material/IconButton'
import { useGetMany } from 'ra-core'
import { useEffect } from 'react'
import { type CatalogItem, catalogItems } from '../../resources/catalogItems'
import { type ResourceType, resourceTypes } from '../../resources/resourceTypes'
import type { Variant } from '../../resources/variants'
import { maxParts } from '../../resources/visits'
import { formatMinutes, RecordSearch, useDisplay } from '../../show'
import { Choose } from '../availability/Choose'
import { firstItems } from '../availability/firstItems'
import { lengthsOf } from '../availability/lengthsOf'
import { useItem, useVariants } from '../availability/useRequest'
import { useResourcesOf } from '../bookings/move/useAssignedResources'
import { ServiceTerms } from './ServiceTerms'
import type { Service } from './service'
import { useText } from './useText'
import styles from './visits.module.css'

const activeItems = { ...firstItems, filter: { status: ['active'] } }

const isPossible = ({ durationType, isActive }: Variant): boolean => durationType !== 'daily' && isActive

/** Persons; without any, its first kind of resource. */
const useWho = ({ itemId, variant }: Pick<Service, 'itemId' | 'variant'>) => {
  const able = useResourcesOf(itemId && variant ? { catalogItemId: itemId, variantId: variant.id } : null) ?? []
  const ids = [...new Set(able.map(one => one.resourceTypeId))]
  const { data = [] } = useGetMany<ResourceType>(resourceTypes.name, { ids }, { enabled: ids.length > 0 })
  const persons = able.filter(one => data.some(type => type?.id === one.resourceTypeId && type.kind === 'person'))
  const shown = persons.length > 0 ? persons : able.filter(one => one.resourceTypeId === ids[0])
  return shown.map(one => ({ id: one.resourceId, name: one.resourceName }))
}

interface ServiceLineProps {
  service: Service
  index: number
  guests: number
  isAsked: boolean
  onChange: (changes: Partial<Service>) => void
  onRemove?: (() => void) | undefined
}

export const ServiceLine = ({ service, index, guests, isAsked, onChange, onRemove }: ServiceLineProps) => {
  const text = useText()
  const { locale } = useDisplay()
  const { itemId, variant, length, who, guest } = service
  const { data: item } = useItem(itemId)
  const { variants } = useVariants(itemId, null)
  const possible = variants.filter(isPossible)
  const known = possible.find(({ id }) => id === variant?.id) ?? possible[0] ?? null
  const itemName = item?.name ?? ''
  const able = useWho(service)
  useEffect(() => {
    if (known?.id !== variant?.id && known?.catalogItemId === itemId) onChange({ variant: known, length: null })
    if (itemName && itemName !== service.itemName) onChange({ itemName })
  })
  const lengths = variant ? lengthsOf(variant) : []
  return (
    <fieldset className={styles.service} data-service="">
      <legend>{text('visit.serviceAt', { index: index + 1 })}</legend>
      <div className={styles.what}>
        <RecordSearch<CatalogItem>
          resource={catalogItems.name}
          params={activeItems}
          recordId={itemId}
          label={text('visit.service')}
          placeholder={text('visit.serviceHint')}
          isAsked={isAsked}
          onChange={id => onChange({ itemId: id, itemName: '', variant: null, length: null, who: null, answers: {} })}
        />
        {onRemove && (
          <IconButton size="small" aria-label={text('visit.remove', { index: index + 1 })} onClick={onRemove}>
            <Close fontSize="small" />
          </IconButton>
        )}
      </div>
      {possible.length > 1 && variant && (
        <Choose
          label={text('availability.variant')}
          value={variant.id}
          choices={possible.map(({ id, name }) => ({ id, name }))}
          onChange={id => onChange({ variant: possible.find(one => one.id === id) ?? null, length: null, who: null })}
        />
      )}
      {lengths.length > 0 && (
        <Choose
          label={text('availability.length')}
          value={String(length ?? lengths[0])}
          choices={lengths.map(minutes => ({ id: String(minutes), name: formatMinutes(minutes, locale) }))}
          onChange={minutes => onChange({ length: Number(minutes) })}
        />
      )}
      <div className={styles.whose}>
        <Choose
          label={text('visit.with')}
          value={who ?? ''}
          none={text('visit.anyone')}
          choices={able}
          onChange={id => onChange({ who: id || null })}
        />
        <Choose
          label={text('visit.guest')}
          value={String(guest)}
          choices={Array.from({ length: Math.min(guests + 1, maxParts) }, (_, each) => ({
            id: String(each),
            name: text('visit.guestAt', { index: each + 1 }),
          }))}
          onChange={id => onChange({ guest: Number(id) })}
        />
      </div>
      <ServiceTerms service={service} onChange={onChange} />
    </fieldset>
  )
}
