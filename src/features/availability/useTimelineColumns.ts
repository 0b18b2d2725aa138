import { useMemo, useState } from 'react'
import { addDays, zoneOf } from '../../declare'
import { useDisplay } from '../../show'
import { useTimeline } from './availabilityApi'
import { axisFor, type Column, columnOf, stepFor } from './timeline/axis'
import { type ColumnPageOptions, useColumnPage } from './useColumnPage'
import type { ChosenRequest } from './useRequest'

interface TimelineColumnsOptions extends Omit<ColumnPageOptions, 'variant'> {
  chosen: ChosenRequest
}

export const useTimelineColumns = ({ chosen: { variant, request }, ...options }: TimelineColumnsOptions) => {
  const { state, date } = options
  const isWeek = state.view === 'week'
  const { timeZone } = useDisplay()
  const { shown, shownResources, dates, total } = useColumnPage({ ...options, variant })
  const { resources } = shown

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
  const isAnswered = timeline.data !== undefined
  const lines = useMemo(() => new Map((timeline.data ?? []).map(line => [line.resourceId, line])), [timeline.data])
  const step = stepFor(variant ? (variant.slotIntervalMinutes ?? 15) : null)
  const axis = useMemo(
    () => axisFor(zone, columns, lines, { step, isWholeDay: state.isWholeDay }),
    [zone, columns, lines, step, state.isWholeDay],
  )
  const hasVariant = request !== null
  const parts = useMemo(
    () => ({ isAnswered, isWeek, date, variant, hasVariant, resources, shownResources, total, columns, lines, axis }),
    [isAnswered, isWeek, date, variant, hasVariant, resources, shownResources, total, columns, lines, axis],
  )
  // Until others are answered, the last ones stay: days without their answer would look empty.
  const question = JSON.stringify([dates, request, state.channelId])
  const [answered, setAnswered] = useState({ question, parts })
  const isCovered = question === answered.question && resourceIds.every(id => lines.has(id))
  const isCurrent = isAnswered && !shown.isLoading && (!timeline.isPlaceholderData || isCovered)
  if (isCurrent && answered.parts !== parts) setAnswered({ question, parts })
  const isEmpty = !shown.isLoading && shownResources.length === 0
  return { shown, timeline, isEmpty, parts: answered.parts }
}

export type TimelineParts = ReturnType<typeof useTimelineColumns>['parts']
