import { useLayoutEffect, useState } from 'react'

/** From these pixels on, the table stays, even if it scrolls a little. */
const desk = 800

export const useTableFits = (columns: string) => {
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY)
  const [needed, setNeeded] = useState({ columns, width: 0 })
  // Other rows may need another width. Reading it forces a layout, so wide frames skip it.
  useLayoutEffect(() => {
    if (room >= desk) return
    const table = frame?.querySelector('[data-table]')
    if (table && table.scrollWidth > table.clientWidth && needed.width !== table.scrollWidth)
      setNeeded({ columns, width: table.scrollWidth })
  })
  useLayoutEffect(() => {
    if (!frame || typeof ResizeObserver === 'undefined') return
    const measure = () => setRoom(frame.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(frame)
    return () => observer.disconnect()
  }, [frame])
  return { frame: setFrame, fits: room >= desk || needed.columns !== columns || needed.width <= room }
}
