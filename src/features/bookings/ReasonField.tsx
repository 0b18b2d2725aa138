import TextField from '@mui/material/TextField'
import { useText } from './useText'

interface ReasonFieldProps {
  value: string
  error: string | undefined
  onChange: (reason: string) => void
}

export const ReasonField = ({ value, error, onChange }: ReasonFieldProps) => (
  <TextField
    label={useText()('booking.reason')}
    value={value}
    error={error !== undefined}
    helperText={error}
    onChange={event => onChange(event.target.value)}
    slotProps={{ htmlInput: { maxLength: 500 } }}
  />
)
