import { NumberInput } from 'react-admin'
import type { InputProps } from '../kinds'
import { commonProps, htmlInput } from './attributes'

export const IntegerInput = (props: InputProps<'integer'>) => {
  const { min, max } = props.field.options
  return (
    <NumberInput
      {...commonProps(props)}
      min={min}
      max={max}
      step={1}
      slotProps={{ htmlInput: htmlInput(props, { inputMode: 'numeric', min, max, step: 1 }) }}
    />
  )
}
