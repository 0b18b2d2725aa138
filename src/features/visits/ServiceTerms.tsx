import ExpandMore from '@mui/icons-material/ExpandMore'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { Columns, TimeField } from '../../show'
import { QuantityField } from '../availability/QuantityField'
import bookingStyles from '../bookings/bookings.module.css'
import type { Service } from './service'
import { useText } from './useText'

interface ServiceTermsProps {
  service: Service
  onChange: (changes: Partial<Service>) => void
}

export const ServiceTerms = ({ service, onChange }: ServiceTermsProps) => {
  const text = useText()
  const { variant, quantity, minWait, maxWait, time } = service
  const [isOpened, setOpened] = useState(false)
  const { minQuantity = 1, maxQuantity = 1 } = variant ?? {}
  const minutes = (name: 'minWait' | 'maxWait', value: number | null) => (
    <TextField
      type="number"
      label={text(`visit.${name}`)}
      value={value ?? ''}
      onChange={({ target }) => onChange({ [name]: target.value === '' ? null : Number(target.value) })}
      slotProps={{ htmlInput: { min: 0, max: 60, step: 5, inputMode: 'numeric' }, inputLabel: { shrink: true } }}
    />
  )
  return (
    <>
      <div>
        <Button
          size="small"
          startIcon={<ExpandMore className={isOpened ? bookingStyles.opened : ''} />}
          aria-expanded={isOpened}
          onClick={() => setOpened(!isOpened)}
        >
          {text('visit.terms')}
        </Button>
      </div>
      {isOpened && (
        <Columns least="9rem" gap="0.5rem">
          {maxQuantity > 1 && (
            <QuantityField
              min={minQuantity}
              max={maxQuantity}
              value={quantity}
              onChange={quantity => onChange({ quantity })}
            />
          )}
          {minutes('minWait', minWait)}
          {minutes('maxWait', maxWait)}
          <TimeField
            label={text('visit.time')}
            value={time ?? ''}
            onChange={time => onChange({ time: time || null })}
          />
        </Columns>
      )}
    </>
  )
}
