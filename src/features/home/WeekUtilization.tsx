import visuallyHidden from '@mui/utils/visuallyHidden'
import { formatDay, useDisplay } from '../../show'
import { type DayUtilization, useUtilization } from '../availability/availabilityApi'
import { HomePanel } from './HomePanel'
import styles from './home.module.css'
import { useText } from './useText'

interface WeekUtilizationProps {
  /** Seven local dates. */
  week: readonly string[]
  today: string
  /** The first date after the week. */
  until: string
}

const [width, height, top] = [360, 84, 18]
const column = width / 7

type Share = Pick<DayUtilization, 'openMinutes' | 'bookedMinutes'>

const shareOf = ({ openMinutes, bookedMinutes }: Share): number => (openMinutes === 0 ? 0 : bookedMinutes / openMinutes)

export const WeekUtilization = ({ week, today, until }: WeekUtilizationProps) => {
  const text = useText()
  const { locale } = useDisplay()
  const [from = ''] = week
  const { data: days, error, refetch } = useUtilization(from, until)
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
  const sumOf = (name: keyof Share): number => days?.reduce((sum, day) => sum + day[name], 0) ?? 0
  const label = (day: Share): string => (day.openMinutes === 0 ? text('home.closed') : percent.format(shareOf(day)))
  const whole = label({ openMinutes: sumOf('openMinutes'), bookedMinutes: sumOf('bookedMinutes') })
  return (
    <HomePanel
      title={text('home.utilization')}
      note={days && text('home.utilizationOf', { share: whole })}
      error={error}
      onRetry={() => void refetch()}
      isLoading={!days}
    >
      <svg className={styles.chart} viewBox={`0 0 ${width} ${height + top + 18}`} aria-hidden="true">
        {days?.map((day, index) => {
          const x = index * column
          const bar = Math.max(shareOf(day) * height, day.openMinutes > 0 ? 1 : 0)
          return (
            <g key={day.date} data-is-today={day.date === today}>
              <rect className={styles.track} x={x + 6} y={top} width={column - 12} height={height} rx={4} />
              <rect className={styles.bar} x={x + 6} y={top + height - bar} width={column - 12} height={bar} rx={4} />
              <text x={x + column / 2} y={top - 6}>
                {day.openMinutes === 0 ? '–' : percent.format(shareOf(day))}
              </text>
              <text x={x + column / 2} y={top + height + 14}>
                {formatDay(day.date, locale, 'weekday')}
              </text>
            </g>
          )
        })}
      </svg>
      <table style={visuallyHidden}>
        <caption>{text('home.utilization')}</caption>
        <tbody>
          {days?.map(day => (
            <tr key={day.date}>
              <th scope="row">{formatDay(day.date, locale, 'full')}</th>
              <td>{label(day)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </HomePanel>
  )
}
