import { memoized } from '../../schema/memoize'
import { addDays, isDate } from './dates'
import { formatWith } from './times'

const numeric = { year: 'numeric', month: '2-digit', day: '2-digit' } as const

/** `03/02/2026`, `02.03.2026` */
export const formatDigits = (date: string, locale: string): string => formatWith(date, locale, numeric)

/** `DD/MM/YYYY`, `TT.MM.JJJJ`. @param letters for day, month and year, `DMY` */
export const datePattern = (locale: string, [day = '', month = '', year = '']: string): string =>
  formatDigits('3333-11-22', locale).replaceAll('2', day).replaceAll('1', month).replaceAll('3', year)

type Part = 'year' | 'month' | 'day'

const orderOf = memoized((locale: string): readonly Part[] =>
  new Intl.DateTimeFormat(locale, numeric)
    .formatToParts(0)
    .flatMap(({ type }) => (type === 'year' || type === 'month' || type === 'day' ? [type] : [])),
)

const plain = (word: string): string => word.toLowerCase().replaceAll('.', '')

const monthsOf = memoized((locale: string): readonly string[] =>
  Array.from({ length: 12 }, (_, month) =>
    plain(formatWith(`2026-${String(month + 1).padStart(2, '0')}-01`, locale, { month: 'long' })),
  ),
)

const nearDays = memoized(
  (locale: string): ReadonlyMap<string, number> =>
    new Map(
      [-1, 0, 1].map(days => [
        plain(new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day')),
        days,
      ]),
    ),
)

const dateOf = (year: string, month: number | string, day: string): string | undefined => {
  const fullYear = year.length === 2 ? `20${year}` : year
  const date = `${fullYear}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDate(date) ? date : undefined
}

/** `Mar 2, 2026`, `2. März`; the year is optional. */
const readNamed = (words: readonly string[], thisYear: string, locale: string): string | undefined => {
  const name = words.find(word => /^\p{L}{3,}$/u.test(word))
  const [day, year = thisYear, ...more] = words.filter(word => /^\d+$/.test(word))
  if (!name || !day || day.length > 2 || more.length > 0 || words.length > 3) return
  const month = monthsOf(locale).findIndex(one => one.startsWith(name))
  return month < 0 ? undefined : dateOf(year, month + 1, day)
}

/**
 * Reads `YYYY-MM-DD`, the locale's digits, a month's name, or words such as "today". The year is optional.
 * @param today `YYYY-MM-DD`
 * @returns `YYYY-MM-DD`; undefined if not a date
 */
export const readDate = (typed: string, locale: string, today: string): string | undefined => {
  const text = plain(typed.trim())
  const near = nearDays(locale).get(text)
  if (near !== undefined) return addDays(today, near)
  const thisYear = today.slice(0, 4)
  const iso = /^(\d{4})-(\d\d?)-(\d\d?)$/.exec(text)
  if (iso) return dateOf(iso[1] ?? '', iso[2] ?? '', iso[3] ?? '')
  const words = typed
    .trim()
    .toLowerCase()
    .split(/[\s.,/-]+/)
    .filter(Boolean)
  if (words.some(word => !/^\d+$/.test(word))) return readNamed(words, thisYear, locale)
  const order = orderOf(locale).filter(part => words.length === 3 || part !== 'year')
  if (words.length !== order.length) return
  const [year = thisYear, month = '', day = ''] = (['year', 'month', 'day'] as const).map(
    part => words[order.indexOf(part)],
  )
  return year.length === 4 || year.length === 2 ? dateOf(year, month, day) : undefined
}
