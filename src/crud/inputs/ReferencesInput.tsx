import { AutocompleteArrayInput, ReferenceArrayInput } from 'react-admin'
import type { AnyResource } from '../../schema'
import type { InputProps } from '../kinds'
import { commonProps } from './attributes'
import { referenceChoices } from './referenceChoices'

/** Any number of records, searched by the API 25 at a time. */
export const ReferencesInput = (props: InputProps<'references'>) => {
  const { source, ...common } = commonProps(props)
  const { reference, ...autocomplete } = referenceChoices(props.field.options.to() as AnyResource)
  return (
    <ReferenceArrayInput source={source} {...reference}>
      <AutocompleteArrayInput {...common} {...autocomplete} />
    </ReferenceArrayInput>
  )
}
