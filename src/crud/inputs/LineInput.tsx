import InputAdornment from '@mui/material/InputAdornment'
import { TextInput } from 'react-admin'
import { viewOf } from '../kinds'
import type { InputProps, Line } from '../kinds/kindView'
import { commonProps, htmlInput } from './attributes'

const lineOf = ({ field }: InputProps): Line => {
  const { input } = viewOf(field)
  return typeof input === 'object' ? input.line : {}
}

export const LineInput = (props: InputProps) => {
  const { type, inputMode, placeholder, isCode, isLong, unit, parse } = lineOf(props)
  return (
    <TextInput
      {...commonProps(props)}
      {...(type && { type })}
      {...(parse && { parse })}
      {...(isLong && { multiline: true, minRows: 3, maxRows: 12 })}
      slotProps={{
        ...(unit && { input: { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> } }),
        htmlInput: htmlInput(props, {
          ...(inputMode && { inputMode }),
          ...(placeholder && { placeholder }),
          ...(isCode && { autoCapitalize: 'none', spellCheck: false }),
        }),
      }}
    />
  )
}
