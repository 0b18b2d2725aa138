import InputAdornment from '@mui/material/InputAdornment'
import { NumberInput } from 'react-admin'
import { useMachineText } from '../../i18n/useMachineText'
import type { InputProps } from '../kinds/kindView'
import { useUnit } from '../kinds/Unit'
import { commonProps, htmlInput } from './attributes'

/** Has the declared limits. */
export const IntegerInput = (props: InputProps<'integer'>) => {
  const { min, max } = props.field.options
  const unit = useUnit(props)
  return (
    <NumberInput
      {...commonProps(props)}
      min={min}
      max={max}
      step={1}
      slotProps={{
        htmlInput: htmlInput(props, { inputMode: 'numeric', min, max, step: 1 }),
        ...(unit && { input: { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> } }),
      }}
    />
  )
}

export const MinutesInput = (props: InputProps<'minutes'>) => {
  const text = useMachineText()
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
