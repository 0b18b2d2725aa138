import { ReferenceInput as AdminReferenceInput, AutocompleteInput } from 'react-admin'
import { type AnyResource, fieldOf } from '../../schema'
import type { InputProps } from '../kinds'
import { commonProps } from './attributes'
import { referenceChoices } from './referenceChoices'
import { useTenantOfRecord } from './useTenantOfRecord'

const active = { isActive: true }

/** Records are searched by the API, 25 at a time; those that are not active are not offered, but stay where they were chosen. */
export const ReferenceInput = (props: InputProps<'reference'>) => {
  const target = props.field.options.to() as AnyResource
  const { source, ...common } = commonProps(props)
  const { reference, ...autocomplete } = referenceChoices(target)
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
