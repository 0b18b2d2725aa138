import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type CellPlace, placeAt } from './useDragToMove'

/** `anchor`, the first marked row, may lie below `head`. */
export interface Mark {
  column: number
  anchor: number
  head: number
}

/** Inclusive. */
export const rowsOfMark = ({ anchor, head }: Mark): { from: number; to: number } => ({
  from: Math.min(anchor, head),
  to: Math.max(anchor, head),
})

/** In milliseconds: shorter touches scroll. `tremble` is in pixels. */
const longPress = 450
const tremble = 8

interface Press extends CellPlace {
  x: number
  y: number
  isTouch: boolean
}

const cellAt = ({ target }: PointerEvent): CellPlace | null => {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
  return cell && { row: Number(cell.dataset.row), column: Number(cell.dataset.column) }
}

/** Escape cancels. */
export const useMark = (grid: RefObject<HTMLElement | null>, onMarked: (mark: Mark) => void) => {
  const [mark, setMark] = useState<Mark | null>(null)
  const [press, setPress] = useState<Press | null>(null)
  const marked = useRef(false)
  const finish = useEffectEvent(onMarked)

  useEffect(() => {
    if (!press) return
    let current: Mark | null = null
    const show = (next: Mark | null) => {
      current = next
      setMark(next)
    }
    const start = (head: number) => show({ column: press.column, anchor: press.row, head })
    const timer = press.isTouch ? setTimeout(() => start(press.row), longPress) : undefined
    const end = () => {
      clearTimeout(timer)
      setPress(null)
    }
    const move = ({ clientX, clientY }: globalThis.PointerEvent) => {
      if (press.isTouch && !current) {
        if (Math.hypot(clientX - press.x, clientY - press.y) > tremble) end()
        return
      }
      const row = placeAt(clientX, clientY)?.row
      if (row !== undefined && (current || row !== press.row)) start(row)
    }
    const drop = () => {
      // The click that follows must not choose a cell.
      marked.current = current !== null
      end()
      if (current) finish(current)
    }
    const cancel = () => {
      show(null)
      end()
    }
    const pressKey = ({ key }: KeyboardEvent) => key === 'Escape' && cancel()
    // Only a non-passive listener can stop scrolling.
    const stay = (event: TouchEvent) => current && event.preventDefault()
    const touched = grid.current
    document.addEventListener('pointermove', move)
    document.addEventListener('pointerup', drop)
    document.addEventListener('pointercancel', cancel)
    document.addEventListener('keydown', pressKey)
    touched?.addEventListener('touchmove', stay, { passive: false })
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointermove', move)
      document.removeEventListener('pointerup', drop)
      document.removeEventListener('pointercancel', cancel)
      document.removeEventListener('keydown', pressKey)
      touched?.removeEventListener('touchmove', stay)
    }
  }, [press, grid])

  return {
    mark,
    clear: () => setMark(null),
    extend: (from: CellPlace, head: number) =>
      setMark(before => ({ column: from.column, anchor: before?.anchor ?? from.row, head })),
    /** Whether a mark takes the next click; resets with each call. */
    wasMarked: () => {
      const was = marked.current
      marked.current = false
      return was
    },
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        marked.current = false
        const place = event.button === 0 ? cellAt(event) : null
        setMark(null)
        if (place) setPress({ ...place, x: event.clientX, y: event.clientY, isTouch: event.pointerType === 'touch' })
      },
      onContextMenu: (event: { preventDefault: () => void }) => {
        if (mark) event.preventDefault()
      },
    },
  }
}
