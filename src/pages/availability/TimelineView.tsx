import ChevronLeft from '@mui/icons-material/ChevronLeft'
import ChevronRight from '@mui/icons-material/ChevronRight'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { useMemo, useRef } from 'react'
import { Link } from 'react-router'
import { formatDay } from '../../crud/format/clockTimes'
import { useDisplay } from '../../crud/format/display'
import { addDays, datesFrom, startOfWeek } from '../../crud/inputs/hours/dates'
import { useIsNarrow } from '../../crud/list/useIsNarrow'
import { LoadError } from '../../crud/screen/LoadError'
import { Loading } from '../../crud/screen/Loading'
import { useText } from '../../i18n/useText'
import { zoneOf } from '../../scheduling/time/Zone'
import styles from './availability.module.css'
import { useTimeline } from './availabilityApi'
import { Choose } from './Choose'
import { Legend } from './Legend'
import { axisFor, type Column, columnOf, lengthOf, stepFor } from './timeline/axis'
import { Timeline } from './timeline/Timeline'
import type { TimelineActions } from './timeline/TimelineActions'
import { useColumnsThatFit } from './timeline/useColumnsThatFit'
import type { ChosenRequest } from './useRequest'
import { useShownResources } from './useShownResources'
import type { ChangeView, ViewState } from './viewState'
import { writeWhy } from './why'

interface TimelineViewProps extends TimelineActions {
  state: ViewState
  date: string
  weekStartsOn: number
  chosen: ChosenRequest
  change: ChangeView
  /** The address of a view with changes. */
  addressOf: (changes: Partial<ViewState>) => string
}

/** A day with its resources beside each other, or a week of one resource. */
export const TimelineView = ({
  state,
  date,
  weekStartsOn,
  chosen: { variant, request },
  change,
  addressOf,
  ...actions
}: TimelineViewProps) => {
  const text = useText()
  const { timeZone, locale } = useDisplay()
  const isNarrow = useIsNarrow()
  const box = useRef<HTMLDivElement>(null)
  const isWeek = state.view === 'week'
  const fitting = useColumnsThatFit(box, isNarrow ? 96 : isWeek ? 88 : 128, isNarrow ? 46 : 56)
  const shown = useShownResources(variant, state.resourceTypeId)
  const { resources } = shown

  const at = Math.max(
    0,
    resources.findIndex(({ id }) => id === state.resourceId),
  )
  const week = datesFrom(startOfWeek(date, weekStartsOn), 7)
  const total = isWeek ? 7 : resources.length
  const first = Math.floor((isWeek ? week.indexOf(date) : at) / fitting) * fitting
  const dates = isWeek ? week.slice(first, first + fitting) : [date]
  const chosenResources = isWeek ? resources.slice(at, at + 1) : resources.slice(first, first + fitting)
  const resourceIds = chosenResources.map(({ id }) => id)
  const columnKey = [timeZone, ...dates, ...resourceIds].join()
  const zone = zoneOf(timeZone)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key holds all that the columns are made of
  const columns = useMemo<Column[]>(
    () => dates.flatMap(day => resourceIds.map(id => columnOf(id, day, zone))),
    [columnKey],
  )

  const from = dates[0] ?? date
  const timeline = useTimeline({
    from,
    to: addDays(from, dates.length),
    resourceIds,
    request,
    channelId: state.channelId,
  })
  const lines = useMemo(() => new Map((timeline.data ?? []).map(line => [line.resourceId, line])), [timeline.data])
  const step = stepFor(variant ? (variant.slotIntervalMinutes ?? 15) : null)
  const axis = useMemo(
    () => axisFor(zone, columns, lines, { step, isWholeDay: state.isWholeDay }),
    [zone, columns, lines, step, state.isWholeDay],
  )

  const names = new Map(resources.map(({ id, name }) => [id, name]))
  const nameOf = ({ resourceId, date: day }: Column): string =>
    isWeek ? formatDay(day, locale, 'full') : (names.get(resourceId) ?? '')
  const clockNote = (column: Column) =>
    lengthOf(column) !== 1440 && (
      <small className={styles.clockChange}>{text('availability.dayLength', { hours: lengthOf(column) / 60 })}</small>
    )
  const headerOf = (column: Column) =>
    isWeek ? (
      <>
        <Link to={addressOf({ view: 'day', date: column.date, why: null })}>
          {formatDay(column.date, locale, 'short')}
        </Link>
        {clockNote(column)}
      </>
    ) : (
      <>
        {names.get(column.resourceId)}
        {clockNote(column)}
      </>
    )

  const page = (step: 1 | -1) => {
    const next = first + step * fitting
    if (isWeek) change({ date: week[next] ?? date })
    else change({ resourceId: resources[next]?.id ?? null })
  }
  const error = shown.error ?? timeline.error
  const isEmpty = !shown.isLoading && resources.length === 0
  return (
    <div ref={box} className={styles.view}>
      <div className={styles.tools}>
        {isWeek && resources.length > 0 && (
          <div className={styles.resource}>
            <Choose
              label={text('availability.resource')}
              value={resourceIds[0] ?? ''}
              choices={resources}
              onChange={resourceId => change({ resourceId })}
            />
          </div>
        )}
        <FormControlLabel
          label={text('availability.allHours')}
          control={
            <Checkbox
              size="small"
              checked={state.isWholeDay}
              onChange={(_, isWholeDay) => change({ isWholeDay }, { replace: true })}
            />
          }
        />
        {total > fitting && resources.length > 0 && (
          <div className={styles.pages}>
            <Button size="small" startIcon={<ChevronLeft />} disabled={first === 0} onClick={() => page(-1)}>
              {text('availability.previousColumns')}
            </Button>
            <span>
              {text('availability.columns', { from: first + 1, to: Math.min(first + fitting, total), total })}
            </span>
            <Button size="small" endIcon={<ChevronRight />} disabled={first + fitting >= total} onClick={() => page(1)}>
              {text('availability.nextColumns')}
            </Button>
          </div>
        )}
      </div>
      {shown.omitted > 0 && <p className={styles.note}>{text('availability.omitted', { count: shown.omitted })}</p>}
      {error ? (
        <LoadError
          message={text('availability.failed')}
          error={error}
          onRetry={() => {
            shown.refetch()
            void timeline.refetch()
          }}
        />
      ) : isEmpty ? (
        <p className={styles.note}>
          {text(variant ? 'availability.noResourcesOfVariant' : 'availability.noResources')}
        </p>
      ) : timeline.data === undefined ? (
        <Loading>{text('loading', { title: text('nav.availability') })}</Loading>
      ) : (
        <div className={styles.content} aria-busy={timeline.isPlaceholderData}>
          <Timeline
            {...actions}
            label={text('availability.grid', {
              name: isWeek ? (chosenResources[0]?.name ?? '') : formatDay(date, locale, 'full'),
            })}
            columns={columns}
            lines={lines}
            axis={axis}
            hasVariant={request !== null}
            headerOf={headerOf}
            nameOf={nameOf}
            onExplain={why => change({ why: writeWhy(why) })}
          />
          <Legend hasVariant={request !== null} />
        </div>
      )}
    </div>
  )
}
