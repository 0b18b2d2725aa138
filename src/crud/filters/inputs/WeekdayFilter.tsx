import { weekdayChoices } from '../../choices'
import { useDisplay } from '../../format/display'
import type { FilterInputProps } from '../../kinds'
import { OneOf } from './OneOf'

export const WeekdayFilter = (props: FilterInputProps<'weekday'>) => (
  <OneOf input={props} choices={weekdayChoices(useDisplay().locale)} />
)
