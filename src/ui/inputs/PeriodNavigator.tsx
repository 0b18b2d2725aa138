import { useRef } from 'react'
import { DateSteps, type DateStepsProps, whenComplete } from './DateSteps'
import styles from './dateNavigator.module.css'

interface PeriodNavigatorProps extends DateStepsProps {
  /** A local date, `YYYY-MM-DD`. */
  date: string
  /** The dates shown, in words: they open the choice of a date. */
  period: string
  /** What is shown of them. */
  about: string
  labels: DateStepsProps['labels'] & { date: string }
}

/** Steps back, to today and forward, beside the dates shown, which lead to any date. */
export const PeriodNavigator = ({ date, period, about, ...steps }: PeriodNavigatorProps) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <DateSteps {...steps} />
      <div className={styles.period}>
        <input
          ref={input}
          type="date"
          tabIndex={-1}
          aria-label={steps.labels.date}
          value={date}
          onChange={whenComplete(steps.onChange)}
        />
        <h2 aria-live="polite">
          <button type="button" aria-haspopup="dialog" onClick={() => input.current?.showPicker()}>
            {period}
          </button>
        </h2>
        {about && <p>{about}</p>}
      </div>
    </>
  )
}
