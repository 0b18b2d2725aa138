/** @jsxImportSource preact */
import { addDays, addMonths, weeksOf } from '../declare'
import { dateInWords, fill, monthInWords } from './format'
import { StepLink, useClock, usePage } from './page'
import type { Day } from './pageData'
import type { Choice, Route } from './route'

interface Props {
  month: string
  days: readonly Day[]
  chosen: string | null
  first: string
  /** Later months have nothing free. */
  isLast: boolean
  isLoading: boolean
  to: (choice: Partial<Choice>) => Route
}

export const MonthMap = ({ month, days, chosen, first, isLast, isLoading, to }: Props) => {
  const { texts, lang, business } = usePage()
  const clock = useClock()
  const known = new Map(days.map(day => [day.date, day]))
  const shift = (months: number) => addMonths(`${month}-01`, months).slice(0, 7)
  const names = Array.from({ length: 7 }, (_, index) => addDays('2026-03-01', index + business.weekStartsOn)).map(
    date => {
      const said = (style: 'short' | 'long') =>
        new Intl.DateTimeFormat(lang, { timeZone: 'UTC', weekday: style }).format(new Date(date))
      return [said('short'), said('long')] as const
    },
  )
  const sentences = {
    available: texts.dayFree,
    limited: texts.dayFree,
    full: texts.dayFull,
    unavailable: texts.dayClosed,
  }
  return (
    <div class="month" aria-busy={isLoading}>
      <div class="monthHead">
        {month > first ? (
          <StepLink to={to({ month: shift(-1), day: undefined })} class="arrow" aria-label={texts.earlier}>
            ‹
          </StepLink>
        ) : (
          <span class="arrow" />
        )}
        <strong aria-live="polite">{monthInWords(month, lang)}</strong>
        {isLast ? (
          <span class="arrow" />
        ) : (
          <StepLink to={to({ month: shift(1), day: undefined })} class="arrow" aria-label={texts.later}>
            ›
          </StepLink>
        )}
      </div>
      <table>
        <thead>
          <tr>
            {names.map(([short, long]) => (
              <th key={long} scope="col" abbr={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month, business.weekStartsOn).map(dates => (
            <tr key={dates[0]}>
              {dates.map(date => {
                const day = known.get(date)
                if (!day) return <td key={date} />
                const label = fill(sentences[day.status], { date: dateInWords(day.date, clock), count: day.slotCount })
                const isChosen = day.date === chosen
                return (
                  <td key={day.date}>
                    {day.status === 'unavailable' ? (
                      <span class="closed">{Number(day.date.slice(8))}</span>
                    ) : (
                      <StepLink
                        to={to({ month, day: day.date })}
                        class={`day ${day.status}${isChosen ? ' chosen' : ''}`}
                        aria-label={label}
                        aria-current={isChosen ? 'date' : undefined}
                      >
                        {Number(day.date.slice(8))}
                      </StepLink>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
