import type { FilterInputProps } from '../../kinds'
import { OneOf } from './OneOf'

const choices = [
  { id: true, name: 'crud.yes' },
  { id: false, name: 'crud.no' },
]

export const FlagFilter = (props: FilterInputProps<'flag'>) => <OneOf input={props} choices={choices} />
