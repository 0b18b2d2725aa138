import { languageName } from '../../format/names'
import type { FilterInputProps } from '../../kinds'
import { OneOf } from './OneOf'

export const LocaleFilter = (props: FilterInputProps<'locale'>) => (
  <OneOf input={props} choices={props.field.options.values.map(tag => ({ id: tag, name: languageName(tag) }))} />
)
