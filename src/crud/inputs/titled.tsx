import { FieldTitle } from 'ra-core'
import { InputHelperText } from 'react-admin'
import type { InputProps } from '../kinds/kindView'

export type TitledProps = Pick<InputProps, 'resource' | 'name'> & Partial<Pick<InputProps, 'isRequired' | 'helperText'>>

interface FieldState {
  invalid: boolean
  error?: { message?: string } | undefined
}

/** Label and help of a MUI input, as react-admin gives its own. */
export const titled = (input: TitledProps, { invalid, error }: FieldState) => {
  const { resource, name, isRequired = false, helperText = false } = input
  return {
    label: <FieldTitle source={name} resource={resource.name} isRequired={isRequired} />,
    error: invalid,
    helperText: (helperText !== false || invalid) && <InputHelperText error={error?.message} helperText={helperText} />,
  }
}
