import { useDisplay } from '../format/display'
import { weekdayName } from '../format/names'
import type { CellProps } from '../kinds'

export const WeekdayCell = ({ value }: CellProps<'weekday'>) => weekdayName(value, useDisplay().locale)
