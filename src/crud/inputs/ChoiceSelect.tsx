import { FieldTitle } from 'ra-core'
import { SelectInput } from 'react-admin'
import type { AnyField } from '../../schema'
import type { InputProps } from '../kinds'
import { commonProps } from './attributes'

interface ChoiceSelectProps {
  input: Pick<InputProps, 'resource' | 'name' | 'isRequired' | 'helperText'> & { field: Pick<AnyField, 'presence'> }
  choices: readonly { id: string | number; name: string }[]
}

const none = { id: '', name: 'crud.none' }

/** One of a few values. Only a field that may be null offers "None". */
export const ChoiceSelect = ({ input, choices }: ChoiceSelectProps) => (
  <SelectInput
    {...commonProps(input)}
    // react-admin's own empty choice has another name for the ear than for the eye.
    isRequired
    label={<FieldTitle source={input.name} resource={input.resource.name} isRequired={input.isRequired} />}
    choices={input.field.presence === 'optional' ? [none, ...choices] : [...choices]}
    slotProps={{ select: { SelectDisplayProps: { 'aria-required': input.isRequired || undefined } } }}
  />
)
