import { fileUrl, type Locale, memoized, regionalLocale } from '../../../src/declare'
import type { Booking } from '../../../src/resources/bookings'
import { zoneOf } from '../../../src/scheduling'
import { formatOffset } from '../../../src/scheduling/messages/describeTime'
import { escapeHtml, paragraphs } from '../../serve'
import { isGone } from '../bookings/bookingScope'
import { addressText, type MailTenant } from './facts'
import { type MailText, mailWords } from './mailTexts'
import { byStart, type MailVisit } from './mailVisits'
import { fillIn, isNamed, type PlaceholderValues } from './placeholders'

interface Display {
  /** BCP 47 */
  locale: string
  timeFormat: 'h24' | 'h12'
  timeZone: string
}

const dateFormat = memoized(
  (locale: string, timeZone: string) =>
    new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone }),
)

const dateText = (instant: string, { locale, timeZone }: Display): string =>
  dateFormat(locale, timeZone).format(Date.parse(instant))

const clockFormat = memoized(
  (locale: string, timeFormat: Display['timeFormat'], timeZone: string) =>
    new Intl.DateTimeFormat(locale, {
      hour: timeFormat === 'h12' ? 'numeric' : '2-digit',
      minute: '2-digit',
      hourCycle: timeFormat === 'h12' ? 'h12' : 'h23',
      timeZone,
    }),
)

/** `10:00`, or `02:30 (+02:00)` in a repeated hour. */
const timeText = (instant: string, { locale, timeFormat, timeZone }: Display): string => {
  const at = Date.parse(instant)
  const clock = clockFormat(locale, timeFormat, timeZone).format(at)
  const zone = zoneOf(timeZone)
  return zone.isRepeated(at) ? `${clock} (${formatOffset(zone.offsetAt(at))})` : clock
}

const moneyFormat = memoized(
  (locale: Locale, currency: string) => new Intl.NumberFormat(locale, { style: 'currency', currency }),
)

const moneyText = ({ amount, currency }: Booking['total'], locale: Locale): string => {
  if (amount === 0) return mailWords[locale].free
  const format = moneyFormat(locale, currency)
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

export interface MailLinks {
  manageUrl: string
  holdUrl: string
  offerUrl: string
}

export const noLinks: MailLinks = { manageUrl: '', holdUrl: '', offerUrl: '' }

export interface ToldBooking {
  booking: Booking
  links: MailLinks
  previousStartsAt: string | null
  visit?: MailVisit | undefined
  parts?: readonly Booking[] | undefined
}

interface About {
  tenant: MailTenant
  told: readonly [ToldBooking, ...ToldBooking[]]
  locale: Locale
  /** Empty for an unconfirmed name. */
  customerName: string
  leftOut?: readonly string[]
  isBrief?: boolean
}

/** The business's own text may name staff and price, so the list below it does not. */
export const isBriefIn = ({ body }: MailText, audience: 'customer' | 'staff'): boolean =>
  audience === 'customer' && !isNamed(body, 'visit.parts')

const inTheirZone = (
  { tenant, locale }: Pick<About, 'tenant' | 'locale'>,
  { timeZone }: Pick<Booking, 'timeZone'>,
): Display => ({
  locale: regionalLocale(locale, tenant.address?.country),
  timeFormat: tenant.timeFormat,
  timeZone,
})

const startText = (instant: string, display: Display): string =>
  `${dateText(instant, display)}, ${timeText(instant, display)}`

const distinct = (values: readonly string[]): string => [...new Set(values)].join(', ')

const sumOf = (bookings: readonly Booking[]): Booking['total'] => {
  const [first, ...rest] = bookings.map(({ total }) => total)
  if (!first) throw new Error('There is nothing to tell of.')
  return { ...first, amount: rest.reduce((sum, { amount }) => sum + amount, first.amount) }
}

/** Each date has its own details and link. */
const dateLines = (about: About, { booking, links, previousStartsAt }: ToldBooking): string => {
  const { told, locale } = about
  const display = inTheirZone(about, booking)
  const when = `${startText(booking.startsAt, display)} – ${timeText(booking.endsAt, display)} (${booking.timeZone})`
  if (told.length === 1) return when
  const isSame = told.every(one => one.booking.title === booking.title)
  const before = previousStartsAt ? ` (${mailWords[locale].before} ${startText(previousStartsAt, display)})` : ''
  const line = `${isSame ? '' : `${booking.title}: `}${when}${before}`
  return links.manageUrl ? `${line}\n${links.manageUrl}` : line
}

export const partLines = (
  { isBrief = false, ...about }: Pick<About, 'tenant' | 'locale' | 'isBrief'>,
  { visit, parts = [] }: Pick<ToldBooking, 'visit' | 'parts'>,
): string => {
  if (!visit || parts.length < 2) return ''
  const { guest, cancelled } = mailWords[about.locale]
  const guestOf = ({ visitIndex }: Booking): number => visit.guests[visitIndex ?? 0] ?? 0
  const hasGuests = new Set(visit.guests).size > 1
  const hasStanding = parts.some(one => !isGone(one))
  const lines = parts.toSorted(byStart).map(part => {
    const { startsAt, endsAt, title, quantity, resources, total } = part
    const display = inTheirZone(about, part)
    const what = [
      `${title}${quantity > 1 ? ` × ${quantity}` : ''}`,
      ...(isBrief ? [] : [...resources.map(({ name }) => name), moneyText(total, about.locale)]),
      ...(hasStanding && isGone(part) ? [cancelled] : []),
    ].join(', ')
    const whose = hasGuests ? `${guest} ${guestOf(part) + 1}: ` : ''
    return `${timeText(startsAt, display)} – ${timeText(endsAt, display)}  ${whose}${what}`
  })
  return lines.join('\n')
}

/** The first booking gives the dates, in each booking's zone. */
export const valuesOf = (about: About): PlaceholderValues => {
  const { tenant, told, locale, customerName, leftOut = [] } = about
  const [{ booking, links, previousStartsAt }] = told
  const display = inTheirZone(about, booking)
  const bookings = told.map(one => one.booking)
  const isOne = told.length === 1
  const expiresAt = booking.holdExpiresAt
  const previous = isOne ? previousStartsAt : null
  return {
    'customer.name': customerName,
    'booking.reference': distinct(bookings.map(({ reference }) => reference)),
    'booking.title': distinct(bookings.map(({ title }) => title)),
    'booking.date': dateText(booking.startsAt, display),
    'booking.time': timeText(booking.startsAt, display),
    'booking.endTime': timeText(booking.endsAt, display),
    'booking.timeZone': booking.timeZone,
    'booking.dates': told.map(one => dateLines(about, one)).join('\n'),
    'booking.more': isOne ? '' : mailWords[locale].more(told.length - 1),
    'visit.parts': told
      .map(one => partLines(about, one))
      .filter(Boolean)
      .join('\n\n'),
    'booking.leftOut': leftOut.map(instant => startText(instant, display)).join('\n'),
    'booking.quantity': String(booking.quantity),
    'booking.places': booking.quantity > 1 ? String(booking.quantity) : '',
    'booking.resources': distinct(bookings.flatMap(({ resources }) => resources.map(({ name }) => name))),
    'booking.total': moneyText(sumOf(bookings), locale),
    'booking.reason': booking.cancellationReason ?? '',
    'previous.date': previous ? dateText(previous, display) : '',
    'previous.time': previous ? timeText(previous, display) : '',
    ...(isOne ? links : { ...links, manageUrl: '' }),
    expiresAt: expiresAt ? startText(expiresAt, display) : '',
    'tenant.name': tenant.name,
    'tenant.phone': tenant.contactPhone ?? '',
    'tenant.address': addressText(tenant.address),
  }
}

export interface Composed {
  subject: string
  text: string
}

/** Facts that a tenant's own text leaves out. */
const unnamed = (body: string, values: PlaceholderValues, locale: Locale): string[] => {
  const { allDates, notFree, allParts } = mailWords[locale]
  return [
    ...(values['booking.more'] && !isNamed(body, 'booking.dates') ? [`${allDates}\n${values['booking.dates']}`] : []),
    ...(values['visit.parts'] && !isNamed(body, 'visit.parts') ? [`${allParts}\n${values['visit.parts']}`] : []),
    ...(values['booking.leftOut'] && !isNamed(body, 'booking.leftOut')
      ? [`${notFree}\n${values['booking.leftOut']}`]
      : []),
  ]
}

export const compose = ({ subject, body }: MailText, values: PlaceholderValues, locale: Locale): Composed => ({
  subject: fillIn(subject, values).replace(/\s+/g, ' ').slice(0, 500),
  text: [fillIn(body, values), ...unnamed(body, values, locale)].join('\n\n').slice(0, 20_000),
})

type MailLink = NonNullable<Parameters<typeof paragraphs>[1]>[number]

/** Inserted values never become links. */
const writtenIn = ({ body }: MailText): MailLink[] =>
  Array.from(body.matchAll(/https?:\/\/[^\s<>"{}]+[^\s<>"{}.,;:!?)\]]/g), ([url]) => ({ url }))

export const linksOf = (
  template: MailText,
  told: readonly Pick<ToldBooking, 'links'>[],
  locale: Locale,
): MailLink[] => {
  const { manage, confirm, answer } = mailWords[locale]
  const isButton = told.length === 1
  const own = told.flatMap(({ links }) => [
    { url: links.manageUrl, label: manage, isButton },
    { url: links.holdUrl, label: confirm, isButton },
    { url: links.offerUrl, label: answer, isButton },
  ])
  return [...writtenIn(template), ...own.filter(({ url }) => url !== '')]
}

export const ownAddresses = (text: string, siteUrl: string): MailLink[] =>
  Array.from(text.matchAll(/https?:\/\/[^\s<>"]+/g), ([url]) => ({ url })).filter(({ url }) =>
    url.startsWith(`${siteUrl}/`),
  )

interface HtmlOptions {
  locale: Locale
  siteUrl: string
  links: readonly MailLink[]
  unsubscribe: { url: string; label: string } | null
}

/** Loads nothing from other hosts. */
export const htmlOf = (
  text: string,
  tenant: MailTenant,
  { locale, siteUrl, links, unsubscribe: ending }: HtmlOptions,
): string => {
  const color = tenant.brandColor ?? '#666666'
  const logo = tenant.logoId
    ? `<p><img src="${escapeHtml(`${siteUrl}${fileUrl(tenant.id, tenant.logoId)}`)}" alt="${escapeHtml(tenant.name)}" height="48"></p>`
    : ''
  const foot = [tenant.name, addressText(tenant.address)].filter(Boolean).map(escapeHtml).join(' · ')
  const unsubscribe = ending ? `<br><a href="${escapeHtml(ending.url)}">${escapeHtml(ending.label)}</a>` : ''
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head><body style="margin:0;padding:16px;font-family:sans-serif;line-height:1.5"><div style="max-width:600px;margin:auto;border-top:4px solid ${escapeHtml(color)};padding-top:8px">${logo}${paragraphs(text, links)}<p style="font-size:12px;color:#595959">${foot}${unsubscribe}</p></div></body></html>`
}
