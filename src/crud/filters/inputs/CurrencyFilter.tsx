import { CurrencyAutocomplete } from '../../inputs/CurrencyAutocomplete'
import type { FilterInputProps } from '../../kinds'

export const CurrencyFilter = (props: FilterInputProps<'currency'>) => (
  <CurrencyAutocomplete input={props} isClearable />
)
