import visuallyHidden from '@mui/utils/visuallyHidden'
import type { DragEvent } from 'react'
import { Link } from 'react-router'
import { useMachineText } from '../../i18n/useMachineText'
import { formatLocalDate } from '../../time/localDate'
import { formatTime } from '../../ui/format/clockTimes'
import { useDisplay } from '../../ui/format/display'
import { formatDate } from '../../ui/format/times'
import { useFormAddress } from '../addresses'
import { useDeclaration } from '../declaration'
import styles from './calendar.module.css'
import type { CalendarContent } from './calendarContent'
import type { Entry } from './calendarWeek'
import { ShownValues } from './ShownValues'
import { useToneOf } from './useToneOf'
import { useViewText } from './useViewText'

const openedHere = { isOpenedHere: true }

interface CalendarEntryProps extends Pick<CalendarContent, 'calendar' | 'shows' | 'isTimed'> {
  entry: Entry
  isCutBefore?: boolean
  isCutAfter?: boolean
  onDragStart?: ((event: DragEvent<HTMLElement>) => void) | undefined
}

export const CalendarEntry = ({
  entry: { record, first, last },
  calendar,
  shows,
  isTimed,
  isCutBefore = false,
  isCutAfter = false,
  onDragStart,
}: CalendarEntryProps) => {
  const text = useViewText()
  const machineText = useMachineText()
  const display = useDisplay()
  const address = useFormAddress(useDeclaration())
  const toneOf = useToneOf()
  const dateOf = (day: number) => formatDate(formatLocalDate(day), display.locale)
  const end = Number.isFinite(last) ? dateOf(last) : text('crud.calendar.open')
  return (
    <Link
      to={address('edit', String(record.id))}
      state={openedHere}
      className={styles.entry}
      data-tone={toneOf(record)}
      data-before={isCutBefore}
      data-after={isCutAfter}
      draggable={onDragStart !== undefined}
      onDragStart={onDragStart}
    >
      {isTimed && !isCutBefore && <time>{formatTime(Date.parse(String(record[calendar.from])), display)} </time>}
      <ShownValues names={shows} record={record} />
      {last > first && (
        <span style={visuallyHidden}>, {machineText('crud.filter.range', { from: dateOf(first), to: end })}</span>
      )}
    </Link>
  )
}
