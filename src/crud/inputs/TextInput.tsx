import { TextInput as AdminTextInput } from 'react-admin'
import type { InputProps } from '../kinds'
import { commonProps, htmlInput } from './attributes'

export const TextInput = (props: InputProps<'text'>) => (
  <AdminTextInput {...commonProps(props)} slotProps={{ htmlInput: htmlInput(props) }} />
)
