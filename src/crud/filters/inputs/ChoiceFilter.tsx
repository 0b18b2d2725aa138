import { choicesOf } from '../../choices'
import type { FilterInputProps } from '../../kinds'
import { OneOf } from './OneOf'

export const ChoiceFilter = (props: FilterInputProps<'choice'>) => (
  <OneOf input={props} choices={choicesOf(props.resource, props.name, props.field)} />
)
