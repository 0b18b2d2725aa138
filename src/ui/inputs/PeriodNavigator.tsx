import ChevronLeft from '@mui/icons-material/ChevronLeft'
import ChevronRight from '@mui/icons-material/ChevronRight'
import Today from '@mui/icons-material/TodayOutlined'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { lazy, Suspense, useState } from 'react'
import styles from './dateNavigator.module.css'

interface DateStepsProps {
  /** `YYYY-MM-DD` */
  earlier: string
  later: string
  isNow: boolean
  labels: { earlier: string; now: string; later: string }
  onNow: () => void
  onChange: (date: string) => void
}

const DateSteps = ({ earlier, later, isNow, labels, onNow, onChange }: DateStepsProps) => (
  <>
    <IconButton aria-label={labels.earlier} onClick={() => onChange(earlier)}>
      <ChevronLeft />
    </IconButton>
    <Button size="small" variant="outlined" className={styles.now} onClick={onNow} disabled={isNow}>
      <Today fontSize="small" />
      <span>{labels.now}</span>
    </Button>
    <IconButton aria-label={labels.later} onClick={() => onChange(later)}>
      <ChevronRight />
    </IconButton>
  </>
)

const CalendarPopup = lazy(() => import('./CalendarPopup'))

interface PeriodNavigatorProps extends DateStepsProps {
  /** `YYYY-MM-DD` */
  date: string
  /** In words. */
  period: string
  about?: string
  heading?: 'h2' | 'h3'
}

/** The shown period opens a calendar. */
export const PeriodNavigator = ({ date, period, about, heading: Heading = 'h2', ...steps }: PeriodNavigatorProps) => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <DateSteps {...steps} />
      <div className={styles.period}>
        <Heading aria-live="polite">
          <button
            type="button"
            aria-haspopup="dialog"
            aria-expanded={anchor !== null}
            onClick={event => setAnchor(event.currentTarget)}
          >
            {period}
          </button>
        </Heading>
        {about && <p>{about}</p>}
      </div>
      {anchor && (
        <Suspense>
          <CalendarPopup anchor={anchor} date={date} onChoose={steps.onChange} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  )
}
