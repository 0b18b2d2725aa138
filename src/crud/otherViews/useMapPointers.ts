import { useEvent } from 'ra-core'
import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import type { Pixel } from './mapProjection'

interface Moves {
  pan: (by: Pixel) => void
  zoom: (by: number, about: Pixel) => void
}

/** Fingers this much further apart zoom by one level. */
const pinchStep = Math.SQRT2

/** Two pointers zoom, as does the wheel with Ctrl or ⌘; the wheel alone scrolls the page. */
export const useMapPointers = (frame: RefObject<HTMLElement | null>, { pan, zoom }: Moves) => {
  const held = useRef(new Map<number, Pixel>())
  const spread = useRef(0)
  const fromMiddle = ({ clientX, clientY }: { clientX: number; clientY: number }): Pixel => {
    const { left, top, width, height } = frame.current?.getBoundingClientRect() ?? new DOMRect()
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
  }
  const onWheel = useEvent((event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    zoom(event.deltaY < 0 ? 1 : -1, fromMiddle(event))
  })
  // React's wheel listeners are passive.
  useEffect(() => {
    const element = frame.current
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [frame, onWheel])
  const spreadOf = ([a, b]: Pixel[]): number => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0)
  const letGo = ({ pointerId }: PointerEvent) => {
    held.current.delete(pointerId)
  }
  return {
    onPointerDown: (event: PointerEvent) => {
      if ((event.target as Element).closest('a, button')) return
      frame.current?.setPointerCapture(event.pointerId)
      held.current.set(event.pointerId, fromMiddle(event))
      spread.current = spreadOf(Array.from(held.current.values()))
    },
    onPointerMove: (event: PointerEvent) => {
      const before = held.current.get(event.pointerId)
      if (!before) return
      const now = fromMiddle(event)
      held.current.set(event.pointerId, now)
      const all = Array.from(held.current.values())
      const [first = now, second] = all
      if (!second) return pan({ x: now.x - before.x, y: now.y - before.y })
      const ratio = spreadOf(all) / spread.current
      if (ratio < pinchStep && ratio > 1 / pinchStep) return
      spread.current = spreadOf(all)
      zoom(ratio > 1 ? 1 : -1, { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 })
    },
    onPointerUp: letGo,
    onPointerCancel: letGo,
  }
}
