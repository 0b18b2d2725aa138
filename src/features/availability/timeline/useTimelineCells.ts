import { useMemo } from 'react'
import { useNow } from '../../../show'
import type { ResourceLine } from '../availabilityApi'
import { type Axis, type Column, instantAt, rowsOf } from './axis'
import { cellsOf } from './cells'

interface TimelineCellsOptions {
  axis: Axis
  columns: readonly Column[]
  lines: ReadonlyMap<string, ResourceLine>
  hasVariant: boolean
}

export const useTimelineCells = ({ axis, columns, lines, hasVariant }: TimelineCellsOptions) => {
  const now = useNow()
  const cells = useMemo(
    () =>
      columns.map(column => {
        const line = lines.get(column.resourceId)
        return line ? cellsOf(axis, column, line, { now, hasVariant }) : []
      }),
    [axis, columns, lines, now, hasVariant],
  )
  const rows = useMemo(
    () =>
      rowsOf(axis).map((position, row) => ({
        position,
        // One day's clock may skip another day's time.
        millis: columns.map(column => instantAt(axis, column, position)).find(instant => instant !== undefined),
        cells: columns.map((column, index) => ({
          key: `${column.resourceId}/${column.date}`,
          isShared: (lines.get(column.resourceId)?.capacity ?? 1) > 1,
          cell: cells[index]?.[row],
        })),
      })),
    [axis, columns, lines, cells],
  )
  return { now, cells, rows }
}
