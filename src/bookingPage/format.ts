import { DAY, MINUTE, zoneOffset } from '../declare'
import type { Business, PageData, Slot, Variant } from './pageData'
import type { Texts } from './texts/en'

export type Money = { readonly amount: number; readonly currency: string }

export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/%\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))

export const money = ({ amount, currency }: Money, { lang, texts }: Pick<PageData, 'lang' | 'texts'>): string => {
  if (amount === 0) return texts.free
  const format = new Intl.NumberFormat(lang, { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(amount / 10 ** digits)
}

/** `€22.00 per person` */
export const priceFor = (
  price: Money,
  { pricingUnit, countedIn, takesWhole }: Pick<Variant, 'pricingUnit' | 'countedIn' | 'takesWhole'>,
  words: Pick<PageData, 'lang' | 'texts'>,
): string => {
  const { texts } = words
  const said = money(price, words)
  if (price.amount === 0 || pricingUnit === 'per_booking') return said
  const each = (text: string) => fill(countedIn === 'pieces' ? texts.perPiece : texts.perPerson, { price: text })
  if (pricingUnit === 'per_unit') return each(said)
  const over = fill(pricingUnit === 'per_hour' ? texts.perHour : texts.perDay, { price: said })
  return takesWhole ? over : each(over)
}

/** Null if hidden. */
export const leftOf = (
  { remaining, status }: Pick<Slot, 'remaining' | 'status'>,
  offer: Pick<Variant, 'unit' | 'countedIn' | 'takesWhole'> | null,
  texts: Texts,
): string | null => {
  if (remaining === undefined) return status === 'limited' ? texts.few : null
  if (remaining <= 0) return null
  const counted = (one: string, several: string) => (remaining === 1 ? one : fill(several, { count: remaining }))
  if (offer?.unit && (offer.takesWhole || offer.countedIn === 'pieces'))
    return counted(texts[`${offer.unit}Free`], texts[`${offer.unit}sFree`])
  if (offer?.takesWhole) return counted(texts.free1, texts.freeMany)
  if (offer?.countedIn === 'people') return counted(texts.placeLeft, texts.placesLeft)
  return fill(texts.left, { count: remaining })
}

export const duration = (minutes: number, texts: Texts, isDaily = false): string => {
  if (isDaily) return minutes === 1440 ? texts.day : fill(texts.days, { count: minutes / 1440 })
  if (minutes < 60) return fill(texts.minutes, { count: minutes })
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return rest === 0 ? fill(texts.hours, { count: hours }) : fill(texts.hoursMinutes, { hours, minutes: rest })
}

export interface Clock {
  timeZone: string
  lang: string
  business: Pick<Business, 'timeFormat'>
}

const formatted = (instant: string | number, { timeZone, lang }: Clock, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(lang, { timeZone, ...options }).format(new Date(instant))

const hourCycle = ({ business }: Clock) => (business.timeFormat === 'h12' ? 'h12' : 'h23')

export const time = (instant: string | number, clock: Clock): string =>
  formatted(instant, clock, {
    ...{ hour: clock.business.timeFormat === 'h12' ? 'numeric' : '2-digit', minute: '2-digit' },
    hourCycle: hourCycle(clock),
  })

/** The offset distinguishes equal times of one night. */
export const timeWithOffset = (instant: string | number, clock: Clock): string =>
  formatted(instant, clock, {
    ...{ hour: '2-digit', minute: '2-digit', timeZoneName: 'shortOffset', hourCycle: hourCycle(clock) },
  })

export const longDate = (instant: string | number, clock: Clock): string =>
  formatted(instant, clock, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

export const shortDate = (instant: string | number, clock: Clock): string =>
  formatted(instant, clock, { weekday: 'short', day: 'numeric', month: 'short' })

export const dateInWords = (date: string, clock: Clock): string =>
  longDate(`${date}T12:00:00Z`, { ...clock, timeZone: 'UTC' })

export const monthInWords = (month: string, lang: string): string =>
  new Intl.DateTimeFormat(lang, { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(new Date(`${month}-01`))

/** `2026-03-02` */
export const dateIn = (instant: string | number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    new Date(instant),
  )

/** `Europe/Berlin` → `Berlin` */
export const zoneName = (timeZone: string): string => timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone

export const sameTime = (instant: number, one: string, other: string): boolean =>
  zoneOffset(one)(instant) === zoneOffset(other)(instant)

/** Minutes over 24 hours in a local day. */
export const dayDifference = (date: string, timeZone: string): number => {
  const offset = zoneOffset(timeZone)
  const start = Date.parse(`${date}T00:00:00Z`) - offset(Date.parse(`${date}T00:00:00Z`))
  return (offset(start) - offset(start + DAY)) / MINUTE
}

/** `9:05`, or `1 h 58 min` from an hour on. */
export const countdown = (ms: number, texts: Texts): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  if (seconds >= 3600) return duration(Math.floor(seconds / 60), texts)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

export const instantOf = (date: string, clock: string, timeZone: string): string => {
  const local = Date.parse(`${date}T${clock || '00:00'}:00Z`)
  const offset = zoneOffset(timeZone)
  return new Date(local - offset(local - offset(local))).toISOString()
}
