import ChevronLeft from '@mui/icons-material/ChevronLeft'
import ChevronRight from '@mui/icons-material/ChevronRight'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import type { ReactNode } from 'react'
import { addDays, addMonths } from '../../crud/inputs/hours/dates'
import { useText } from '../../i18n/useText'
import styles from './availability.module.css'
import { type ChangeView, type View, views } from './viewState'

interface ViewBarProps {
  view: View
  /** What is being looked at, in words. */
  period: string
  date: string
  today: string
  change: ChangeView
  /** Stands at the end of the bar. */
  children: ReactNode
}

const stepFrom = (view: View, date: string, direction: 1 | -1): string => {
  if (view === 'month') return addMonths(date, direction)
  return addDays(date, direction * (view === 'day' ? 1 : 7))
}

/** Which view, and of when. */
export const ViewBar = ({ view, period, date, today, change, children }: ViewBarProps) => {
  const text = useText()
  const go = (to: string) => change({ date: to, why: null })
  return (
    <div className={styles.viewBar}>
      <ToggleButtonGroup
        exclusive
        size="small"
        color="primary"
        value={view}
        aria-label={text('availability.view')}
        onChange={(_, chosen: View | null) => {
          if (chosen) change({ view: chosen })
        }}
      >
        {views.map(one => (
          <ToggleButton key={one} value={one}>
            {text(`availability.view.${one}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <div className={styles.dates}>
        <IconButton aria-label={text('availability.earlier')} onClick={() => go(stepFrom(view, date, -1))}>
          <ChevronLeft />
        </IconButton>
        <Button
          size="small"
          variant="outlined"
          onClick={() => change({ date: null, why: null })}
          disabled={date === today}
        >
          {text('availability.today')}
        </Button>
        <IconButton aria-label={text('availability.later')} onClick={() => go(stepFrom(view, date, 1))}>
          <ChevronRight />
        </IconButton>
        <TextField
          type="date"
          className={styles.date}
          value={date}
          onChange={event => {
            // A date that is being typed is empty until it is whole.
            if (/^[12]\d{3}-/.test(event.target.value)) go(event.target.value)
          }}
          slotProps={{ htmlInput: { 'aria-label': text('availability.date') } }}
        />
      </div>
      <h2 className={styles.period} aria-live="polite">
        {period}
      </h2>
      {children}
    </div>
  )
}
