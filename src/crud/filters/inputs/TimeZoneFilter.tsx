import { TimeZoneAutocomplete } from '../../inputs/TimeZoneAutocomplete'
import type { FilterInputProps } from '../../kinds'

export const TimeZoneFilter = (props: FilterInputProps<'timezone'>) => (
  <TimeZoneAutocomplete input={props} isClearable />
)
