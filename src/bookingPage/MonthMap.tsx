/** @jsxImportSource preact */
import { addDays, addMonths, dateInWords, fill, monthInWords } from './format'
import { StepLink, usePage } from './page'
import type { Day } from './pageData'
import type { Choice, Route } from './route'

interface Props {
  month: string
  days: readonly Day[]
  chosen: string | null
  /** The earliest month. */
  first: string
  /** Nothing is free from this month on. */
  isLast: boolean
  isLoading: boolean
  to: (choice: Partial<Choice>) => Route
}

export const MonthMap = ({ month, days, chosen, first, isLast, isLoading, to }: Props) => {
  const { texts, lang, business } = usePage()
  const start = `${month}-01`
  const weekday = (new Date(`${start}T00:00:00Z`).getUTCDay() - business.weekStartsOn + 7) % 7
  const known = new Map(days.map(day => [day.date, day]))
  const rows = Array.from({ length: Math.ceil((weekday + days.length) / 7) }, (_, week) => {
    const monday = addDays(start, week * 7 - weekday)
    const dates = Array.from({ length: 7 }, (_, column) => addDays(monday, column))
    return { monday, cells: dates.map(date => ({ date, day: known.get(date) })) }
  })
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
          <StepLink to={to({ month: addMonths(month, -1), day: undefined })} class="arrow" aria-label={texts.earlier}>
            ‹
          </StepLink>
        ) : (
          <span class="arrow" />
        )}
        <strong aria-live="polite">{monthInWords(month, lang)}</strong>
        {isLast ? (
          <span class="arrow" />
        ) : (
          <StepLink to={to({ month: addMonths(month, 1), day: undefined })} class="arrow" aria-label={texts.later}>
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
          {rows.map(({ monday, cells }) => (
            <tr key={monday}>
              {cells.map(({ date, day }) => {
                if (!day) return <td key={date} />
                const label = fill(sentences[day.status], { date: dateInWords(day.date, lang), count: day.slotCount })
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
