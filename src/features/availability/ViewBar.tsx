import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import type { ReactNode } from 'react'
import { addDays, addMonths, PeriodNavigator } from '../../show'
import styles from './availability.module.css'
import { useText } from './useText'
import { type ChangeView, type View, views } from './viewState'

interface ViewBarProps {
  view: View
  period: string
  subject: string | undefined
  isCompact: boolean
  date: string
  today: string
  change: ChangeView
  children: ReactNode
}

const stepFrom = (view: View, date: string, direction: 1 | -1): string => {
  if (view === 'month') return addMonths(date, direction)
  return addDays(date, direction * (view === 'day' ? 1 : 7))
}

export const ViewBar = ({ view, period, subject, isCompact, date, today, change, children }: ViewBarProps) => {
  const text = useText()
  return (
    <>
      <PeriodNavigator
        date={date}
        earlier={stepFrom(view, date, -1)}
        later={stepFrom(view, date, 1)}
        isNow={date === today}
        labels={{
          earlier: text('availability.earlier'),
          now: text('availability.today'),
          later: text('availability.later'),
        }}
        period={period}
        {...(subject && { about: subject })}
        onNow={() => change({ date: null, why: null })}
        onChange={to => change({ date: to, why: null })}
      />
      <div className={styles.barEnd}>
        {children}
        {isCompact ? (
          <select
            className={styles.views}
            aria-label={text('availability.view')}
            value={view}
            onChange={({ target }) => change({ view: views.find(one => one === target.value) ?? 'day' })}
          >
            {views.map(one => (
              <option key={one} value={one}>
                {text(`availability.view.${one}`)}
              </option>
            ))}
          </select>
        ) : (
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
        )}
      </div>
    </>
  )
}
