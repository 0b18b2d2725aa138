import { skipToken, useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import { calls } from '../../calls'
import { bookings } from '../../resources/bookings'
import { Columns, formatMoney, formatNumber, type SlotwiseDataProvider, useDisplay, useTenant } from '../../show'
import { HomePanel } from './HomePanel'
import styles from './home.module.css'
import { useText } from './useText'

/** The week is `[from, to)` in local dates. */
export const WeekFigures = ({ from, to }: { from: string; to: string }) => {
  const text = useText()
  const { locale, currency } = useDisplay()
  const { tenantId } = useTenant()
  const dataProvider = useDataProvider<SlotwiseDataProvider>()
  const { data, error, refetch } = useQuery({
    queryKey: [bookings.name, 'summary', tenantId, from, to],
    queryFn: tenantId
      ? ({ signal }) => dataProvider.call(calls.bookings.summary, { query: { from, to }, signal })
      : skipToken,
    staleTime: 0,
    retry: false,
  })
  type Figures = NonNullable<typeof data>['now']
  const revenueOf = ({ revenue }: Figures): string =>
    (revenue.length > 0 ? revenue : [{ amount: 0, currency }]).map(money => formatMoney(money, locale)).join(' + ')
  const figures: readonly { name: 'bookings' | 'revenue' | 'noShows'; of: (figures: Figures) => string }[] = [
    { name: 'bookings', of: each => formatNumber(each.bookings, locale) },
    { name: 'revenue', of: revenueOf },
    { name: 'noShows', of: each => formatNumber(each.noShows, locale) },
  ]
  return (
    <HomePanel title={text('home.week')} isLoading={!data} error={error} onRetry={() => void refetch()}>
      <Columns as="dl" least="7rem" gap="0.75rem 1rem" className={styles.figures}>
        {data &&
          figures.map(({ name, of }) => (
            <div key={name}>
              <dt>{text(`home.week.${name}`)}</dt>
              <dd>
                <strong>{of(data.now)}</strong>
                <span className={styles.note}>{text('home.week.before', { figure: of(data.before) })}</span>
              </dd>
            </div>
          ))}
      </Columns>
    </HomePanel>
  )
}
