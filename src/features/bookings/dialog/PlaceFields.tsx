import Button from '@mui/material/Button'
import { useState } from 'react'
import type { Booking } from '../../../resources/bookings'
import { DateField, instantOf, TimeField, useDisplay, wallTime } from '../../../show'
import { Choose } from '../../availability/Choose'
import styles from '../bookings.module.css'
import { useResourcesOf } from '../move/useAssignedResources'
import { useText } from './useText'

interface PlaceFieldsProps {
  startsAt: string | null
  day: string
  resourceIds: readonly string[]
  variant: Pick<Booking, 'catalogItemId' | 'variantId'> | null
  onMove: (startsAt: string, resourceIds: readonly string[]) => void
}

export const PlaceFields = ({ startsAt, day, resourceIds, variant, onMove }: PlaceFieldsProps) => {
  const text = useText()
  const { timeZone } = useDisplay()
  const start = startsAt ? wallTime(Date.parse(startsAt), timeZone) : null
  const [date, setDate] = useState(start?.date ?? day)
  const [time, setTime] = useState(start?.time ?? '')
  const [resourceId, setResource] = useState(resourceIds.length === 1 ? (resourceIds[0] ?? '') : '')
  const able = useResourcesOf(variant) ?? []
  const wanted = instantOf(date, time, timeZone)
  return (
    <div className={styles.place}>
      <DateField label={text('availability.date')} value={date} onChange={setDate} />
      <TimeField label={text('availability.time')} value={time} onChange={setTime} />
      {able.length > 0 && (
        <Choose
          label={text('availability.resource')}
          value={resourceId}
          none={text('booking.anyone')}
          choices={able.map(one => ({ id: one.resourceId, name: one.resourceName }))}
          onChange={setResource}
        />
      )}
      <Button
        variant="outlined"
        disabled={wanted === null}
        onClick={() => wanted && onMove(wanted, resourceId ? [resourceId] : [])}
      >
        {text('booking.takeTime')}
      </Button>
    </div>
  )
}
