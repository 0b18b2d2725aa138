import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useListContext } from 'ra-core'
import { fieldOf } from '../../schema'
import { calendarDays } from '../../schema/calendarDays'
import { formatDay, formatDays } from '../../ui/format/clockTimes'
import { addDays, addMonths, datesFrom, startOfWeek, todayIn, weeksOf } from '../../ui/format/dates'
import { useDisplay } from '../../ui/format/display'
import { PeriodNavigator } from '../../ui/inputs/PeriodNavigator'
import { Row, Stack } from '../../ui/layout'
import { useIsNarrow } from '../../ui/screen/useIsNarrow'
import { useDeclaration } from '../declaration'
import { ListFailure } from '../list/ListContent'
import { CalendarGrid } from './CalendarGrid'
import { CalendarList } from './CalendarList'
import { CutNote } from './CutNote'
import styles from './calendar.module.css'
import type { Entry } from './calendarWeek'
import { useListViews, useOpenView } from './useOpenView'
import { useViewRecords } from './useViewRecords'
import { useViewText } from './useViewText'

const most = 500

const Period = () => {
  const text = useViewText()
  const [{ period }, change] = useOpenView()
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      color="primary"
      value={period}
      aria-label={text('crud.calendar.period')}
      onChange={(_, chosen: typeof period | null) => {
        if (chosen) change({ period: chosen })
      }}
    >
      {(['month', 'week'] as const).map(each => (
        <ToggleButton key={each} value={each}>
          {text(`crud.calendar.${each}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}

const CalendarView = () => {
  const text = useViewText()
  const { timeZone, locale, weekStartsOn } = useDisplay()
  const resource = useDeclaration()
  const { calendar } = useListViews()
  const { filterValues, filter } = useListContext()
  const isNarrow = useIsNarrow()
  const [{ date: chosen, period }, change] = useOpenView()
  const today = todayIn(timeZone)
  const date = chosen ?? today
  const isWeek = period === 'week'
  const weeks = isWeek ? [datesFrom(startOfWeek(date, weekStartsOn), 7)] : weeksOf(date, weekStartsOn)
  const days = weeks.flat()
  const [first = date, last = date] = [days[0], days.at(-1)]
  const { records, total, error, isFetching, retry } = useViewRecords({
    filter: { ...filterValues, ...filter, calendarFrom: first, calendarTo: addDays(last, 1) },
    sort: { field: calendar?.from ?? 'id', order: 'ASC' },
    most,
  })
  if (!calendar) return null
  const entries = (records ?? []).flatMap((record): Entry[] => {
    const span = calendarDays(calendar, record, timeZone)
    return span ? [{ record, ...span }] : []
  })
  const step = (direction: 1 | -1) => (isWeek ? addDays(date, 7 * direction) : addMonths(date, direction))
  const goTo = (to: string) => change({ date: to === today ? null : to })
  const shows =
    calendar.shows ?? (resource.list.cardTitle ?? [resource.represent]).filter((name: string) => name !== calendar.from)
  const content = {
    entries,
    calendar,
    shows,
    isTimed: fieldOf(resource, calendar.from)?.kind === 'instant',
    date,
    today,
    goTo,
  }
  return (
    <Stack gap="0.75rem">
      <Row wrap gap="0.5rem" justify="space-between">
        <Row gap="0.25rem">
          <PeriodNavigator
            date={date}
            earlier={step(-1)}
            later={step(1)}
            isNow={days.includes(today)}
            labels={{
              earlier: text('crud.calendar.earlier'),
              now: text('crud.calendar.today'),
              later: text('crud.calendar.later'),
            }}
            period={isWeek ? formatDays(first, last, locale, 'datesOfYear') : formatDay(date, locale, 'month')}
            onNow={() => change({ date: null })}
            onChange={goTo}
          />
        </Row>
        <Period />
      </Row>
      {error && <ListFailure error={error} onRetry={retry} />}
      <div className={styles.calendar} aria-busy={isFetching}>
        {isNarrow ? (
          <CalendarList {...content} days={isWeek ? days : days.filter(day => day.slice(0, 7) === date.slice(0, 7))} />
        ) : (
          <CalendarGrid {...content} weeks={weeks} isWeek={isWeek} />
        )}
      </div>
      {records && <CutNote shown={records.length} total={total} />}
    </Stack>
  )
}

export default CalendarView
