import { TextInput } from 'react-admin'
import type { InputProps } from '../kinds'
import { commonProps, htmlInput } from './attributes'

export const UrlInput = (props: InputProps<'url'>) => (
  <TextInput
    {...commonProps(props)}
    type="url"
    slotProps={{
      htmlInput: htmlInput(props, {
        inputMode: 'url',
        autoCapitalize: 'none',
        spellCheck: false,
        placeholder: 'https://',
      }),
    }}
  />
)
