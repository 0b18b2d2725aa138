import { TextInput } from 'react-admin'
import type { InputProps } from '../kinds'
import { commonProps, htmlInput } from './attributes'

export const EmailInput = (props: InputProps<'email'>) => (
  <TextInput
    {...commonProps(props)}
    type="email"
    slotProps={{ htmlInput: htmlInput(props, { inputMode: 'email', autoCapitalize: 'none', spellCheck: false }) }}
  />
)
