import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { FieldTitle, useInput } from 'ra-core'
import { InputHelperText } from 'react-admin'
import type { InputProps } from '../kinds'
import { inPlace } from './inPlace'

/** How many options are drawn at a time: nobody reads four hundred. */
const shown = 50

interface OptionAutocompleteProps {
  input: Pick<InputProps, 'resource' | 'name'> & Partial<Pick<InputProps, 'isRequired' | 'helperText'>>
  options: readonly string[]
  labelOf: (option: string) => string
  /** Whether an option is one that somebody who typed this may mean. */
  matches: (typed: string, option: string) => boolean
  isClearable: boolean
}

/** One of many values, found by typing. Labels are made for the options that are seen only, since they may be slow to make. */
export const OptionAutocomplete = ({ input, options, labelOf, matches, isClearable }: OptionAutocompleteProps) => {
  const { resource, name, isRequired = false, helperText = false } = input
  const { field, fieldState, id } = useInput<string | null>({ source: name, isRequired })
  const value: string | null = field.value || null
  return (
    <Autocomplete
      id={id}
      value={value}
      options={value && !options.includes(value) ? [value, ...options] : options}
      getOptionLabel={labelOf}
      filterOptions={(all, { inputValue }) =>
        (inputValue ? all.filter(option => matches(inputValue, option)) : all).slice(0, shown)
      }
      onChange={(_, option) => field.onChange(option ?? '')}
      onBlur={() => field.onBlur()}
      disableClearable={!isClearable as false}
      autoHighlight
      {...inPlace}
      renderInput={params => (
        <TextField
          {...params}
          inputRef={field.ref}
          label={<FieldTitle source={name} resource={resource.name} isRequired={isRequired} />}
          error={fieldState.invalid}
          helperText={
            (helperText !== false || fieldState.invalid) && (
              <InputHelperText error={fieldState.error?.message} helperText={helperText} />
            )
          }
          slotProps={{ htmlInput: { ...params.inputProps, 'aria-required': isRequired || undefined } }}
        />
      )}
    />
  )
}
