import { useDisplay } from '../format/display'
import { weekdayName, weekFrom } from '../format/names'
import type { CellProps } from '../kinds'

export const WeekdaysCell = ({ value }: CellProps<'weekdays'>) => {
  const { locale, weekStartsOn } = useDisplay()
  return weekFrom(weekStartsOn)
    .filter(weekday => value.includes(weekday))
    .map(weekday => weekdayName(weekday, locale, 'short'))
    .join(', ')
}
