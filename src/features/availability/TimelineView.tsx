import Button from '@mui/material/Button'
import { lazy, memo, Suspense, useDeferredValue, useRef } from 'react'
import { Link } from 'react-router'
import { bookableResources } from '../../resources/resources'
import { formatDay, LoadError, Loading, RecordPicture, useDisplay, useIsNarrow, useTenant } from '../../show'
import busy from '../../ui/screen/busy.module.css'
import styles from './availability.module.css'
import { ColumnPages } from './ColumnPages'
import { type Column, lengthOf } from './timeline/axis'
import { Timeline } from './timeline/Timeline'
import type { TimelineActions } from './timeline/TimelineActions'
import { useColumnsThatFit } from './timeline/useColumnsThatFit'
import type { ChosenRequest } from './useRequest'
import { useText } from './useText'
import { type TimelineParts, useTimelineColumns } from './useTimelineColumns'
import type { ChangeView, ViewState } from './viewState'
import { writeWhy } from './why'

const Legend = lazy(() => import('./Legend'))
const WeekFaces = lazy(() => import('./WeekFaces'))

interface TimelineViewProps extends TimelineActions {
  state: ViewState
  date: string
  weekStartsOn: number
  chosen: ChosenRequest
  change: ChangeView
  addressOf: (changes: Partial<ViewState>) => string
}

type ContentProps = TimelineViewProps & { fitting: number }

const Drawn = memo(
  ({
    weekStartsOn,
    change,
    addressOf,
    fitting,
    parts: { isWeek, date, variant, hasVariant, resources, shownResources, total, columns, lines, axis },
    ...actions
  }: Omit<ContentProps, 'state' | 'date' | 'chosen'> & { parts: TimelineParts }) => {
    const text = useText()
    const { locale } = useDisplay()
    const { tenant } = useTenant()

    const names = new Map(shownResources.map(({ id, name }) => [id, name]))
    const byId = new Map(shownResources.map(resource => [resource.id, resource]))
    const nameOf = ({ resourceId, date: day }: Column): string =>
      isWeek ? formatDay(day, locale, 'full') : (names.get(resourceId) ?? '')
    const headerOf = (column: Column) => (
      <>
        {isWeek ? (
          <Link to={addressOf({ view: 'day', date: column.date, why: null })}>
            {formatDay(column.date, locale, 'short')}
          </Link>
        ) : (
          <span className={styles.who}>
            <RecordPicture resource={bookableResources} record={{ ...byId.get(column.resourceId) }} />
            {names.get(column.resourceId)}
          </span>
        )}
        {lengthOf(column) !== 1440 && (
          <small className={styles.clockChange}>
            {text('availability.dayLength', { hours: lengthOf(column) / 60 })}
          </small>
        )}
      </>
    )
    const name = isWeek ? (shownResources[0]?.name ?? '') : formatDay(date, locale, 'full')
    return (
      <>
        {isWeek && resources.length > 1 && (
          <div className={styles.facesRoom}>
            <Suspense>
              <WeekFaces resources={resources} chosenId={shownResources[0]?.id} change={change} />
            </Suspense>
          </div>
        )}
        <p className={styles.business}>{tenant?.name}</p>
        <Timeline
          key={isWeek ? 'week' : 'day'}
          {...actions}
          label={text('availability.grid', { name })}
          columns={columns}
          lines={lines}
          axis={axis}
          hasVariant={hasVariant}
          headerOf={headerOf}
          nameOf={nameOf}
          corner={total > fitting && <ColumnPages {...{ variant, weekStartsOn, fitting }} />}
          onExplain={why => change({ why: writeWhy(why) })}
        />
        {hasVariant && (
          <Suspense>
            <Legend />
          </Suspense>
        )}
        <Button size="small" className={styles.print} onClick={() => print()}>
          {text('availability.print')}
        </Button>
      </>
    )
  },
)

/** A day of many rows takes longer than a frame. */
const Content = ({ state, date, chosen, ...props }: ContentProps) => {
  const text = useText()
  const { shown, timeline, isEmpty, parts } = useTimelineColumns({ state, date, chosen, ...props })
  const drawn = useDeferredValue(parts)
  const retry = () => {
    shown.refetch()
    void timeline.refetch()
  }

  const error = shown.error ?? timeline.error
  if (error) return <LoadError message={text('availability.failed')} error={error} onRetry={retry} />
  if (isEmpty) {
    const key = chosen.variant ? 'availability.noResourcesOfVariant' : 'availability.noResources'
    return <p className={styles.note}>{text(key)}</p>
  }
  if (!drawn.isAnswered) return <Loading>{text('loading', { title: text('nav.availability') })}</Loading>
  const isBusy = timeline.isPlaceholderData || shown.isLoading || drawn !== parts
  return (
    <div className={`${styles.content} ${busy.busy}`} aria-busy={isBusy}>
      <Drawn {...props} parts={drawn} />
    </div>
  )
}

/** Other columns could have other hours and move the rows. */
export const TimelineView = (props: TimelineViewProps) => {
  const isNarrow = useIsNarrow()
  const box = useRef<HTMLDivElement>(null)
  const columnWidth = isNarrow ? 96 : props.state.view === 'week' ? 88 : 128
  const fitting = useColumnsThatFit(box, columnWidth, isNarrow ? 52 : 56)
  return (
    <div ref={box} className={styles.view}>
      {fitting !== null && <Content {...props} fitting={fitting} />}
    </div>
  )
}
