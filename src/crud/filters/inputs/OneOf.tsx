import { RadioButtonGroupInput } from 'react-admin'
import type { FilterInputProps } from '../../kinds'

interface OneOfProps {
  input: Pick<FilterInputProps, 'name'>
  choices: readonly { id: string | number | boolean; name: string }[]
}

const any = { id: '', name: 'crud.any' }

/** One of a few values, or any. */
export const OneOf = ({ input, choices }: OneOfProps) => (
  <RadioButtonGroupInput
    source={input.name}
    row={false}
    choices={[any, ...choices.map(({ id, name }) => ({ id: String(id), name }))]}
    format={(value: unknown) => (value === undefined || value === null ? '' : String(value))}
    parse={(text: string) => choices.find(({ id }) => String(id) === text)?.id ?? ''}
    helperText={false}
  />
)
