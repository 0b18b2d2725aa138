import { Link } from 'react-router'
import { addDays } from '../../declare'
import { useDisplay } from '../../show'
import { useFigures } from '../reports/figuresApi'
import { formatFigure } from '../reports/formatFigure'
import { unitsOf } from '../reports/unitsOf'
import { HomePanel } from './HomePanel'
import styles from './home.module.css'
import { useText } from './useText'
import { WeeksLine } from './WeeksLine'

const names = ['bookings', 'revenue', 'noShows'] as const
const weeks = 8
/** As high as a figure. */
const unknown = '\u00a0'

interface WeekFiguresProps {
  /** Local. */
  from: string
  /** Not included. */
  to: string
}

export const WeekFigures = ({ from, to }: WeekFiguresProps) => {
  const text = useText()
  const { locale } = useDisplay()
  const { data, error, refetch } = useFigures({
    measures: [...names],
    groupBy: ['week'],
    from: addDays(from, 7 * (1 - weeks)),
    to,
  })
  return (
    <HomePanel
      title={text('home.week')}
      note={<Link to="/reports/bookings?period=thisWeek">{text('home.reports')}</Link>}
      isLoading={!data && error !== null}
      error={error}
      onRetry={() => void refetch()}
    >
      <dl className={styles.figures}>
        {names.map(name => {
          const values = data?.rows.map(row => row.figures[name]?.value ?? 0) ?? []
          const said = (value: number | undefined) =>
            data ? formatFigure(value ?? null, unitsOf(data)(name), locale) : ''
          return (
            <div key={name}>
              <dt>{text(`home.week.${name}`)}</dt>
              <dd>
                <strong>{said(values.at(-1)) || unknown}</strong>
                <span className={styles.note}>
                  {data ? text('home.week.before', { figure: said(values.at(-2)) }) : unknown}
                </span>
              </dd>
              <WeeksLine values={values} />
            </div>
          )
        })}
      </dl>
    </HomePanel>
  )
}
