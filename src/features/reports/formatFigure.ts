import { addDays, HOUR } from '../../declare'
import type { Dimension } from '../../reports'
import { bookings } from '../../resources/bookings'
import { demand } from '../../resources/demand'
import {
  type Display,
  formatDay,
  formatDays,
  formatMinutes,
  formatMoney,
  formatNumber,
  resourceKeys,
  weekdayName,
} from '../../show'
import type { FiguresRow, Unit } from './figuresApi'
import type { useText } from './useText'

type Text = ReturnType<typeof useText>

const DAY_MINUTES = 1440

const days = (value: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long', maximumFractionDigits: 1 }).format(
    value / DAY_MINUTES,
  )

/** Without minutes from 100 hours on. */
const hours = (value: number, locale: string): string =>
  formatMinutes(value < 6000 ? value : Math.round(value / 60) * 60, locale)

const percent = (value: number, locale: string, digits = 1): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: digits }).format(value)

interface Shown {
  unit: Unit
  isLead?: boolean
  currency: string
}

/** `142`, `9 hr 30 min`, `€210.00`, `45.8%`; a dash for 0 of 0. */
export const formatFigure = (value: number | null, { unit, isLead, currency }: Shown, locale: string): string => {
  if (value === null) return '–'
  if (unit === 'money') return formatMoney({ amount: value, currency }, locale)
  if (unit === 'ratio') return percent(value, locale)
  if (unit !== 'minutes') return formatNumber(value, locale)
  return isLead && value >= 2 * DAY_MINUTES ? days(value, locale) : hours(value, locale)
}

/** `+12%` */
export const formatChange = (change: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' }).format(
    change,
  )

/** `12%` */
export const formatPart = (change: number, locale: string): string => percent(Math.abs(change), locale, 0)

/** `to` is not included. */
export const formatPeriod = ({ from, to }: { from: string; to: string }, locale: string): string =>
  formatDays(from, addDays(to, -1), locale, 'datesOfYear')

const hourText = (hour: number, { locale, hour12 }: Display): string =>
  new Intl.DateTimeFormat(locale, {
    hour: hour12 ? 'numeric' : '2-digit',
    ...(!hour12 && { minute: '2-digit' }),
    hourCycle: hour12 ? 'h12' : 'h23',
    timeZone: 'UTC',
  }).format(hour * HOUR)

export const formatKey = (
  dimension: Dimension,
  { by, labels }: Pick<FiguresRow, 'by' | 'labels'>,
  { display, text, isLong = false }: { display: Display; text: Text; isLong?: boolean },
): string => {
  const { locale } = display
  const key = by[dimension] ?? ''
  switch (dimension) {
    case 'day':
      return formatDay(String(key), locale, isLong ? 'long' : 'short')
    case 'week':
      return text('reports.weekOf', { date: formatDay(String(key), locale, 'dates') })
    case 'month':
      return formatDay(String(key), locale, 'month')
    case 'weekday':
      return weekdayName(Number(key), locale)
    case 'hour':
      return hourText(Number(key), display)
    case 'leadBucket':
      return text(`reports.lead.${key}`, { _: String(key) })
    case 'source':
      return text(resourceKeys(bookings).choice('source', String(key)))
    case 'reason':
      return text(resourceKeys(demand).choice('code', String(key)))
    default:
      return labels[dimension] ?? String(key)
  }
}
