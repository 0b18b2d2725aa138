import { useGetMany } from 'ra-core'
import type { Booking } from '../../../resources/bookings'
import { type ResourceType, resourceTypes } from '../../../resources/resourceTypes'
import { Choose } from '../../availability/Choose'
import { useText } from '../../availability/useText'
import { useAssignedResources } from './useAssignedResources'

interface ResourceFieldsProps {
  booking: Booking
  resourceIds: readonly string[]
  onChange: (resourceIds: readonly string[]) => void
}

export const ResourceFields = ({ booking, resourceIds, onChange }: ResourceFieldsProps) => {
  const text = useText()
  const assigned = useAssignedResources(booking)
  const { data: types = [] } = useGetMany<ResourceType>(resourceTypes.name, {
    ids: booking.resources.map(({ resourceTypeId }) => resourceTypeId),
  })
  return resourceIds.map((resourceId, index) => {
    const type = assigned.find(one => one.resourceId === resourceId)?.resourceTypeId
    const choices = assigned
      .filter(one => one.resourceTypeId === type)
      .map(one => ({ id: one.resourceId, name: one.resourceName }))
    return (
      <Choose
        key={type ?? resourceId}
        label={types.find(one => one.id === type)?.name ?? text('availability.resource')}
        value={resourceId}
        choices={choices}
        onChange={chosen => onChange(resourceIds.with(index, chosen))}
      />
    )
  })
}
