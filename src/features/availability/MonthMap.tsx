import Block from '@mui/icons-material/BlockOutlined'
import EventAvailable from '@mui/icons-material/EventAvailableOutlined'
import EventBusy from '@mui/icons-material/EventBusyOutlined'
import visuallyHidden from '@mui/utils/visuallyHidden'
import { Link } from 'react-router'
import { weeksOf } from '../../declare'
import type { DaySummary, SlotStatus } from '../../scheduling'
import { formatDay, formatTime, LoadError, Loading, useDisplay } from '../../show'
import busy from '../../ui/screen/busy.module.css'
import styles from './availability.module.css'
import { type Request, useDays } from './availabilityApi'
import { useText } from './useText'
import type { ViewState } from './viewState'

const icons: Readonly<Record<SlotStatus, typeof Block>> = {
  available: EventAvailable,
  limited: EventAvailable,
  full: EventBusy,
  unavailable: Block,
}

/** 0 to 4, relative to the month's freest day. */
const heatOf = ({ slotCount }: DaySummary, most: number): number => (most === 0 ? 0 : Math.ceil((4 * slotCount) / most))

interface MonthMapProps {
  request: Request
  /** `YYYY-MM` */
  month: string
  today: string
  weekStartsOn: number
  addressOf: (changes: Partial<ViewState>) => string
}

export const MonthMap = ({ request, month, today, weekStartsOn, addressOf }: MonthMapProps) => {
  const text = useText()
  const display = useDisplay()
  const { data, error, refetch, isPlaceholderData } = useDays(request, month)
  if (error) return <LoadError message={text('availability.failed')} error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading>{text('loading', { title: text('nav.availability') })}</Loading>
  const byDate = new Map(data.map(day => [day.date, day]))
  const most = Math.max(0, ...data.map(({ slotCount }) => slotCount))
  const weeks = weeksOf(month, weekStartsOn)
  return (
    <table className={`${styles.month} ${busy.busy}`} aria-busy={isPlaceholderData}>
      <caption style={visuallyHidden}>{formatDay(`${month}-01`, display.locale, 'month')}</caption>
      <thead>
        <tr>
          {weeks[0]?.map(date => (
            <th key={date} scope="col">
              {formatDay(date, display.locale, 'weekday')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map(([first = '', ...rest]) => (
          <tr key={first}>
            {[first, ...rest].map(date => {
              const day = byDate.get(date)
              if (!day) return <td key={date} />
              const Icon = icons[day.status]
              const status =
                day.slotCount > 0
                  ? text('availability.slotCount', { smart_count: day.slotCount })
                  : text(`availability.slot.${day.status}`)
              const firstTime = day.firstStartsAt && formatTime(Date.parse(day.firstStartsAt), display)
              return (
                <td key={date}>
                  <Link
                    className={styles.monthDay}
                    data-heat={heatOf(day, most)}
                    data-past={date < today}
                    aria-current={date === today ? 'date' : undefined}
                    to={addressOf({ view: 'day', date, why: null })}
                    aria-label={[
                      formatDay(date, display.locale, 'full'),
                      status,
                      firstTime && text('availability.firstAt', { time: firstTime }),
                    ]
                      .filter(Boolean)
                      .join(', ')}
                  >
                    <strong>{formatDay(date, display.locale, 'day')}</strong>
                    <span className={styles.monthStatus}>
                      <Icon fontSize="inherit" />
                      <span className={styles.monthLong}>{status}</span>
                      <span className={styles.monthShort}>{day.slotCount > 0 ? day.slotCount : '–'}</span>
                    </span>
                  </Link>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
