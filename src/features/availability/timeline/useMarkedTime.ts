import { type RefObject, useState } from 'react'
import { formatInstant, MINUTE } from '../../../declare'
import type { Span } from '../../../scheduling'
import type { ResourceLine } from '../availabilityApi'
import { type Axis, type Column, instantAt } from './axis'
import type { TimelineActions } from './TimelineActions'
import { type Mark, rowsOfMark, useMark } from './useMark'

interface MarkedTimeOptions extends Pick<TimelineActions, 'onSelectFree' | 'onBlock'> {
  grid: RefObject<HTMLElement | null>
  axis: Axis
  columns: readonly Column[]
  lines: ReadonlyMap<string, ResourceLine>
}

/** Null at a time that the clock skips. */
const spanOf = (marked: Mark, axis: Axis, columns: readonly Column[]): Span | null => {
  const { from, to } = rowsOfMark(marked)
  const column = columns[marked.column]
  const instant = (row: number) => column && instantAt(axis, column, axis.from + row * axis.step)
  const [first, last] = [instant(from), instant(to)]
  if (first === undefined || last === undefined) return null
  return { startsAt: formatInstant(first), endsAt: formatInstant(last + axis.step * MINUTE) }
}

/** A marked time is booked; where it may be blocked, too, a menu asks. */
export const useMarkedTime = ({ grid, axis, columns, lines, onSelectFree, onBlock }: MarkedTimeOptions) => {
  const [asked, setAsked] = useState<Mark | null>(null)
  const finish = (marked: Mark) => {
    const resourceId = columns[marked.column]?.resourceId
    const span = spanOf(marked, axis, columns)
    if (!span || !resourceId) return
    if (onBlock) return setAsked(marked)
    clear()
    onSelectFree?.({ resourceId, ...span })
  }
  const { clear, ...marking } = useMark(grid, finish)
  const shown = onSelectFree || onBlock ? marking.mark : null
  const span = shown && spanOf(shown, axis, columns)
  const line = shown && lines.get(columns[shown.column]?.resourceId ?? '')
  const cell = `[data-row="${asked?.head}"][data-column="${asked?.column}"]`
  return {
    ...marking,
    clear,
    finish,
    shown,
    span,
    question: asked && span && line && { time: { ...span, resourceId: line.resourceId }, name: line.name, cell },
    endQuestion: () => {
      setAsked(null)
      clear()
    },
  }
}
