import { CheckboxGroupInput } from 'react-admin'
import { choicesOf } from '../../choices'
import { type FilterInputProps, isEmpty } from '../../kinds'

/** One or several of a few values; none of them is any. */
export const ChoiceFilter = ({ resource, name, field }: FilterInputProps<'choice'>) => (
  <CheckboxGroupInput
    source={name}
    row={false}
    choices={[...choicesOf(resource, name, field)]}
    format={(value: unknown) => (isEmpty(value) ? [] : [value].flat())}
    parse={(values: string[]) => (values.length > 0 ? values : '')}
    helperText={false}
  />
)
