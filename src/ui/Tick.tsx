import Checkbox, { type CheckboxProps } from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'

interface TickProps extends Omit<CheckboxProps, 'onChange'> {
  label: string
  onChange: (isOn: boolean) => void
}

/** A checkbox with its label. */
export const Tick = ({ label, onChange, ...box }: TickProps) => (
  <FormControlLabel label={label} control={<Checkbox {...box} onChange={(_, isOn) => onChange(isOn)} />} />
)
