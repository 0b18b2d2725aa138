import visuallyHidden from '@mui/utils/visuallyHidden'
import { formatDay, useDisplay } from '../../show'
import { type FiguresRow, useFigures } from '../reports/figuresApi'
import { HomePanel } from './HomePanel'
import styles from './home.module.css'
import { useText } from './useText'

interface WeekUtilizationProps {
  week: readonly string[]
  today: string
  until: string
}

const [width, height, top] = [360, 84, 18]
const column = width / 7

const shareOf = ({ figures }: Pick<FiguresRow, 'figures'>): number | null => figures.utilisation?.value ?? null

export const WeekUtilization = ({ week, today, until }: WeekUtilizationProps) => {
  const text = useText()
  const { locale } = useDisplay()
  const [from = ''] = week
  const { data, error, refetch } = useFigures({ measures: ['utilisation'], groupBy: ['day'], from, to: until })
  const days = data?.rows.map(row => ({ date: String(row.by.day), share: shareOf(row) }))
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
  const label = (share: number | null): string => (share === null ? text('home.closed') : percent.format(share))
  return (
    <HomePanel
      title={text('home.utilization')}
      note={data && text('home.utilizationOf', { share: label(shareOf(data.totals)) })}
      error={error}
      onRetry={() => void refetch()}
      isLoading={!days}
    >
      <svg className={styles.chart} viewBox={`0 0 ${width} ${height + top + 18}`} aria-hidden="true">
        {days?.map(({ date, share }, index) => {
          const x = index * column
          const bar = share === null ? 0 : Math.max(share * height, 1)
          return (
            <g key={date} data-is-today={date === today}>
              <rect className={styles.track} x={x + 6} y={top} width={column - 12} height={height} rx={4} />
              <rect className={styles.bar} x={x + 6} y={top + height - bar} width={column - 12} height={bar} rx={4} />
              <text x={x + column / 2} y={top - 6}>
                {share === null ? '–' : percent.format(share)}
              </text>
              <text x={x + column / 2} y={top + height + 14}>
                {formatDay(date, locale, 'weekday')}
              </text>
            </g>
          )
        })}
      </svg>
      <table style={visuallyHidden}>
        <caption>{text('home.utilization')}</caption>
        <tbody>
          {days?.map(({ date, share }) => (
            <tr key={date}>
              <th scope="row">{formatDay(date, locale, 'full')}</th>
              <td>{label(share)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </HomePanel>
  )
}
