import type { Booking } from '../../../src/resources/bookings'
import { zoneOf } from '../../../src/scheduling'
import { fileUrl } from '../../../src/schema'
import { formatOffset, isRepeatedTime } from '../../../src/time/describeTime'
import { apiBase } from '../../http/apiBase'
import { escapeHtml, paragraphs } from '../../mails/mail'
import type { MailTenant } from './facts'
import { type MailLocale, type MailText, unsubscribeTexts } from './mailTexts'
import { fillIn, type PlaceholderValues } from './placeholders'

interface Display {
  locale: MailLocale
  timeFormat: 'h24' | 'h12'
  timeZone: string
}

const dateText = (instant: string, { locale, timeZone }: Display): string =>
  new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone,
  }).format(Date.parse(instant))

/** `10:00`, or `02:30 (+02:00)` in an hour that comes twice. */
const timeText = (instant: string, { locale, timeFormat, timeZone }: Display): string => {
  const at = Date.parse(instant)
  const clock = new Intl.DateTimeFormat(locale, {
    hour: timeFormat === 'h12' ? 'numeric' : '2-digit',
    minute: '2-digit',
    hourCycle: timeFormat === 'h12' ? 'h12' : 'h23',
    timeZone,
  }).format(at)
  const zone = zoneOf(timeZone)
  return isRepeatedTime(zone, at) ? `${clock} (${formatOffset(zone.offsetAt(at))})` : clock
}

const moneyText = ({ amount, currency }: Booking['total'], locale: MailLocale): string => {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

const addressText = (address: MailTenant['address']): string => {
  const { line1, line2, postalCode, city } = address ?? {}
  return [line1, line2, [postalCode, city].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}

/** Links for a mail; empty ones where it has none. */
export interface MailLinks {
  manageUrl: string
  holdUrl: string
  offerUrl: string
}

export const noLinks: MailLinks = { manageUrl: '', holdUrl: '', offerUrl: '' }

interface About {
  tenant: MailTenant
  booking: Booking
  locale: MailLocale
  links: MailLinks
  /** When it was before it was moved. */
  previousStartsAt: string | null
}

/** What the placeholders of a mail stand for. Times are those of the booking's own zone. */
export const valuesOf = ({ tenant, booking, locale, links, previousStartsAt }: About): PlaceholderValues => {
  const display: Display = { locale, timeFormat: tenant.timeFormat, timeZone: booking.timeZone }
  const expiresAt = booking.holdExpiresAt
  return {
    'customer.name': booking.customerName ?? '',
    'booking.reference': booking.reference,
    'booking.title': booking.title,
    'booking.date': dateText(booking.startsAt, display),
    'booking.time': timeText(booking.startsAt, display),
    'booking.endTime': timeText(booking.endsAt, display),
    'booking.timeZone': booking.timeZone,
    'booking.quantity': String(booking.quantity),
    'booking.resources': booking.resources.map(({ name }) => name).join(', '),
    'booking.total': moneyText(booking.total, locale),
    'booking.reason': booking.cancellationReason ?? '',
    'previous.date': previousStartsAt ? dateText(previousStartsAt, display) : '',
    'previous.time': previousStartsAt ? timeText(previousStartsAt, display) : '',
    ...links,
    expiresAt: expiresAt ? `${dateText(expiresAt, display)}, ${timeText(expiresAt, display)}` : '',
    'tenant.name': tenant.name,
    'tenant.phone': tenant.contactPhone ?? '',
    'tenant.address': addressText(tenant.address),
  }
}

export interface Composed {
  subject: string
  text: string
}

/** A mail in words. Its subject is one line. */
export const compose = ({ subject, body }: MailText, values: PlaceholderValues): Composed => ({
  subject: fillIn(subject, values).replace(/\s+/g, ' ').slice(0, 500),
  text: fillIn(body, values).slice(0, 20_000),
})

/** The HTML part, made from the text: with the tenant's logo, color and address, and nothing that others host. */
export const htmlOf = (
  text: string,
  tenant: MailTenant,
  { locale, siteUrl, unsubscribeUrl }: { locale: MailLocale; siteUrl: string; unsubscribeUrl: string | null },
): string => {
  const color = tenant.brandColor ?? '#666666'
  const logo = tenant.logoId
    ? `<p><img src="${escapeHtml(`${siteUrl}${apiBase}${fileUrl(tenant.id, tenant.logoId)}`)}" alt="${escapeHtml(tenant.name)}" height="48"></p>`
    : ''
  const foot = [tenant.name, addressText(tenant.address)].filter(Boolean).map(escapeHtml).join(' · ')
  const unsubscribe = unsubscribeUrl
    ? `<br><a href="${escapeHtml(unsubscribeUrl)}">${escapeHtml(unsubscribeTexts[locale])}</a>`
    : ''
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head><body style="margin:0;padding:16px;font-family:sans-serif;line-height:1.5"><div style="max-width:600px;margin:auto;border-top:4px solid ${escapeHtml(color)};padding-top:8px">${logo}${paragraphs(text)}<p style="font-size:12px;color:#595959">${foot}${unsubscribe}</p></div></body></html>`
}
