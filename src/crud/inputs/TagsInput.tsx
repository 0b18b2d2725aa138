import { FieldTitle } from 'ra-core'
import { lazy } from 'react'
import { TextArrayInput } from 'react-admin'
import type { InputProps } from '../kinds/kindView'

const ChosenTagsInput = lazy(async () => ({ default: (await import('./referenceInputs')).ChosenTagsInput }))

export const TagsInput = (props: InputProps<'tags'>) => {
  const { resource, name, field, isRequired, helperText } = props
  if (field.options.only) return <ChosenTagsInput {...props} />
  return (
    <TextArrayInput
      source={name}
      label={<FieldTitle source={name} resource={resource.name} isRequired={isRequired} />}
      helperText={helperText || 'crud.input.tags'}
    />
  )
}
