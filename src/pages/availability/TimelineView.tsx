import ChevronLeft from '@mui/icons-material/ChevronLeft'
import ChevronRight from '@mui/icons-material/ChevronRight'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { lazy, Suspense, useMemo, useRef } from 'react'
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

/** Searching needs more than choosing from a few. */
const ResourcePicker = lazy(() => import('./ResourcePicker'))

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
  const shown = useShownResources(variant, state)
  const { resources, chosen, offset } = shown

  const week = datesFrom(startOfWeek(date, weekStartsOn), 7)
  const total = isWeek ? 7 : chosen ? 1 : shown.total
  const at = isWeek ? week.indexOf(date) : chosen ? 0 : Math.max(0, (state.first ?? 0) - offset)
  const first = Math.floor(at / fitting) * fitting
  const dates = isWeek ? week.slice(first, first + fitting) : [date]
  const ofWeek = chosen ?? resources[Math.max(0, (state.first ?? 0) - offset)] ?? resources[0]
  const chosenResources = isWeek
    ? ofWeek
      ? [ofWeek]
      : []
    : chosen
      ? [chosen]
      : resources.slice(first, first + fitting)
  /** Of all pages, where the columns are resources. */
  const from = (isWeek || chosen ? 0 : offset) + first
  const until = from + (isWeek ? dates.length : chosenResources.length)
  const resourceIds = chosenResources.map(({ id }) => id)
  const columnKey = [timeZone, ...dates, ...resourceIds].join()
  const zone = zoneOf(timeZone)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key holds all that the columns are made of
  const columns = useMemo<Column[]>(
    () => dates.flatMap(day => resourceIds.map(id => columnOf(id, day, zone))),
    [columnKey],
  )

  const firstDate = dates[0] ?? date
  const timeline = useTimeline({
    from: firstDate,
    to: addDays(firstDate, dates.length),
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

  const names = new Map(chosenResources.map(({ id, name }) => [id, name]))
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
    if (isWeek) change({ date: week[first + step * fitting] ?? date })
    // Before the first of a page stand the last of the one before.
    else change({ first: step === 1 ? until : Math.max(0, from - (first === 0 ? 1 : fitting)) })
  }
  const error = shown.error ?? timeline.error
  const isEmpty = !shown.isLoading && chosenResources.length === 0
  return (
    <div ref={box} className={styles.view}>
      <div className={styles.tools}>
        {(isWeek || chosen || shown.total > fitting) && shown.total > 0 && (
          <div className={styles.resource}>
            {shown.total > resources.length || offset > 0 ? (
              <Suspense>
                <ResourcePicker
                  resourceTypeId={state.resourceTypeId}
                  resourceId={isWeek ? (ofWeek?.id ?? null) : state.resourceId}
                  onChange={resourceId => change({ resourceId })}
                />
              </Suspense>
            ) : (
              <Choose
                label={text('availability.resource')}
                value={(isWeek ? ofWeek : chosen)?.id ?? ''}
                choices={resources}
                {...(!isWeek && { none: text('availability.allResources') })}
                onChange={id => change({ resourceId: id || null })}
              />
            )}
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
            <Button size="small" startIcon={<ChevronLeft />} disabled={from === 0} onClick={() => page(-1)}>
              {text('availability.previousColumns')}
            </Button>
            <span>{text('availability.columns', { from: from + 1, to: until, total })}</span>
            <Button size="small" endIcon={<ChevronRight />} disabled={until >= total} onClick={() => page(1)}>
              {text('availability.nextColumns')}
            </Button>
          </div>
        )}
      </div>
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
        <div className={styles.content} aria-busy={timeline.isPlaceholderData || shown.isLoading}>
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
