import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { type ReactNode, startTransition, useOptimistic } from 'react'
import { addDays, addMonths, startOfWeek } from '../../declare'
import { formatDay, formatDays, PeriodNavigator, useDisplay } from '../../show'
import styles from './availability.module.css'
import { useText } from './useText'
import { type ChangeView, type View, type ViewState, views } from './viewState'

interface ViewBarProps {
  view: View
  subject: string | undefined
  isCompact: boolean
  /** Shortens days. */
  isDense: boolean
  date: string
  today: string
  weekStartsOn: number
  change: ChangeView
  children: ReactNode
}

const periodOf = (view: View, date: string, weekStartsOn: number, locale: string, isDense: boolean): string => {
  const sevenDays = (from: string) => formatDays(from, addDays(from, 6), locale, isDense ? 'dates' : 'datesOfYear')
  switch (view) {
    case 'day':
      return formatDay(date, locale, isDense ? 'short' : 'wide')
    case 'week':
      return sevenDays(startOfWeek(date, weekStartsOn))
    case 'month':
      return formatDay(date, locale, 'month')
    case 'list':
      return sevenDays(date)
  }
}

const stepFrom = (view: View, date: string, direction: 1 | -1): string => {
  if (view === 'month') return addMonths(date, direction)
  return addDays(date, direction * (view === 'day' ? 1 : 7))
}

export const ViewBar = ({
  view,
  date,
  subject,
  isCompact,
  isDense,
  today,
  weekStartsOn,
  change,
  children,
}: ViewBarProps) => {
  const text = useText()
  const { locale } = useDisplay()
  const [shown, show] = useOptimistic({ view, date })
  /** The bar answers at once; drawing the view takes longer than a frame. */
  const go = (next: Partial<typeof shown>, changes: Partial<ViewState> = next) =>
    startTransition(async () => {
      show(before => ({ ...before, ...next }))
      await change(changes, { flushSync: false })
    })
  return (
    <>
      <PeriodNavigator
        date={shown.date}
        earlier={stepFrom(shown.view, shown.date, -1)}
        later={stepFrom(shown.view, shown.date, 1)}
        isNow={shown.date === today}
        labels={{
          earlier: text('availability.earlier'),
          now: text('availability.today'),
          later: text('availability.later'),
        }}
        period={periodOf(shown.view, shown.date, weekStartsOn, locale, isDense)}
        {...(subject && { about: subject })}
        onNow={() => go({ date: today }, { date: null, why: null })}
        onChange={to => go({ date: to }, { date: to, why: null })}
      />
      <div className={styles.barEnd}>
        {children}
        {isCompact ? (
          <select
            className={styles.views}
            aria-label={text('availability.view')}
            value={shown.view}
            onChange={({ target }) => go({ view: views.find(one => one === target.value) ?? 'day' })}
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
            value={shown.view}
            aria-label={text('availability.view')}
            onChange={(_, chosen: View | null) => {
              if (chosen) go({ view: chosen })
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
