import { lazy, Suspense, useState } from 'react'
import { DateSteps, type DateStepsProps } from './DateSteps'
import styles from './dateNavigator.module.css'

const CalendarPopup = lazy(() => import('./CalendarPopup'))

interface PeriodNavigatorProps extends DateStepsProps {
  /** `YYYY-MM-DD` */
  date: string
  /** The shown dates in words. */
  period: string
  about?: string
  heading?: 'h2' | 'h3'
}

/** Steps through time; the shown dates open a calendar. */
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
