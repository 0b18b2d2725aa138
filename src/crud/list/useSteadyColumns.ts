import { useIsFetching } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'

/**
 * Columns stay as wide as for the first rows and their names, or wider for a longer word.
 * @param columns names them
 * @returns for the head's row
 */
export const useSteadyColumns = (columns: string, hasRows: boolean) => {
  const row = useRef<HTMLTableRowElement>(null)
  const isFetching = useIsFetching() > 0
  const [steady, setSteady] = useState<string | null>(null)
  if (hasRows && !isFetching && steady !== columns) setSteady(columns)
  const isSteady = steady === columns
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns are measured anew
  useLayoutEffect(() => {
    const head = row.current
    const frame = head?.closest('[data-table]')
    if (!head || !frame || !isSteady || typeof ResizeObserver === 'undefined') return
    const cells = [...head.cells]
    const free = () => {
      for (const { style } of cells) style.width = style.minWidth = ''
    }
    let width = 0
    const observer = new ResizeObserver(() => {
      if (frame.clientWidth === width) return
      width = frame.clientWidth
      free()
      const widths = cells.map(cell => cell.offsetWidth)
      // A table without enough room takes no notice of widths.
      const property = frame.scrollWidth > width ? 'minWidth' : 'width'
      cells.forEach(({ style }, index) => {
        style[property] = `${widths[index]}px`
      })
    })
    observer.observe(frame)
    return () => {
      observer.disconnect()
      free()
    }
  }, [isSteady, columns])
  return row
}
