import { FieldTitle } from 'ra-core'
import { TextArrayInput } from 'react-admin'
import type { InputProps } from '../kinds/kindView'

/** Invalid text stays, for validation to refuse. */
const numberOf = (typed: string): unknown => (/^-?\d{1,9}$/.test(typed.trim()) ? Number(typed) : typed)

export const IntegersInput = ({ resource, name, isRequired, helperText }: InputProps<'integers'>) => (
  <TextArrayInput
    source={name}
    label={<FieldTitle source={name} resource={resource.name} isRequired={isRequired} />}
    helperText={helperText || 'crud.input.tags'}
    format={(values: readonly number[] | null) => (values ?? []).map(String)}
    parse={(typed: readonly string[]) => typed.map(numberOf)}
  />
)
