import { TextInput } from 'react-admin'
import type { InputProps } from '../kinds'
import { commonProps, htmlInput } from './attributes'

/** People write numbers with spaces, hyphens and brackets, and 00 for +; the API wants E.164. */
const toE164 = (value: string): string | null => value.replace(/[\s()./-]/g, '').replace(/^00/, '+') || null

export const PhoneInput = (props: InputProps<'phone'>) => (
  <TextInput
    {...commonProps(props)}
    type="tel"
    parse={toE164}
    slotProps={{ htmlInput: htmlInput(props, { inputMode: 'tel', placeholder: '+4930123456' }) }}
  />
)
