import InputAdornment from '@mui/material/InputAdornment'
import { NumberInput } from 'react-admin'
import type { InputProps } from '../kinds'
import { useCrudText } from '../text/useCrudText'
import { commonProps, htmlInput } from './attributes'

export const MinutesInput = (props: InputProps<'minutes'>) => {
  const text = useCrudText()
  const { min, max } = props.field.options
  return (
    <NumberInput
      {...commonProps(props)}
      min={min}
      max={max}
      step={1}
      slotProps={{
        htmlInput: htmlInput(props, { inputMode: 'numeric', min, max, step: 1 }),
        input: { endAdornment: <InputAdornment position="end">{text('crud.input.minutes')}</InputAdornment> },
      }}
    />
  )
}
