import { AutocompleteInput, ReferenceInput } from 'react-admin'
import type { AnyResource } from '../../../schema'
import { referenceChoices } from '../../inputs/referenceChoices'
import type { FilterInputProps } from '../../kinds'

export const ReferenceFilter = ({ name, field }: FilterInputProps<'reference'> | FilterInputProps<'references'>) => {
  const { reference, ...autocomplete } = referenceChoices(field.options.to() as AnyResource)
  return (
    <ReferenceInput source={name} {...reference}>
      <AutocompleteInput helperText={false} {...autocomplete} />
    </ReferenceInput>
  )
}
