import visuallyHidden from '@mui/utils/visuallyHidden'
import { useId } from 'react'
import { formatDay, formatMinutes, useDisplay } from '../../show'
import { useText } from './useText'
import type { Effect } from './useWhatIf'
import styles from './whatIf.module.css'

const ordinary = 1440

export const ChangedDays = ({ days }: Pick<Effect, 'days'>) => {
  const text = useText()
  const { locale } = useDisplay()
  const id = useId()
  const changed = days.filter(({ openMinutesBefore, openMinutesAfter }) => openMinutesBefore !== openMinutesAfter)
  const most = Math.max(...changed.flatMap(day => [day.openMinutesBefore, day.openMinutesAfter]))
  if (changed.length === 0) return null
  const bar = (minutes: number, name: 'before' | 'after') => (
    <span className={styles.bar} data-side={name}>
      <span style={{ inlineSize: `${(minutes / most) * 100}%` }} />
      <span>
        <span style={visuallyHidden}>{text(`whatIf.${name}`)} </span>
        {formatMinutes(minutes, locale)}
      </span>
    </span>
  )
  return (
    <section>
      <h3 id={id}>{text('whatIf.days')}</h3>
      <ul className={styles.days} aria-labelledby={id}>
        {changed.map(({ date, dayLengthMinutes, openMinutesBefore, openMinutesAfter }) => (
          <li key={date}>
            <span>
              {formatDay(date, locale, 'short')}
              {dayLengthMinutes !== ordinary &&
                ` ${text('whatIf.clockChange', { length: formatMinutes(dayLengthMinutes, locale) })}`}
            </span>
            {bar(openMinutesBefore, 'before')}
            {bar(openMinutesAfter, 'after')}
          </li>
        ))}
      </ul>
    </section>
  )
}
