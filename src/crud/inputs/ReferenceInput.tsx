import { ReferenceInput as AdminReferenceInput, AutocompleteInput } from 'react-admin'
import type { AnyResource } from '../../schema'
import type { InputProps } from '../kinds'
import { commonProps } from './attributes'
import { referenceChoices } from './referenceChoices'

/** Records are searched by the API, 25 at a time. */
export const ReferenceInput = (props: InputProps<'reference'>) => {
  const { source, ...common } = commonProps(props)
  const { reference, ...autocomplete } = referenceChoices(props.field.options.to() as AnyResource)
  return (
    <AdminReferenceInput source={source} {...reference}>
      <AutocompleteInput {...common} {...autocomplete} />
    </AdminReferenceInput>
  )
}
