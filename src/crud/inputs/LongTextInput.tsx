import { TextInput } from 'react-admin'
import type { InputProps } from '../kinds'
import { commonProps, htmlInput } from './attributes'

export const LongTextInput = (props: InputProps<'longText'>) => (
  <TextInput {...commonProps(props)} multiline minRows={3} maxRows={12} slotProps={{ htmlInput: htmlInput(props) }} />
)
