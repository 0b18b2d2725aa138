import Button from '@mui/material/Button'
import { addDays, formatLocalDate, MINUTE, zoneOf } from '../../declare'
import { Loading, useDisplay, useNow } from '../../show'
import styles from './availability.module.css'
import { useTimeline } from './availabilityApi'
import { columnOf, positionOf } from './timeline/axis'
import { cellsOf } from './timeline/cells'
import type { TimelineActions } from './timeline/TimelineActions'
import { useCellLabel } from './timeline/useCellLabel'
import { useText } from './useText'
import type { Why } from './why'

interface PlainWhyProps extends Pick<TimelineActions, 'onSelectFree'> {
  why: Why
  resourceId: string
}

export const PlainWhy = ({ why, resourceId, onSelectFree }: PlainWhyProps) => {
  const text = useText()
  const { timeZone } = useDisplay()
  const now = useNow()
  const labelOf = useCellLabel()
  const zone = zoneOf(timeZone)
  const start = Date.parse(why.startsAt)
  const date = formatLocalDate(zone.dayOf(start))
  const { data } = useTimeline({
    from: date,
    to: addDays(date, 1),
    resourceIds: [resourceId],
    request: null,
    channelId: null,
  })
  const [line] = data ?? []
  if (!line) return <Loading>{text('availability.explaining')}</Loading>
  const column = columnOf(resourceId, date, zone)
  const layout = { zone, isWallClock: false }
  const from = positionOf(layout, column, start)
  const step = why.endsAt ? (Date.parse(why.endsAt) - start) / MINUTE : 30
  const [cell] = cellsOf({ ...layout, from, to: from + step, step }, column, line, { now, hasVariant: false })
  return (
    <>
      {cell && (
        <p className={styles.verdict}>
          <strong>
            {line.name}, {labelOf(cell)}
          </strong>
        </p>
      )}
      <p className={styles.note}>{text('availability.chooseToExplain')}</p>
      {onSelectFree && (
        <Button variant="outlined" onClick={() => onSelectFree({ ...why, resourceId })}>
          {text('availability.bookHere')}
        </Button>
      )}
    </>
  )
}
