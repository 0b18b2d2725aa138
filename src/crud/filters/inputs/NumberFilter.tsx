import { NumberInput } from 'react-admin'
import type { FilterInputProps } from '../../kinds'

export const NumberFilter = ({ name, field }: FilterInputProps<'integer'> | FilterInputProps<'minutes'>) => (
  <NumberInput source={name} min={field.options.min} max={field.options.max} step={1} helperText={false} autoFocus />
)
