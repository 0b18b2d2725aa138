import { lazy, Suspense, useState } from 'react'
import { DateSteps, type DateStepsProps } from './DateSteps'
import styles from './dateNavigator.module.css'

const CalendarPopup = lazy(() => import('./CalendarPopup'))

interface PeriodNavigatorProps extends DateStepsProps {
  /** A local date, `YYYY-MM-DD`. */
  date: string
  /** The dates shown, in words: they open the choice of a date. */
  period: string
  /** What is shown of them. */
  about?: string
  heading?: 'h2' | 'h3'
}

/** Steps back, to today and forward, beside the dates shown, which lead to any date. */
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
