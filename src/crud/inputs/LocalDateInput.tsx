import { TextInput } from 'react-admin'
import type { InputProps } from '../kinds'
import { commonProps, htmlInput } from './attributes'

export const LocalDateInput = (props: InputProps<'localDate'>) => (
  <TextInput
    {...commonProps(props)}
    type="date"
    slotProps={{ inputLabel: { shrink: true }, htmlInput: htmlInput(props) }}
  />
)
