import { useLayoutEffect, useState } from 'react'

/** From this width on, in pixels, a table that scrolls a little tells more than cards. */
const desk = 800

/**
 * Whether a table fits into the frame around it without scrolling sideways. Once it did not, it is tried again when the frame
 * has the width that it needed, or when its columns are others.
 */
export const useTableFits = (columns: string) => {
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY)
  const [needed, setNeeded] = useState({ columns, width: 0 })
  // After every render, since other rows may need another width.
  useLayoutEffect(() => {
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
