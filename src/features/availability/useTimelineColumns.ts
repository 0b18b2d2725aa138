import { useMemo } from 'react'
import { addDays, datesFrom, startOfWeek, zoneOf } from '../../declare'
import { useDisplay } from '../../show'
import { useTimeline } from './availabilityApi'
import { axisFor, type Column, columnOf, stepFor } from './timeline/axis'
import type { ChosenRequest } from './useRequest'
import { shownInWeek, useShownResources } from './useShownResources'
import type { ChangeView, ViewState } from './viewState'

interface TimelineColumnsOptions {
  state: ViewState
  date: string
  weekStartsOn: number
  chosen: ChosenRequest
  change: ChangeView
  fitting: number
}

/** A day's resources, or a resource's days. */
export const useTimelineColumns = ({
  state,
  date,
  weekStartsOn,
  chosen: { variant, request },
  change,
  fitting,
}: TimelineColumnsOptions) => {
  const { timeZone } = useDisplay()
  const isWeek = state.view === 'week'
  const shown = useShownResources(variant, state)
  const { resources, chosen, offset } = shown
  const week = datesFrom(startOfWeek(date, weekStartsOn), 7)
  const total = isWeek ? 7 : chosen ? 1 : shown.total
  const at = isWeek ? week.indexOf(date) : chosen ? 0 : Math.max(0, (state.first ?? 0) - offset)
  const page = Math.floor(at / fitting) * fitting
  // The last page of a week stays full by repeating days of the page before.
  const first = isWeek ? Math.max(0, Math.min(page, 7 - fitting)) : page
  const dates = isWeek ? week.slice(first, first + fitting) : [date]
  const only = isWeek ? shownInWeek(shown, state) : chosen
  const shownResources = only ? [only] : isWeek ? [] : resources.slice(first, first + fitting)
  /** Counts over all pages if columns are resources. */
  const from = (isWeek || chosen ? 0 : offset) + first
  const until = from + (isWeek ? dates.length : shownResources.length)

  const resourceIds = shownResources.map(({ id }) => id)
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

  return {
    isWeek,
    shown,
    shownResources,
    only,
    columns,
    lines,
    axis,
    timeline,
    from,
    until,
    total,
    page: (direction: 1 | -1) => {
      if (isWeek) change({ date: week[direction === 1 ? until : Math.max(0, first - fitting)] ?? date })
      // From the first resource of a page, one step back loads the page before.
      else change({ first: direction === 1 ? until : Math.max(0, from - (first === 0 ? 1 : fitting)) })
    },
  }
}

export type TimelineColumns = ReturnType<typeof useTimelineColumns>
