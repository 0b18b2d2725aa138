import { FilterLiveForm } from 'ra-core'
import { type ComponentType, memo } from 'react'
import type { AnyField, AnyResource, FilterBy } from '../../schema'
import { filterOf } from '../kinds'
import type { FilterInputProps } from '../kinds/kindView'
import { RangeFilter, SpanFilter } from './RangeFilters'
import { standardFilters } from './standardFilters'

const inputs: Readonly<Record<FilterBy, ComponentType<FilterInputProps> | null>> = {
  equal: null,
  among: null,
  contains: standardFilters.text,
  range: RangeFilter,
  span: SpanFilter,
  overlap: SpanFilter,
  presence: standardFilters.flag as ComponentType<FilterInputProps>,
}

const inputOf = (field: AnyField): ComponentType<FilterInputProps> | null => {
  const filter = filterOf(field)
  if (filter) return standardFilters[filter] as ComponentType<FilterInputProps>
  return field.traits.filter ? inputs[field.traits.filter] : null
}

interface FilterFormProps {
  resource: AnyResource
  name: string
  field: AnyField
}

const FilterForm = ({ resource, name, field }: FilterFormProps) => {
  const Input = inputOf(field)
  return (
    <FilterLiveForm debounce={200}>{Input && <Input resource={resource} name={name} field={field} />}</FilterLiveForm>
  )
}

export default memo(FilterForm)
