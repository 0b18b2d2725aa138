import type { Locale } from '../../../src/declare'

const english = {
  'customer.name': 'Ada Lovelace',
  'booking.reference': '7KQ2M9XA',
  'booking.title': 'Haircut · 60 minutes',
  'booking.date': 'Monday, March 2, 2026',
  'booking.time': '10:00',
  'booking.endTime': '11:00',
  'booking.timeZone': 'Europe/Berlin',
  'booking.dates': 'Monday, March 2, 2026, 10:00 – 11:00 (Europe/Berlin)',
  'booking.more': '',
  'booking.leftOut': '',
  'visit.parts': '',
  'booking.quantity': '1',
  'booking.places': '',
  'booking.resources': 'Chair 1',
  'booking.total': '€45.00',
  'booking.reason': 'Illness',
  'previous.date': 'Sunday, March 1, 2026',
  'previous.time': '09:00',
  manageUrl: 'https://example.com/book/salon/manage/…',
  holdUrl: 'https://example.com/book/salon/hold/…',
  offerUrl: 'https://example.com/book/salon/offer/…',
  expiresAt: 'Saturday, February 28, 2026, 18:00',
  'tenant.name': 'Salon',
  'tenant.phone': '+4930123456',
  'tenant.address': 'Main Street 1, 10115 Berlin',
}

export const placeholderExamples: Readonly<Record<Locale, typeof english>> = {
  en: english,
  de: {
    ...english,
    'booking.title': 'Haarschnitt · 60 Minuten',
    'booking.date': 'Montag, 2. März 2026',
    'booking.dates': 'Montag, 2. März 2026, 10:00 – 11:00 (Europe/Berlin)',
    'booking.resources': 'Stuhl 1',
    'booking.total': '45,00 €',
    'booking.reason': 'Krankheit',
    'previous.date': 'Sonntag, 1. März 2026',
    expiresAt: 'Samstag, 28. Februar 2026, 18:00',
    'tenant.address': 'Hauptstraße 1, 10115 Berlin',
  },
}

export type Placeholder = keyof typeof english
export type PlaceholderValues = Readonly<Record<Placeholder, string>>

const named = /\{\{([^{}]*)\}\}/g

const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(english, name)

/** Also the text after an unclosed `{{`; null without an error. */
export const unknownPlaceholder = (text: string): string | null => {
  for (const [, name = ''] of text.matchAll(named)) if (!isPlaceholder(name.trim())) return name.trim() || '{{}}'
  const rest = text.replace(named, '')
  const lone = rest.indexOf('{{')
  return lone < 0 ? null : rest.slice(lone, lone + 40).split('\n')[0] || '{{'
}

const filled = (text: string, values: PlaceholderValues): string =>
  text.replace(named, (whole, name: string) =>
    isPlaceholder(name.trim()) ? values[name.trim() as Placeholder] : whole,
  )

const isEmpty = (line: string, values: PlaceholderValues): boolean => {
  const names = [...line.matchAll(named)].map(([, name = '']) => name.trim()).filter(isPlaceholder)
  return names.length > 0 && names.every(name => values[name] === '')
}

const isIdle = (line: string, next: string | undefined, values: PlaceholderValues): boolean =>
  next !== undefined && line.trimEnd().endsWith(':') && isEmpty(next, values)

const withoutName = (text: string): string => text.replace(/[ \t]*\{\{\s*customer\.name\s*\}\}(?=\s*[,!])/g, '')

/** Omits lines with only empty values, and the lines that introduce them. */
export const fillIn = (text: string, values: PlaceholderValues): string =>
  (values['customer.name'] === '' ? withoutName(text) : text)
    .split('\n')
    .filter((line, at, lines) => !isEmpty(line, values) && !isIdle(line, lines[at + 1], values))
    .map(line => filled(line, values))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

export const isNamed = (text: string, placeholder: Placeholder): boolean =>
  [...text.matchAll(named)].some(([, name = '']) => name.trim() === placeholder)
