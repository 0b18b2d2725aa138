import { useEffect, useRef } from 'react'
import {
  ReferenceInput as AdminReferenceInput,
  AutocompleteArrayInput,
  AutocompleteInput,
  ReferenceArrayInput,
} from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { type AnyResource, fieldOf, isEmpty } from '../../schema/index'
import { knownChoices } from '../choices'
import type { InputProps } from '../kinds/kindView'
import { commonProps } from './attributes'
import { useReferenceChoices } from './referenceChoices'
import { useTenantOfRecord } from './useTenantOfRecord'

const active = { isActive: true }

/** By the declaration's `where`; clears a value that no longer fits. */
const useNarrowing = ({ name, field }: InputProps<'reference'>): Record<string, unknown> => {
  const where = Object.entries(field.options.where ?? {})
  const { control, setValue, getFieldState } = useFormContext()
  const values: unknown[] = useWatch({ control, name: where.map(([, mine]) => mine) })
  const key = JSON.stringify(values)
  const narrowedBy = useRef(key)
  const isChanged = where.some(([, mine]) => getFieldState(mine).isDirty)
  useEffect(() => {
    if (narrowedBy.current === key) return
    narrowedBy.current = key
    if (isChanged) setValue(name, null, { shouldDirty: true })
  }, [key, isChanged, name, setValue])
  return Object.fromEntries(
    where.flatMap(([theirs], index) => (isEmpty(values[index]) ? [] : [[theirs, values[index]]])),
  )
}

/** Offers active records, and a chosen inactive one. */
export const ReferenceInput = (props: InputProps<'reference'>) => {
  const target = props.field.options.to() as AnyResource
  const { source, ...common } = commonProps(props)
  const { reference, ...autocomplete } = useReferenceChoices(target)
  const tenantId = useTenantOfRecord()
  const narrowing = useNarrowing(props)
  const filter = { ...(fieldOf(target, 'isActive') && active), ...narrowing }
  return (
    <AdminReferenceInput
      source={source}
      {...reference}
      filter={filter}
      {...(tenantId && target.scope === 'tenant' && { queryOptions: { meta: { tenantId } } })}
    >
      <AutocompleteInput {...common} {...autocomplete} />
    </AdminReferenceInput>
  )
}

export const ReferencesInput = (props: InputProps<'references'>) => {
  const { source, ...common } = commonProps(props)
  const { reference, ...autocomplete } = useReferenceChoices(props.field.options.to() as AnyResource)
  return (
    <ReferenceArrayInput source={source} {...reference}>
      <AutocompleteArrayInput {...common} {...autocomplete} />
    </ReferenceArrayInput>
  )
}

export const ChosenTagsInput = (props: InputProps<'tags'>) => {
  const { only = [], known } = props.field.options
  return (
    <AutocompleteArrayInput
      {...commonProps(props)}
      choices={known ? knownChoices(props.resource, props.name, props.field) : only.map(id => ({ id, name: id }))}
      translateChoice={known !== undefined}
    />
  )
}
