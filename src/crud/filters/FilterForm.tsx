import { FilterLiveForm } from 'ra-core'
import type { ComponentType } from 'react'
import type { AnyField, AnyResource, FilterableKind } from '../../schema'
import type { FilterInputProps } from '../kinds'
import { ChoiceFilter } from './inputs/ChoiceFilter'
import { CurrencyFilter } from './inputs/CurrencyFilter'
import { DateRangeFilter } from './inputs/DateRangeFilter'
import { FlagFilter } from './inputs/FlagFilter'
import { LocaleFilter } from './inputs/LocaleFilter'
import { NumberFilter } from './inputs/NumberFilter'
import { ReferenceFilter } from './inputs/ReferenceFilter'
import { TimeZoneFilter } from './inputs/TimeZoneFilter'
import { WeekdayFilter } from './inputs/WeekdayFilter'

const filterInputs: { readonly [K in FilterableKind]: ComponentType<FilterInputProps<K>> } = {
  choice: ChoiceFilter,
  flag: FlagFilter,
  reference: ReferenceFilter,
  references: ReferenceFilter,
  integer: NumberFilter,
  minutes: NumberFilter,
  weekday: WeekdayFilter,
  timezone: TimeZoneFilter,
  currency: CurrencyFilter,
  locale: LocaleFilter,
  localDate: DateRangeFilter,
  instant: DateRangeFilter,
}

interface FilterFormProps {
  resource: AnyResource
  name: string
  field: AnyField
}

/** The input of one filter; what is entered is applied to the list at once. Loaded when a filter is first opened. */
const FilterForm = ({ resource, name, field }: FilterFormProps) => {
  // Declarations admit filters of filterable kinds only.
  const Input = filterInputs[field.kind as FilterableKind] as ComponentType<FilterInputProps>
  return (
    <FilterLiveForm debounce={200}>
      <Input resource={resource} name={name} field={field} />
    </FilterLiveForm>
  )
}

export default FilterForm
