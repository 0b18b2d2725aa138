import { type PointerEvent, useEffect, useRef, useState } from 'react'

/** In pixels; less is a click. */
const threshold = 5

export interface CellPlace {
  row: number
  column: number
}

export interface Drag {
  bookingId: string
  /** Null outside the grid. */
  target: CellPlace | null
}

interface Grip {
  bookingId: string
  x: number
  y: number
  below: number
}

/** Even if something covers it. */
export const placeAt = (x: number, y: number): CellPlace | null => {
  const cell = document
    .elementsFromPoint(x, y)
    .find((one): one is HTMLElement => one instanceof HTMLElement && one.dataset.row !== undefined)
  return cell ? { row: Number(cell.dataset.row), column: Number(cell.dataset.column) } : null
}

/** Touch scrolls, Escape cancels. `rowOf` gives a booking's first row, negative above the grid. */
export const useDragToMove = (
  rowOf: (bookingId: string) => number,
  onDrop: (bookingId: string, target: CellPlace) => void,
): {
  drag: Drag | null
  onGrab: (bookingId: string, event: PointerEvent<HTMLElement>) => void
  wasDragged: () => boolean
} => {
  const [grip, setGrip] = useState<Grip | null>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  const dropped = useRef(false)

  useEffect(() => {
    if (!grip) return
    let current: Drag | null = null
    const show = (next: Drag | null) => {
      current = next
      setDrag(next)
    }
    const move = ({ clientX, clientY }: globalThis.PointerEvent) => {
      if (!current && Math.hypot(clientX - grip.x, clientY - grip.y) < threshold) return
      const place = placeAt(clientX, clientY)
      show({ bookingId: grip.bookingId, target: place && { ...place, row: Math.max(0, place.row - grip.below) } })
    }
    const stop = () => {
      show(null)
      setGrip(null)
    }
    const drop = () => {
      // The click that follows must not open the booking.
      dropped.current = current !== null
      if (current?.target) onDrop(grip.bookingId, current.target)
      stop()
    }
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      dropped.current = true
      stop()
    }
    document.addEventListener('pointermove', move)
    document.addEventListener('pointerup', drop)
    document.addEventListener('pointercancel', stop)
    document.addEventListener('keydown', cancel)
    return () => {
      document.removeEventListener('pointermove', move)
      document.removeEventListener('pointerup', drop)
      document.removeEventListener('pointercancel', stop)
      document.removeEventListener('keydown', cancel)
    }
  }, [grip, onDrop])

  return {
    drag,
    onGrab: (bookingId, { button, pointerType, clientX, clientY }) => {
      dropped.current = false
      if (button !== 0 || pointerType === 'touch') return
      const place = placeAt(clientX, clientY)
      if (place) setGrip({ bookingId, x: clientX, y: clientY, below: place.row - rowOf(bookingId) })
    },
    wasDragged: () => {
      const was = dropped.current
      dropped.current = false
      return was
    },
  }
}
