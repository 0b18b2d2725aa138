import { formatDay } from '../../crud/format/clockTimes'
import { useDisplay } from '../../crud/format/display'
import { useText } from '../../i18n/useText'
import { parseLocalDate, zoneOf } from '../../scheduling'
import { type ResourceLine, useTimeline } from '../availability/availabilityApi'
import { HomePanel } from './HomePanel'
import styles from './home.module.css'
import { type Utilisation, utilisationOf } from './utilisation'

interface WeekUtilisationProps {
  /** The seven local dates. */
  week: readonly string[]
  today: string
  /** The first date after the week. */
  until: string
  resourceIds: readonly string[]
}

const [width, height, top] = [280, 120, 18]
const column = width / 7

const shareOf = ({ open, booked }: Utilisation): number => (open === 0 ? 0 : booked / open)

/** How much of this week's open time is booked, day by day: bars for the eye, a table for the ear. */
export const WeekUtilisation = ({ week, today, until, resourceIds }: WeekUtilisationProps) => {
  const text = useText()
  const { locale, timeZone } = useDisplay()
  const [from = ''] = week
  const { data, error, refetch } = useTimeline({ from, to: until, resourceIds, request: null, channelId: null })
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
  const ofDays = (lines: readonly ResourceLine[]) => {
    const zone = zoneOf(timeZone)
    const starts = [...week, until].map(date => zone.startOfDay(parseLocalDate(date)))
    return week.map((date, index) => ({
      date,
      day: utilisationOf(lines, starts[index] ?? 0, starts[index + 1] ?? 0),
    }))
  }
  const days = data && ofDays(data)
  const whole = days?.reduce((sum, { day }) => ({ open: sum.open + day.open, booked: sum.booked + day.booked }), {
    open: 0,
    booked: 0,
  })
  const label = ({ open, booked }: Utilisation): string =>
    open === 0 ? text('home.closed') : percent.format(shareOf({ open, booked }))
  return (
    <HomePanel
      title={text('home.utilisation')}
      note={whole && text('home.utilisationOf', { share: label(whole) })}
      error={error}
      onRetry={() => void refetch()}
      isLoading={!days}
    >
      <svg className={styles.chart} viewBox={`0 0 ${width} ${height + top + 18}`} aria-hidden="true">
        {days?.map(({ date, day }, index) => {
          const x = index * column
          const bar = Math.max(shareOf(day) * height, day.open > 0 ? 1 : 0)
          return (
            <g key={date} data-is-today={date === today}>
              <rect className={styles.track} x={x + 6} y={top} width={column - 12} height={height} rx={4} />
              <rect className={styles.bar} x={x + 6} y={top + height - bar} width={column - 12} height={bar} rx={4} />
              <text x={x + column / 2} y={top - 6}>
                {day.open === 0 ? '–' : percent.format(shareOf(day))}
              </text>
              <text x={x + column / 2} y={top + height + 14}>
                {formatDay(date, locale, 'weekday')}
              </text>
            </g>
          )
        })}
      </svg>
      <table className={styles.hidden}>
        <caption>{text('home.utilisation')}</caption>
        <tbody>
          {days?.map(({ date, day }) => (
            <tr key={date}>
              <th scope="row">{formatDay(date, locale, 'full')}</th>
              <td>{label(day)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </HomePanel>
  )
}
