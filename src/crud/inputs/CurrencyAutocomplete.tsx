import type { ComponentProps } from 'react'
import { currencyCodes } from '../format/currencyCodes'
import { useDisplay } from '../format/display'
import { currencyName } from '../format/names'
import { OptionAutocomplete } from './OptionAutocomplete'

/** A currency by its code or its name. */
export const CurrencyAutocomplete = (
  props: Pick<ComponentProps<typeof OptionAutocomplete>, 'input' | 'isClearable'>,
) => {
  const { locale } = useDisplay()
  const labelOf = (code: string) => currencyName(code, locale)
  return (
    <OptionAutocomplete
      {...props}
      options={currencyCodes()}
      labelOf={labelOf}
      matches={(typed, code) => labelOf(code).toLowerCase().includes(typed.trim().toLowerCase())}
    />
  )
}
