import { type RefObject, useEffect, useState } from 'react'

const usualWidth = 900

/** How many columns of `min` pixels fit beside an axis of `axis` pixels; at least one. */
export const useColumnsThatFit = (element: RefObject<HTMLElement | null>, min: number, axis: number): number => {
  const [width, setWidth] = useState(usualWidth)
  useEffect(() => {
    const measured = element.current
    if (!measured || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(entry.contentRect.width)
    })
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  return Math.max(1, Math.floor((width - axis) / min))
}
