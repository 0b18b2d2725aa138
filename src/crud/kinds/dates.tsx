import { useDisplay } from '../../ui/format/display'
import { weekdayName, weekFrom } from '../../ui/format/names'
import { formatClock, formatDate, formatMoment, formatMomentShortly } from '../../ui/format/times'
import styles from './kinds.module.css'
import type { CellProps, KindView } from './kindView'
import { laterCell } from './laterCell'

const InstantCell = ({ value, isInList }: CellProps<'instant'>) => (
  <time className={styles.number} dateTime={value}>
    {(isInList ? formatMomentShortly : formatMoment)(value, useDisplay())}
  </time>
)

const LocalDateCell = ({ value }: CellProps<'localDate'>) => (
  <time className={styles.number} dateTime={value}>
    {formatDate(value, useDisplay().locale)}
  </time>
)

const LocalTimeCell = ({ value }: CellProps<'localTime'>) => (
  <span className={styles.number}>{formatClock(value, useDisplay())}</span>
)

const WeekdayCell = ({ value }: CellProps<'weekday'>) => weekdayName(value, useDisplay().locale)

const WeekdaysCell = ({ value }: CellProps<'weekdays'>) => {
  const { locale, weekStartsOn } = useDisplay()
  return weekFrom(weekStartsOn)
    .filter(weekday => value.includes(weekday))
    .map(weekday => weekdayName(weekday, locale, 'short'))
    .join(', ')
}

export const instant: KindView<'instant'> = { Cell: InstantCell, input: 'instant' }

export const localDate: KindView<'localDate'> = {
  Cell: LocalDateCell,
  input: 'localDate',
  isShort: true,
}

export const localTime: KindView<'localTime'> = { Cell: LocalTimeCell, input: 'localTime', isShort: true }

export const weekday: KindView<'weekday'> = { Cell: WeekdayCell, input: 'weekday', isShort: true, filter: 'weekday' }

export const weekdays: KindView<'weekdays'> = { Cell: WeekdaysCell, input: 'weekdays' }

export const dateRange: KindView<'dateRange'> = {
  Cell: laterCell(async () => (await import('./laterCells')).DateRangeCell),
  input: 'dateRange',
}
