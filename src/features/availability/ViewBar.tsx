import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import type { ReactNode } from 'react'
import { addDays, addMonths } from '../../crud/inputs/hours/dates'
import { useText } from '../../i18n/useText'
import { DateNavigator } from '../../ui/inputs/DateNavigator'
import styles from './availability.module.css'
import { type ChangeView, type View, views } from './viewState'

interface ViewBarProps {
  view: View
  /** The dates shown, in words. */
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

/** Chooses the view and its dates. */
export const ViewBar = ({ view, period, date, today, change, children }: ViewBarProps) => {
  const text = useText()
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
        <DateNavigator
          date={date}
          earlier={stepFrom(view, date, -1)}
          later={stepFrom(view, date, 1)}
          isNow={date === today}
          labels={{
            earlier: text('availability.earlier'),
            now: text('availability.today'),
            later: text('availability.later'),
            date: text('availability.date'),
          }}
          className={styles.date}
          onNow={() => change({ date: null, why: null })}
          onChange={to => change({ date: to, why: null })}
        />
      </div>
      <h2 className={styles.period} aria-live="polite">
        {period}
      </h2>
      {children}
    </div>
  )
}
