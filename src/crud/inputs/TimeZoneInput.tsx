import type { InputProps } from '../kinds'
import { TimeZoneAutocomplete } from './TimeZoneAutocomplete'

export const TimeZoneInput = (props: InputProps<'timezone'>) => (
  <TimeZoneAutocomplete input={props} isClearable={props.field.presence === 'optional'} />
)
