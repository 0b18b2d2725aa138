import TextField from '@mui/material/TextField'
import { useEffect, useState } from 'react'
import { useText } from './useText'

interface QuantityFieldProps {
  min: number
  max: number
  value: number | null
  onChange: (quantity: number) => void
}

export const QuantityField = ({ min, max, value, onChange }: QuantityFieldProps) => {
  const text = useText()
  const [typed, setTyped] = useState(String(value ?? min))
  useEffect(() => setTyped(String(value ?? min)), [value, min])
  const isPossible = (quantity: number) => Number.isInteger(quantity) && quantity >= min && quantity <= max
  const isWrong = !isPossible(Number(typed))
  return (
    <TextField
      type="number"
      label={text('availability.quantity')}
      value={typed}
      error={isWrong}
      helperText={isWrong ? text('availability.quantityRange', { min, max }) : undefined}
      onChange={event => {
        setTyped(event.target.value)
        if (isPossible(Number(event.target.value))) onChange(Number(event.target.value))
      }}
      slotProps={{ htmlInput: { min, max, inputMode: 'numeric' }, inputLabel: { shrink: true } }}
    />
  )
}
