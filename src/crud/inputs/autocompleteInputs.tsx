import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { useInput } from 'ra-core'
import { type ComponentProps, useState } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import { countryCodes } from '../../ui/format/countryCodes'
import { currencyCodes } from '../../ui/format/currencyCodes'
import { useDisplay } from '../../ui/format/display'
import { countryName, currencyName } from '../../ui/format/names'
import { timeZoneLabel, timeZoneNames } from '../../ui/format/timeZones'
import { inPlace } from '../../ui/inputs/inPlace'
import type { InputProps } from '../kinds/kindView'
import { type TitledProps, titled } from './titled'

const shown = 50

interface OptionAutocompleteProps {
  input: TitledProps
  /** Asked when the list opens: hundreds of names take longer than a frame. */
  optionsOf: () => readonly string[]
  labelOf: (option: string) => string
  matches: (typed: string, option: string) => boolean
  isClearable: boolean
}

export const OptionAutocomplete = ({ input, optionsOf, labelOf, matches, isClearable }: OptionAutocompleteProps) => {
  const { name, isRequired = false } = input
  const { field, fieldState, id } = useInput<string | null>({ source: name, isRequired })
  const text = useMachineText()
  const [isOpen, setOpen] = useState(false)
  const options = isOpen ? optionsOf() : []
  const value: string | null = field.value || null
  return (
    <Autocomplete
      id={id}
      value={value}
      open={isOpen}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      options={value && !options.includes(value) ? [value, ...options] : options}
      getOptionLabel={labelOf}
      filterOptions={(all, { inputValue }) =>
        (inputValue ? all.filter(option => matches(inputValue, option)) : all).slice(0, shown)
      }
      onChange={(_, option) => field.onChange(option ?? '')}
      onBlur={() => field.onBlur()}
      noOptionsText={text('crud.lookup.nothing')}
      disableClearable={!isClearable as false}
      autoHighlight
      {...inPlace}
      renderInput={params => (
        <TextField
          {...params}
          inputRef={field.ref}
          {...titled(input, fieldState)}
          slotProps={{ htmlInput: { ...params.inputProps, 'aria-required': isRequired || undefined } }}
        />
      )}
    />
  )
}

export const CurrencyAutocomplete = (
  props: Pick<ComponentProps<typeof OptionAutocomplete>, 'input' | 'isClearable'>,
) => {
  const { locale } = useDisplay()
  const labelOf = (code: string) => currencyName(code, locale)
  return (
    <OptionAutocomplete
      {...props}
      optionsOf={currencyCodes}
      labelOf={labelOf}
      matches={(typed, code) => labelOf(code).toLowerCase().includes(typed.trim().toLowerCase())}
    />
  )
}

export const CurrencyInput = (props: InputProps<'currency'>) => (
  <CurrencyAutocomplete input={props} isClearable={props.field.presence === 'optional'} />
)

export const CountryAutocomplete = (
  props: Pick<ComponentProps<typeof OptionAutocomplete>, 'input' | 'isClearable'>,
) => {
  const { locale } = useDisplay()
  const labelOf = (code: string) => countryName(code, locale)
  return (
    <OptionAutocomplete
      {...props}
      optionsOf={() => countryCodes(locale)}
      labelOf={labelOf}
      matches={(typed, code) =>
        code === typed.trim().toUpperCase() || labelOf(code).toLowerCase().includes(typed.trim().toLowerCase())
      }
    />
  )
}

export const CountryInput = (props: InputProps<'country'>) => (
  <CountryAutocomplete input={props} isClearable={props.field.presence === 'optional'} />
)

const words = (text: string): string[] => text.toLowerCase().split(/[\s_/]+/)

/** "new y" finds America/New_York. */
const matches = (typed: string, timeZone: string): boolean => {
  const parts = words(timeZone)
  return words(typed.trim()).every(word => parts.some(part => part.startsWith(word)))
}

export const TimeZoneAutocomplete = (
  props: Pick<ComponentProps<typeof OptionAutocomplete>, 'input' | 'isClearable'>,
) => <OptionAutocomplete {...props} optionsOf={timeZoneNames} labelOf={timeZoneLabel} matches={matches} />

export const TimeZoneInput = (props: InputProps<'timezone'>) => (
  <TimeZoneAutocomplete input={props} isClearable={props.field.presence === 'optional'} />
)
