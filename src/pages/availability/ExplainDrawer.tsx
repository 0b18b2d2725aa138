import Close from '@mui/icons-material/Close'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import { useId } from 'react'
import { useDisplay } from '../../crud/format/display'
import { useIsNarrow } from '../../crud/list/useIsNarrow'
import { takeFocus } from '../../crud/screen/takeFocus'
import { useText } from '../../i18n/useText'
import { formatLocalDate, zoneOf } from '../../scheduling'
import styles from './availability.module.css'
import type { Request } from './availabilityApi'
import { Explained } from './Explained'
import { formatDay, formatTime } from './timeFormat'

interface ExplainDrawerProps {
  /** `{instant}` or `{instant}@{resourceId}`; null for nothing to explain. */
  why: string | null
  request: Request | null
  onClose: () => void
}

/** Says of one time whether it can be booked, and every reason why not. */
const ExplainDrawer = ({ why, request, onClose }: ExplainDrawerProps) => {
  const text = useText()
  const display = useDisplay()
  const isNarrow = useIsNarrow()
  const id = useId()
  const [startsAt = '', resourceId = null] = why?.split('@') ?? []
  const millis = Date.parse(startsAt)
  const isOpen = why !== null && !Number.isNaN(millis)
  const date = isOpen ? formatLocalDate(zoneOf(display.timeZone).dayOf(millis)) : ''
  return (
    <Drawer
      anchor={isNarrow ? 'bottom' : 'right'}
      open={isOpen}
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-labelledby': id, className: styles.drawer } }}
    >
      {isOpen && (
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
            <Explained request={request} startsAt={startsAt} resourceId={resourceId} />
          ) : (
            <p>{text('availability.chooseToExplain')}</p>
          )}
        </>
      )}
    </Drawer>
  )
}

export default ExplainDrawer
