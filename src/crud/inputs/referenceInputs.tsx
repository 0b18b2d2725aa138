import {
  ReferenceInput as AdminReferenceInput,
  AutocompleteArrayInput,
  AutocompleteInput,
  ReferenceArrayInput,
} from 'react-admin'
import { type AnyResource, fieldOf } from '../../schema/index'
import { knownChoices } from '../choices'
import type { InputProps } from '../kinds/kindView'
import { commonProps } from './attributes'
import { useReferenceChoices } from './referenceChoices'
import { useTenantOfRecord } from './useTenantOfRecord'

const active = { isActive: true }

/** Offers active records, but keeps a chosen inactive one. */
export const ReferenceInput = (props: InputProps<'reference'>) => {
  const target = props.field.options.to() as AnyResource
  const { source, ...common } = commonProps(props)
  const { reference, ...autocomplete } = useReferenceChoices(target)
  const tenantId = useTenantOfRecord()
  return (
    <AdminReferenceInput
      source={source}
      {...reference}
      {...(fieldOf(target, 'isActive') && { filter: active })}
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
