import Close from '@mui/icons-material/Close'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import { useId } from 'react'
import { formatLocalDate, zoneOf } from '../../declare'
import type { Variant } from '../../resources/variants'
import { formatDay, formatTime, takeFocus, useDisplay, useIsNarrow } from '../../show'
import styles from './availability.module.css'
import type { Request } from './availabilityApi'
import { Explained } from './Explained'
import { PlainWhy } from './PlainWhy'
import type { PlaceInTime, TimelineActions } from './timeline/TimelineActions'
import { useText } from './useText'
import type { Why } from './why'

interface ExplainDrawerProps extends Pick<TimelineActions, 'onSelectFree'> {
  why: Why | null
  request: Request | null
  variant: Variant | null
  onClose: () => void
}

const ExplainDrawer = ({ why, request, variant, onClose, onSelectFree }: ExplainDrawerProps) => {
  const text = useText()
  const display = useDisplay()
  const isNarrow = useIsNarrow()
  const id = useId()
  const book =
    onSelectFree &&
    ((time: PlaceInTime) => {
      onClose()
      onSelectFree(time)
    })
  const millis = why ? Date.parse(why.startsAt) : 0
  const date = formatLocalDate(zoneOf(display.timeZone).dayOf(millis))
  return (
    <Drawer
      anchor={isNarrow ? 'bottom' : 'right'}
      open={why !== null}
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-labelledby': id, className: styles.drawer } }}
    >
      {why && (
        <>
          <header className={styles.drawerHeader}>
            <h2 id={id}>
              {formatDay(date, display.locale, 'full')}, {formatTime(millis, display)}
            </h2>
            <IconButton aria-label={text('availability.close')} onClick={onClose} ref={takeFocus}>
              <Close />
            </IconButton>
          </header>
          {request ? (
            <Explained request={request} variant={variant} why={why} onSelectFree={book} />
          ) : why.resourceId ? (
            <PlainWhy why={why} resourceId={why.resourceId} onSelectFree={book} />
          ) : (
            <p>{text('availability.chooseToExplain')}</p>
          )}
        </>
      )}
    </Drawer>
  )
}

export default ExplainDrawer
