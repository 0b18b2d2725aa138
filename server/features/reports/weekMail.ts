import { addDays, type Locale, spokenLocale } from '../../../src/declare'
import type { MeasureName, Period } from '../../../src/reports'
import type { Figures } from './figures'

export const weekMeasures = [
  'bookings',
  'revenue',
  'utilisation',
  'newCustomers',
  'cancelled',
  'noShows',
  'refused',
] as const satisfies readonly MeasureName[]

type Measure = (typeof weekMeasures)[number]

const words = {
  en: {
    subject: (name: string, days: string) => `${name}: the week of ${days}`,
    before: (figure: string) => `the week before: ${figure}`,
    names: {
      bookings: 'Bookings',
      revenue: 'Revenue',
      utilisation: 'Booked open time',
      newCustomers: 'New customers',
      cancelled: 'Cancelled',
      noShows: 'Did not come',
      refused: 'Requests that could not be met',
    },
    next: (count: string) => `Booked for the seven days that follow: ${count}`,
    link: 'All reports:',
  },
  de: {
    subject: (name: string, days: string) => `${name}: die Woche ${days}`,
    before: (figure: string) => `in der Woche davor: ${figure}`,
    names: {
      bookings: 'Buchungen',
      revenue: 'Umsatz',
      utilisation: 'Gebuchte offene Zeit',
      newCustomers: 'Neue Kunden',
      cancelled: 'Storniert',
      noShows: 'Nicht erschienen',
      refused: 'Unerfüllte Anfragen',
    },
    next: (count: string) => `Gebucht für die sieben Tage danach: ${count}`,
    link: 'Alle Berichte:',
  },
} as const satisfies Record<Locale, { names: Record<Measure, string>; [word: string]: unknown }>

const daysText = ({ from, to }: Period, locale: Locale): string =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).formatRange(
    Date.parse(from),
    Date.parse(addDays(to, -1)),
  )

const figureText = (name: Measure, value: number | null, currency: string, locale: Locale): string => {
  if (value === null) return '–'
  if (name === 'utilisation')
    return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(value)
  if (name !== 'revenue') return new Intl.NumberFormat(locale).format(value)
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
  return format.format(value / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

interface Told {
  tenantName: string
  siteUrl: string
  week: Figures
  next: number
}

export const weekMail = (
  { tenantName, siteUrl, week, next }: Told,
  tag: string | null,
): { locale: Locale; subject: string; body: string } => {
  const locale = spokenLocale(tag)
  const { subject, before, names, next: following, link } = words[locale]
  const { from, to, currency, totals } = week
  const said = (name: Measure, value: number | null | undefined) => figureText(name, value ?? null, currency, locale)
  const lines = weekMeasures.map(name => {
    const { value, previous } = totals.figures[name] ?? {}
    return `${names[name]}: ${said(name, value)} (${before(said(name, previous))})`
  })
  return {
    locale,
    subject: subject(tenantName, daysText({ from, to }, locale)),
    body: [
      lines.join('\n'),
      following(new Intl.NumberFormat(locale).format(next)),
      `${link}\n${siteUrl}/reports/bookings?from=${from}&to=${to}`,
    ].join('\n\n'),
  }
}
