import ChevronLeft from '@mui/icons-material/ChevronLeft'
import ChevronRight from '@mui/icons-material/ChevronRight'
import IconButton from '@mui/material/IconButton'
import { datesFrom } from '../../declare'
import { formatDay, useDisplay } from '../../show'
import { useText } from '../availability/useText'
import styles from './weekStrip.module.css'

interface WeekStripProps {
  first: string
  day: string
  /** Free times on a date; undefined while they load. */
  freeOn: ((date: string) => number) | undefined
  mayGoBack: boolean
  onDay: (date: string) => void
  onWeek: (direction: 1 | -1) => void
}

export const WeekStrip = ({ first, day, freeOn, mayGoBack, onDay, onWeek }: WeekStripProps) => {
  const text = useText()
  const { locale } = useDisplay()
  return (
    <div className={styles.strip}>
      <IconButton
        size="small"
        aria-label={text('availability.earlier')}
        disabled={!mayGoBack}
        onClick={() => onWeek(-1)}
      >
        <ChevronLeft />
      </IconButton>
      {datesFrom(first, 7).map(date => {
        const count = freeOn?.(date) ?? 0
        return (
          <button
            key={date}
            type="button"
            className={styles.day}
            aria-pressed={date === day}
            aria-label={[
              formatDay(date, locale, 'full'),
              freeOn && text('availability.slotCount', { smart_count: count }),
            ]
              .filter(Boolean)
              .join(', ')}
            data-is-none={count === 0 || undefined}
            onClick={() => onDay(date)}
          >
            <small>{formatDay(date, locale, 'weekday')}</small>
            <strong>{formatDay(date, locale, 'day')}</strong>
            <span>{freeOn ? count || '–' : ' '}</span>
          </button>
        )
      })}
      <IconButton size="small" aria-label={text('availability.later')} onClick={() => onWeek(1)}>
        <ChevronRight />
      </IconButton>
    </div>
  )
}
