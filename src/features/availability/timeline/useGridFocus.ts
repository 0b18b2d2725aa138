import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { CellPlace } from './useDragToMove'

interface GridFocusOptions {
  /** With cells that have `data-row` and `data-column`. */
  grid: RefObject<HTMLElement | null>
  rowCount: number
  columnCount: number
  rowsPerPage: number
  onChoose: (place: CellPlace) => void
  /** For Shift with up or down. */
  onExtend: (from: CellPlace, row: number) => void
  /** For Shift with Enter. */
  onAsk: (place: CellPlace) => void
  /** Focus moved without marking, or Escape. */
  onMove: () => void
}

const placeOf = ({ target }: MouseEvent | KeyboardEvent): CellPlace | null => {
  const cell = (target as HTMLElement).closest<HTMLElement>('[data-row]')
  return cell && { row: Number(cell.dataset.row), column: Number(cell.dataset.column) }
}

const within = (value: number, count: number): number => Math.min(Math.max(value, 0), count - 1)

/** Arrow keys move, with Shift they mark; Enter, Space and clicks choose. */
export const useGridFocus = ({
  grid,
  rowCount,
  columnCount,
  rowsPerPage,
  onChoose,
  onExtend,
  onAsk,
  onMove,
}: GridFocusOptions) => {
  const [active, setActive] = useState<CellPlace>({ row: 0, column: 0 })
  const shouldFocus = useRef(false)
  useEffect(() => {
    if (!shouldFocus.current) return
    shouldFocus.current = false
    grid.current?.querySelector<HTMLElement>(`[data-row="${active.row}"][data-column="${active.column}"]`)?.focus()
  }, [active, grid])

  const focusCell = (row: number, column: number) => {
    shouldFocus.current = true
    setActive({ row: within(row, rowCount), column: within(column, columnCount) })
  }

  const onClick = (event: MouseEvent) => {
    const place = placeOf(event)
    if (!place) return
    setActive(place)
    onChoose(place)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const place = placeOf(event)
    if (!place || event.altKey || event.metaKey) return
    const { row, column } = place
    const extend = (to: number) => {
      onExtend(place, within(to, rowCount))
      focusCell(to, column)
    }
    const go = (toRow: number, toColumn: number) => {
      onMove()
      focusCell(toRow, toColumn)
    }
    const moves: Readonly<Record<string, () => void>> = {
      ArrowUp: () => (event.shiftKey ? extend(row - 1) : go(row - 1, column)),
      ArrowDown: () => (event.shiftKey ? extend(row + 1) : go(row + 1, column)),
      ArrowLeft: () => go(row, column - 1),
      ArrowRight: () => go(row, column + 1),
      Home: () => go(event.ctrlKey ? 0 : row, 0),
      End: () => go(event.ctrlKey ? rowCount - 1 : row, columnCount - 1),
      PageUp: () => go(row - rowsPerPage, column),
      PageDown: () => go(row + rowsPerPage, column),
      Escape: onMove,
      Enter: () => (event.shiftKey ? onAsk(place) : onChoose(place)),
      ' ': () => onChoose(place),
    }
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    move()
  }

  return {
    activeRow: Math.min(active.row, rowCount - 1),
    activeColumn: Math.min(active.column, columnCount - 1),
    handlers: { onClick, onKeyDown },
  }
}
