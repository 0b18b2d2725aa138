import { choices, flag, longText, type Message, tags, text, url } from '../declare'
import { translations } from './translations'

/** For `online` channels (docs/booking-page.md). */
export const pageFields = {
  hasPage: flag({ label: 'Booking page', help: 'Published: customers book by themselves.' }),
  pageTitle: text({ label: 'Title', help: 'The name of the business unless given.' }),
  pageIntro: longText({ max: 2000, label: 'Introduction' }),
  pagePolicy: longText({ max: 5000, label: 'Terms', help: 'Whoever books accepts them.' }),
  requiredFields: choices(['email', 'phone', 'notes'], {
    default: ['email'],
    label: 'Asked of everybody',
    labels: { email: 'E-mail' },
  }),
  allowedOrigins: tags({
    maxItems: 20,
    maxLength: 253,
    label: 'Websites that show it',
    help: 'Such as https://example.com.',
  }),
  redirectUrl: url({
    label: 'After booking',
    help: 'The address to which customers go on, with the reference of their booking.',
  }),
  pageTranslations: translations({
    pageTitle: text({ label: 'Title' }),
    pageIntro: longText({ max: 2000, label: 'Introduction' }),
    pagePolicy: longText({ max: 5000, label: 'Terms' }),
  }),
  isIndexable: flag({ label: 'Found by search engines' }),
  showsRemaining: flag({ label: 'Shows how many places are left' }),
}

export const pageFieldNames = Object.keys(pageFields) as (keyof typeof pageFields)[]

interface Page {
  kind?: string
  hasPage?: boolean
  pageTitle?: string | null
  pageIntro?: string | null
  pagePolicy?: string | null
  requiredFields?: readonly string[]
  allowedOrigins?: readonly string[]
  redirectUrl?: string | null
  pageTranslations?: readonly unknown[]
  isIndexable?: boolean
  showsRemaining?: boolean
}

/** Other characters could end the page's policy. */
const originPattern = /^https:\/\/[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:\d{1,5})?$/

export const isOrigin = (text: string): boolean =>
  originPattern.test(text) && URL.canParse(text) && new URL(text).origin === text

const isDefault = (value: unknown, { default: initial = null }: { default?: unknown }): boolean =>
  value === undefined ||
  JSON.stringify(value) === JSON.stringify(initial) ||
  (Array.isArray(value) && value.length === 0)

type Problems = Partial<Record<keyof typeof pageFields, Message['key']>>

export const checkPage = (values: Page): Problems => {
  const { kind, requiredFields, allowedOrigins } = values
  const given = Object.entries(pageFields).filter(([name, field]) => !isDefault(values[name as keyof Page], field))
  if (kind !== 'online') return Object.fromEntries(given.map(([name]) => [name, 'validation.onlineOnly']))
  return {
    ...(requiredFields?.every(name => name === 'notes') && { requiredFields: 'validation.contactAsked' }),
    ...(allowedOrigins?.some(text => !isOrigin(text)) && { allowedOrigins: 'validation.origin' }),
  }
}

export const pageConditions = Object.fromEntries(
  pageFieldNames.map(name => [
    name,
    { when: name === 'hasPage' ? { kind: ['online'] } : { kind: ['online'], hasPage: [true] } },
  ]),
) as { [K in keyof typeof pageFields]: { when: { kind: ['online'] } } }
