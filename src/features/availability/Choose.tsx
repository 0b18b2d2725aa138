import TextField from '@mui/material/TextField'
import { useId } from 'react'

interface ChooseProps {
  label: string
  value: string
  choices: readonly { id: string; name: string }[]
  none?: string
  onChange: (id: string) => void
}

/** A native select is quickest on a phone. */
export const Choose = ({ label, value, choices, none, onChange }: ChooseProps) => {
  const id = useId()
  return (
    <TextField
      select
      id={id}
      label={label}
      value={none === undefined || choices.some(one => one.id === value) ? value : ''}
      onChange={event => onChange(event.target.value)}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      {none !== undefined && <option value="">{none}</option>}
      {choices.map(one => (
        <option key={one.id} value={one.id}>
          {one.name}
        </option>
      ))}
    </TextField>
  )
}
