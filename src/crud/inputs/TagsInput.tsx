import { FieldTitle } from 'ra-core'
import { TextArrayInput } from 'react-admin'
import type { InputProps } from '../kinds/kindView'

export const TagsInput = ({ resource, name, isRequired, helperText }: InputProps<'tags'>) => (
  <TextArrayInput
    source={name}
    label={<FieldTitle source={name} resource={resource.name} isRequired={isRequired} />}
    helperText={helperText || 'crud.input.tags'}
  />
)
