import { Link } from 'react-router'
import { Columns, useDisplay } from '../../show'
import { type Figure, useFigures } from '../reports/figuresApi'
import { formatFigure } from '../reports/formatFigure'
import { unitsOf } from '../reports/unitsOf'
import { HomePanel } from './HomePanel'
import styles from './home.module.css'
import { useText } from './useText'

const names = ['bookings', 'revenue', 'noShows'] as const

/** The week is `[from, to)` in local dates. */
export const WeekFigures = ({ from, to }: { from: string; to: string }) => {
  const text = useText()
  const { locale } = useDisplay()
  const { data, error, refetch } = useFigures({ measures: [...names], from, to, compare: 'previous' })
  const said = (name: string, value: Figure['value']) => (data ? formatFigure(value, unitsOf(data)(name), locale) : '')
  return (
    <HomePanel
      title={text('home.week')}
      note={<Link to="/reports/bookings?period=thisWeek">{text('home.reports')}</Link>}
      isLoading={!data}
      error={error}
      onRetry={() => void refetch()}
    >
      <Columns as="dl" least="7rem" gap="0.75rem 1rem" className={styles.figures}>
        {names.map(name => {
          const { value = null, previous = null } = data?.totals.figures[name] ?? {}
          return (
            <div key={name}>
              <dt>{text(`home.week.${name}`)}</dt>
              <dd>
                <strong>{said(name, value)}</strong>
                <span className={styles.note}>{text('home.week.before', { figure: said(name, previous) })}</span>
              </dd>
            </div>
          )
        })}
      </Columns>
    </HomePanel>
  )
}
