import type { InputProps } from '../kinds'
import { CurrencyAutocomplete } from './CurrencyAutocomplete'

export const CurrencyInput = (props: InputProps<'currency'>) => (
  <CurrencyAutocomplete input={props} isClearable={props.field.presence === 'optional'} />
)
