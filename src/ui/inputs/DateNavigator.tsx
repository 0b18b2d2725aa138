import ChevronLeft from '@mui/icons-material/ChevronLeft'
import ChevronRight from '@mui/icons-material/ChevronRight'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import { useRef } from 'react'
import styles from './dateNavigator.module.css'

interface DateNavigatorProps {
  /** A local date, `YYYY-MM-DD`. */
  date: string
  /** The dates that the arrows lead to. */
  earlier: string
  later: string
  /** Today is already shown. */
  isNow: boolean
  labels: { earlier: string; now: string; later: string; date: string }
  /** What is shown, in words: it opens the choice of a date, instead of a field. */
  period?: string
  /** Under the period: what is shown of it. */
  about?: string
  className?: string | undefined
  onNow: () => void
  onChange: (date: string) => void
}

/** Steps back, to today, forward, or to any date. */
export const DateNavigator = ({
  date,
  earlier,
  later,
  isNow,
  labels,
  period,
  about,
  className,
  onNow,
  onChange,
}: DateNavigatorProps) => {
  const input = useRef<HTMLInputElement>(null)
  const choose = (typed: string) => {
    // A date being typed is empty until it is complete; its year begins with zeros.
    if (/^[12]\d{3}-/.test(typed)) onChange(typed)
  }
  return (
    <>
      <IconButton aria-label={labels.earlier} onClick={() => onChange(earlier)}>
        <ChevronLeft />
      </IconButton>
      <Button size="small" variant="outlined" className={styles.now} onClick={onNow} disabled={isNow}>
        {labels.now}
      </Button>
      <IconButton aria-label={labels.later} onClick={() => onChange(later)}>
        <ChevronRight />
      </IconButton>
      {period === undefined ? (
        <TextField
          type="date"
          className={className}
          value={date}
          onChange={event => choose(event.target.value)}
          slotProps={{ htmlInput: { 'aria-label': labels.date } }}
        />
      ) : (
        <div className={styles.period}>
          <input
            ref={input}
            type="date"
            tabIndex={-1}
            aria-label={labels.date}
            value={date}
            onChange={event => choose(event.target.value)}
          />
          <h2 aria-live="polite">
            <button type="button" aria-haspopup="dialog" onClick={() => input.current?.showPicker()}>
              {period}
            </button>
          </h2>
          {about && <p>{about}</p>}
        </div>
      )}
    </>
  )
}
