import visuallyHidden from '@mui/utils/visuallyHidden'
import { type CSSProperties, memo } from 'react'
import { MINUTE } from '../../../declare'
import type { Cell } from './cells'
import styles from './timeline.module.css'
import { useCellLabel } from './useCellLabel'

interface TimelineRowProps {
  row: number
  time: string
  isFullHour: boolean
  cells: readonly { key: string; isShared: boolean; cell: Cell | undefined }[]
  /** The grid's tab stop; -1 in other rows. */
  activeColumn: number
  /** In minutes. */
  step: number
  shortTime: (millis: number) => string
}

/** The grid handles the cells' events. */
export const TimelineRow = memo(({ row, time, isFullHour, cells, activeColumn, step, shortTime }: TimelineRowProps) => {
  const labelOf = useCellLabel()
  return (
    <tr className={styles.row}>
      <th scope="row" className={isFullHour ? styles.hour : styles.time} style={{ gridRow: row + 2 }}>
        <span style={isFullHour ? undefined : visuallyHidden}>{time}</span>
      </th>
      {cells.map(({ key, isShared, cell }, column) => {
        const place = { gridRow: row + 2, gridColumn: column + 2 }
        if (!cell) return <td key={key} className={styles.cell} data-hour={isFullHour} style={place} />
        const { state, slot, startsAt, endsAt } = cell
        const isOffered = state === 'free' || state === 'limited'
        const rows = (endsAt - startsAt) / MINUTE / step
        return (
          <td
            key={key}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the cells of a grid can be chosen
            role="gridcell"
            tabIndex={column === activeColumn ? 0 : -1}
            aria-label={labelOf(cell)}
            className={styles.cell}
            data-state={state}
            data-hour={isFullHour}
            data-shared={isShared && cell.bookings.length > 0}
            data-row={row}
            data-column={column}
            style={{ ...place, '--rows': rows } as CSSProperties}
          >
            {isOffered && (
              <span aria-hidden className={styles.offer}>
                {shortTime(startsAt)}
                {slot && slot.remaining > 1 && <small> · {slot.remaining}</small>}
              </span>
            )}
          </td>
        )
      })}
    </tr>
  )
})
