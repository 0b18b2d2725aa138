import { type RefObject, useLayoutEffect, useState } from 'react'

/** Without layout, as in jsdom. */
const usualWidth = 900

/** At least one; null until the first layout. */
export const useColumnsThatFit = (element: RefObject<HTMLElement | null>, min: number, axis: number): number | null => {
  const [width, setWidth] = useState<number | null>(null)
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    const measure = () => setWidth(before => measured.clientWidth || before || usualWidth)
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  return width === null ? null : Math.max(1, Math.floor((width - axis) / min))
}
