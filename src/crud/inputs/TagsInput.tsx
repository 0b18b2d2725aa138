import { FieldTitle } from 'ra-core'
import { AutocompleteArrayInput, TextArrayInput } from 'react-admin'
import type { InputProps } from '../kinds/kindView'

export const TagsInput = ({ resource, name, field, isRequired, helperText }: InputProps<'tags'>) => {
  const { only } = field.options
  const shared = {
    source: name,
    label: <FieldTitle source={name} resource={resource.name} isRequired={isRequired} />,
  }
  if (!only) return <TextArrayInput {...shared} helperText={helperText || 'crud.input.tags'} />
  const choices = only.map(id => ({ id, name: id }))
  return (
    <AutocompleteArrayInput {...shared} choices={choices} translateChoice={false} helperText={helperText || false} />
  )
}
