import SkipNext from '@mui/icons-material/SkipNextOutlined'
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import { lazy, Suspense, useState } from 'react'
import styles from './availability.module.css'
import type { NextTimesProps } from './NextTimes'
import { useText } from './useText'

const NextTimes = lazy(() => import('./NextTimes'))

export const NextAvailable = (props: Omit<NextTimesProps, 'onChosen'>) => {
  const text = useText()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        className={styles.barButton}
        size="small"
        variant="outlined"
        aria-label={text('availability.next')}
        onClick={event => setAnchor(event.currentTarget)}
      >
        <SkipNext fontSize="small" />
        <span className={styles.barName}>{text('availability.next')}</span>
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': text('availability.next'), className: styles.nextAnswer } }}
      >
        <Suspense fallback={text('availability.searching')}>
          <NextTimes {...props} onChosen={() => setAnchor(null)} />
        </Suspense>
      </Popover>
    </>
  )
}
