import InputAdornment from '@mui/material/InputAdornment'
import { TextInput, type TextInputProps } from 'react-admin'
import { viewOf } from '../kinds'
import type { InputProps, Line } from '../kinds/kindView'
import { useUnit } from '../kinds/Unit'
import { commonProps, htmlInput } from './attributes'

const lineOf = ({ field }: InputProps): Line => {
  const { input } = viewOf(field)
  return typeof input === 'object' ? input.line : {}
}

/** The input of a field of one line of text. */
export const LineInput = ({
  label,
  format,
  ...props
}: InputProps & { label?: string | undefined; format?: TextInputProps['format'] }) => {
  const { type, inputMode, placeholder, isCode, isLong, unit: ofKind, parse } = lineOf(props)
  const unit = useUnit(props) ?? ofKind
  return (
    <TextInput
      {...commonProps(props)}
      {...(type && { type })}
      {...(label && { label })}
      {...(format && { format })}
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
