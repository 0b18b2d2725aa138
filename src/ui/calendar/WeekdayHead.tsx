import { useDisplay } from '../format/display'
import { weekdayName, weekFrom } from '../format/names'

export const WeekdayHead = () => {
  const { locale, weekStartsOn } = useDisplay()
  return (
    <thead>
      <tr>
        {weekFrom(weekStartsOn).map(weekday => (
          <th key={weekday} scope="col" abbr={weekdayName(weekday, locale)}>
            {weekdayName(weekday, locale, 'short')}
          </th>
        ))}
      </tr>
    </thead>
  )
}
