import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { importOptions } from '../../../src/contract'
import { type AnyField, type AnyResource, type CheckKey, humanize, type Message } from '../../../src/schema'
import { enarmed } from '../../../src/schema/csvText'
import { currencyDigits } from '../../../src/schema/minorUnits'
import { formatInstant } from '../../../src/time/formatInstant'
import { DAY, MINUTE, SECOND } from '../../../src/time/instant'
import { zoneOf } from '../../../src/time/Zone'

export type DateFormat = (typeof importOptions.dateFormat)[number]
export type DecimalSign = (typeof importOptions.decimal)[number]

export interface Reading {
  dateFormat: DateFormat | null
  decimal: DecimalSign | null
  timeZone: string
  currency: string
  /** The country of telephone numbers without a code; null if unknown. */
  country: string | null
  /** By key: `resources.customers.fields.email`. */
  labels: readonly Readonly<Record<string, string>>[]
}

export type Note = 'dst_gap' | 'dst_overlap'

export type Cell = { value: unknown; note?: Note } | { refers: readonly string[] } | { problem: Message }

const wrong = (key: CheckKey, args: Message['args'] = {}): Cell => ({ problem: { key, args } })

export const trimmed = (cell: string): string => cell.trim().normalize('NFC')

export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

const yes = new Set(['true', 'yes', 'y', 'ja', 'j', 'x', '1', 'wahr', 'on'])
const no = new Set(['false', 'no', 'n', 'nein', '0', 'falsch', 'off'])

const valueNamed = (
  { name }: Pick<AnyResource, 'name'>,
  fieldName: string,
  { values, labels = {} }: { values: readonly string[]; labels?: Readonly<Record<string, string>> },
  text: string,
  reading: Reading,
): string | null => {
  if (values.includes(text)) return text
  const wanted = folded(text)
  const isNamed = (value: string) =>
    [
      value,
      labels[value] ?? humanize(value),
      ...reading.labels.map(words => words[`resources.${name}.choices.${fieldName}.${value}`]),
    ].some(word => word !== undefined && folded(word) === wanted)
  return values.find(isNamed) ?? null
}

/** `1.234,50` → `1234.50`, a plain decimal; null if not a number. */
export const plainNumber = (text: string, decimal: DecimalSign | null): string | null => {
  const bare = text.replace(/[\s\u00a0\u202f'’]/g, '')
  const sign = decimal ?? '.'
  const group = sign === '.' ? ',' : '.'
  const [whole = '', fraction, ...more] = bare.split(sign)
  if (more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return null
  const isGrouped = new RegExp(`^[+-]?\\d{1,3}(\\${group}\\d{3})+$`).test(whole)
  const digits = isGrouped ? whole.replaceAll(group, '') : whole
  if (!/^[+-]?\d+$/.test(digits)) return null
  return `${digits.replace('+', '')}${fraction === undefined ? '' : `.${fraction}`}`
}

const symbols: Readonly<Record<string, string>> = { '€': 'EUR', $: 'USD', '£': 'GBP' }

const moneyIn = (text: string, { decimal, currency }: Reading): Cell => {
  const [, before = '', amount = '', after = ''] = /^([^\d+-]*)([+-]?[\d.,'’\s\u00a0\u202f]*\d)(\D*)$/.exec(text) ?? []
  const named = trimmed(before || after)
  const code = symbols[named] ?? (named === '' ? currency : named.toUpperCase())
  if (code !== currency) return wrong('validation.otherCurrency', { currency })
  const plain = plainNumber(amount, decimal)
  const [whole = '', fraction = ''] = plain?.split('.') ?? []
  const digits = currencyDigits(currency)
  if (plain === null || fraction.length > digits) return wrong('validation.number')
  return { value: { amount: Number(whole + fraction.padEnd(digits, '0')), currency } }
}

interface LocalTime {
  date: string
  /** Milliseconds since midnight; null for a date alone. */
  time: number | null
}

const datePattern =
  /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})\.?(?:(?:[T,]|\s)\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(?:([ap])\.?m\.?|Uhr)?)?$/i

/** A dot follows only the day: `25.12.2026`. */
const hasDots = (text: string): boolean => /^\d{1,2}\./.test(text)

/** Null if not a date. */
const datePartsIn = (text: string): [string, string, string] | null => {
  const [, a = '', b = '', c = ''] = datePattern.exec(text) ?? []
  return c === '' ? null : [a, b, c]
}

const localTimeIn = (text: string, format: DateFormat | null): LocalTime | null => {
  const [, a = '', b = '', c = '', hour, minute = '0', second = '0', half] = datePattern.exec(text) ?? []
  if (c === '') return null
  const order = a.length === 4 ? 'ymd' : hasDots(text) && format === null ? 'dmy' : format
  const [year, month, day] =
    order === 'ymd' || order === 'iso' ? [a, b, c] : order === 'dmy' ? [c, b, a] : order === 'mdy' ? [c, a, b] : []
  if (!year || !month || !day || year.length !== 4) return null
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  if (new Date(`${date}T00:00:00Z`).toISOString?.().slice(0, 10) !== date) return null
  if (hour === undefined) return { date, time: null }
  const noon = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour)
  if (noon > 23 || Number(minute) > 59 || Number(second) > 59) return null
  return { date, time: (noon * 60 + Number(minute)) * MINUTE + Number(second) * SECOND }
}

const localTime = (text: string, format: DateFormat | null): LocalTime | null => {
  try {
    return localTimeIn(text, format)
  } catch {
    // `toISOString` throws for a thirteenth month.
    return null
  }
}

const withOffset = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?\s?(?:Z|[+-]\d\d:?\d\d)$/i

const instantIn = (text: string, { dateFormat, timeZone }: Reading): Cell => {
  if (withOffset.test(text)) {
    const millis = Date.parse(text.replace(' ', 'T').replace(' ', ''))
    return Number.isNaN(millis) ? wrong('validation.instant') : { value: formatInstant(millis) }
  }
  const local = localTime(text, dateFormat)
  if (!local) return wrong('validation.instant')
  const zone = zoneOf(timeZone)
  const wall = Date.parse(`${local.date}T00:00:00Z`) + (local.time ?? 0)
  const instant = zone.localToInstant(wall)
  const isSkipped = instant + zone.offsetAt(instant) !== wall
  const change = zone.nextChange(instant)
  const back = change - instant < DAY ? zone.offsetAt(instant) - zone.offsetAt(change) : 0
  const isRepeated = back > 0 && instant + back >= change
  return {
    value: formatInstant(instant),
    ...((isSkipped || isRepeated) && { note: isSkipped ? 'dst_gap' : 'dst_overlap' }),
  }
}

const clockIn = (text: string): Cell => {
  const [, hour = '', minute = '', half] = /^(\d{1,2}):(\d{2})(?::00)?\s*(?:([ap])\.?m\.?|Uhr)?$/i.exec(text) ?? []
  if (minute === '') return wrong('validation.invalid')
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour)
  return { value: `${String(hours).padStart(2, '0')}:${minute}` }
}

/** `a; b\; c` → `a`, `b; c` */
const partsOf = (text: string): string[] =>
  text
    .split(/(?<!\\);/)
    .map(part => trimmed(part.replaceAll('\\;', ';')))
    .filter(part => part !== '')

const structured = new Set(['weeklyHours', 'dateOverrides', 'group', 'items', 'typed', 'metadata', 'geo', 'dateRange'])

const listed = new Set(['choice', 'choices', 'integers', 'weekdays'])

const jsonIn = (text: string): Cell => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return wrong('validation.invalid')
  }
}

const numberIn = (text: string, decimal: DecimalSign | null): Cell => {
  const plain = plainNumber(text, decimal)
  return plain === null ? wrong('validation.number') : { value: Number(plain) }
}

/**
 * `+49 (30) 123-45` → `+493012345`, as does `030 12345` in Germany. Without a country, a number without a code is
 * refused.
 */
const phoneIn = (text: string, { country }: Reading): string => {
  const bare = text.replace(/[\s()/.-]/g, '').replace(/^00/, '+')
  if (/^\+\d+$/.test(bare)) return bare
  if (country === null || !isSupportedCountry(country)) return text
  const found = parsePhoneNumberFromString(text, country as CountryCode)
  return found?.isPossible() && !found.ext ? found.number : text
}

const flagIn = (text: string): Cell => {
  const word = folded(text)
  if (!yes.has(word) && !no.has(word)) return wrong('validation.flag')
  return { value: yes.has(word) }
}

const readers: Partial<Record<AnyField['kind'], (text: string, reading: Reading) => Cell>> = {
  phone: (text, reading) => ({ value: phoneIn(text, reading) }),
  flag: flagIn,
  money: moneyIn,
  instant: instantIn,
  localTime: clockIn,
  integer: (text, { decimal }) => numberIn(text, decimal),
  minutes: (text, { decimal }) => numberIn(text, decimal),
  weekday: (text, { decimal }) => numberIn(text, decimal),
  decimal: (text, { decimal }) => {
    const plain = plainNumber(text, decimal)
    return plain === null ? wrong('validation.number') : { value: plain }
  },
  percent: (text, { decimal }) => {
    const plain = plainNumber(text.replace(/\s*%$/, ''), decimal)
    return plain === null ? wrong('validation.number') : { value: plain }
  },
  localDate: (text, { dateFormat }) => {
    const date = localTime(text, dateFormat)?.date
    return date ? { value: date } : wrong('validation.date')
  },
  tags: text => ({ value: partsOf(text) }),
  reference: text => ({ refers: [text] }),
  references: text => ({ refers: partsOf(text) }),
}

/** Longer cells are not searched for patterns and names. */
const longest = 1000

const isFree = ({ kind, options }: AnyField): boolean =>
  structured.has(kind) ||
  (kind === 'tags' ? !options.only : kind.startsWith('reference') || !(kind in readers || listed.has(kind)))

/** As a client would send it. The text is not blank. */
export const readCell = (
  resource: Pick<AnyResource, 'name'>,
  name: string,
  field: AnyField,
  cell: string,
  reading: Reading,
): Cell => {
  const text = enarmed(cell)
  if (text.length > longest && !isFree(field)) return wrong('validation.tooLong', { max: longest })
  if (field.kind === 'choice') {
    const value = valueNamed(resource, name, field.options, text, reading)
    return value === null ? wrong('validation.choice', { values: field.options.values.join(', ') }) : { value }
  }
  if (field.kind === 'choices' || field.kind === 'tags') {
    const values = field.kind === 'choices' ? field.options.values : field.options.only
    if (values) {
      const found = partsOf(text).map(part => valueNamed(resource, name, { values }, part, reading))
      return found.includes(null) ? wrong('validation.choice', { values: values.join(', ') }) : { value: found }
    }
  }
  if (field.kind === 'integers' || field.kind === 'weekdays') {
    const numbers = partsOf(text).map(Number)
    return numbers.some(Number.isNaN) ? wrong('validation.number') : { value: numbers }
  }
  if (structured.has(field.kind)) return jsonIn(text)
  return readers[field.kind]?.(text, reading) ?? { value: text }
}

const hasDates = (kind: string): boolean => kind === 'instant' || kind === 'localDate'
const hasDecimals = (kind: string): boolean => kind === 'decimal' || kind === 'percent' || kind === 'money'

export class Proofs {
  #hasWritten = false
  #isIso = false
  readonly #formats = new Set<DateFormat>()
  #hasNumbers = false
  #isUnclear = false
  readonly #signs = new Set<DecimalSign>()

  see({ kind }: AnyField, text: string): void {
    if (text === '') return
    if (hasDates(kind)) this.#seeDate(text)
    if (hasDecimals(kind)) this.#seeNumber(text)
  }

  #seeDate(text: string): void {
    const parts = withOffset.test(text) ? null : datePartsIn(text)
    if (!parts || parts[0].length === 4) {
      this.#isIso = true
      return
    }
    this.#hasWritten = true
    const [a, b] = parts.map(Number) as [number, number]
    if (hasDots(text) || a > 12) this.#formats.add('dmy')
    else if (b > 12) this.#formats.add('mdy')
  }

  #seeNumber(text: string): void {
    this.#hasNumbers = true
    const signs = text.replace(/[^.,]/g, '')
    if (signs === '') return
    const last = signs.at(-1) as DecimalSign
    const after = text.slice(text.lastIndexOf(last) + 1).replace(/\D/g, '').length
    const other = last === '.' ? ',' : '.'
    if (signs.includes(other)) this.#signs.add(last)
    else if (signs.length > 1) this.#signs.add(other)
    else if (after !== 3) this.#signs.add(last)
    else this.#isUnclear = true
  }

  get dateFormat(): DateFormat | null {
    const [only, ...more] = this.#formats
    if (only && more.length === 0) return only
    return this.#hasWritten || !this.#isIso ? null : 'iso'
  }

  get decimal(): DecimalSign | null {
    const [only, ...more] = this.#signs
    if (only && more.length === 0) return only
    return this.#hasNumbers && !this.#isUnclear && this.#signs.size === 0 ? '.' : null
  }

  get questions(): ('dateFormat' | 'decimal')[] {
    return [
      ...(this.#hasWritten && this.dateFormat === null ? (['dateFormat'] as const) : []),
      ...(this.#hasNumbers && this.decimal === null ? (['decimal'] as const) : []),
    ]
  }
}
