import visuallyHidden from '@mui/utils/visuallyHidden'
import { Link } from 'react-router'
import { addDays, addMonths, weeksOf } from '../../declare'
import { formatDay, LoadError, Loading, useDisplay } from '../../show'
import busy from '../../ui/screen/busy.module.css'
import { useFigures } from '../reports/figuresApi'
import { useClosedDays } from '../setup/useClosedDays'
import styles from './availability.module.css'
import { useText } from './useText'
import type { ViewState } from './viewState'

interface EverythingMonthProps {
  /** `YYYY-MM` */
  month: string
  today: string
  weekStartsOn: number
  addressOf: (changes: Partial<ViewState>) => string
}

const EverythingMonth = ({ month, today, weekStartsOn, addressOf }: EverythingMonthProps) => {
  const text = useText()
  const { locale } = useDisplay()
  const from = `${month}-01`
  const to = addMonths(from, 1)
  const closed = useClosedDays(from, addDays(to, -1))
  const { data, error, refetch, isPlaceholderData } = useFigures({
    ...{ measures: ['bookings', 'utilisation'], groupBy: ['day'], from, to },
  })
  if (error) return <LoadError message={text('availability.failed')} error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading>{text('loading', { title: text('nav.availability') })}</Loading>
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
  const byDate = new Map(data.rows.map(({ by, figures }) => [String(by.day), figures]))
  const weeks = weeksOf(month, weekStartsOn)
  return (
    <table className={`${styles.month} ${busy.busy}`} aria-busy={isPlaceholderData}>
      <caption style={visuallyHidden}>{formatDay(from, locale, 'month')}</caption>
      <thead>
        <tr>
          {weeks[0]?.map(date => (
            <th key={date} scope="col">
              {formatDay(date, locale, 'weekday')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map(([first = '', ...rest]) => (
          <tr key={first}>
            {[first, ...rest].map(date => {
              const figures = byDate.get(date)
              if (!date.startsWith(month)) return <td key={date} />
              const share = figures?.utilisation?.value ?? null
              const count = figures?.bookings?.value ?? 0
              const why = closed.find(one => one.from <= date && date <= one.to)?.name
              const free = share === null ? null : Math.max(0, 1 - share)
              // The past cannot be told from closed days.
              const state = why ?? (free === null && date >= today ? text('availability.closedDay') : null)
              const booked = text('availability.bookingCount', { smart_count: count })
              const left = free !== null && text('availability.freeShare', { share: percent.format(free) })
              return (
                <td key={date}>
                  <Link
                    className={styles.monthDay}
                    data-heat={free === null ? 0 : Math.ceil(free * 4)}
                    data-past={date < today}
                    aria-current={date === today ? 'date' : undefined}
                    to={addressOf({ view: 'day', date, why: null })}
                    aria-label={[
                      formatDay(date, locale, 'full'),
                      state,
                      (!state || count > 0) && booked,
                      !state && left,
                    ]
                      .filter(Boolean)
                      .join(', ')}
                  >
                    <strong>{formatDay(date, locale, 'day')}</strong>
                    {state ? (
                      <span className={styles.monthStatus}>
                        <span className={styles.monthLong}>{state}</span>
                        <span className={styles.monthShort}>–</span>
                      </span>
                    ) : (
                      <span className={styles.monthStatus}>
                        <span className={styles.monthLong}>
                          {booked}
                          <br />
                          {left}
                        </span>
                        <span className={styles.monthShort}>{count}</span>
                      </span>
                    )}
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

export default EverythingMonth
