import * as z from 'zod/mini'
import type { Role } from './access'
import type { Field, FieldKind, KindOptions, Presence, ResourceRef, TenantSetting } from './field'

interface CommonOptions<V> {
  /** Must be given on create. Without `required` or `default` the field may be null. */
  required?: true
  default?: V
  /** Set by the server: shown, never written. */
  readOnly?: true
  /** Worked out by the server whenever the record is read: read-only, and kept nowhere. */
  computed?: true
  label?: string
  help?: string
  unique?: boolean
  immutable?: boolean
  writeRole?: Role
  fromTenant?: TenantSetting
}

type OptionName = keyof CommonOptions<unknown> | keyof SlugOptions | 'labels' | 'maxItems' | 'maxLength'

/** Options of which none is misspelt: what is inferred from them would let any name through. */
type Spelt<O> = O & { readonly [K in Exclude<keyof O, OptionName>]: 'There is no such option' }

type PresenceOf<O> = O extends { required: true }
  ? 'required'
  : O extends { default: unknown }
    ? 'defaulted'
    : 'optional'
type WritableOf<O> = O extends { readOnly: true } | { computed: true } ? false : true
type FieldOf<K extends FieldKind, V, O> = Field<K, V, PresenceOf<O>, WritableOf<O>>

const field = <K extends FieldKind, V, const O extends CommonOptions<V>>(
  kind: K,
  schema: z.core.$ZodType<V>,
  options: KindOptions[K],
  { required, default: initial, readOnly, computed, label, help, unique, immutable, writeRole, fromTenant }: O,
): FieldOf<K, V, O> => ({
  kind,
  schema,
  options,
  presence: (required ? 'required' : initial === undefined ? 'optional' : 'defaulted') as PresenceOf<O>,
  writable: !(readOnly || computed) as WritableOf<O>,
  computed,
  default: initial,
  label,
  help,
  unique,
  immutable,
  writeRole,
  fromTenant,
})

/** A check with a message of our own: `key` is looked up in `messages.ts`. */
const rule = <V>(holds: (value: V) => boolean, key: string) => z.refine<V>(holds, { params: { key } })

const line = (min: number, max: number) => z.string().check(z.trim(), z.minLength(min), z.maxLength(max))

/** One line of text, trimmed. `max` defaults to 120 characters. */
export const text = <const O extends CommonOptions<string> & { min?: number; max?: number }>(
  options: Spelt<O> = {} as Spelt<O>,
) => {
  const { min = 1, max = 120 } = options
  return field('text', line(min, max), { min, max }, options)
}

/** Several lines of text, trimmed. `max` defaults to 2000 characters. */
export const longText = <const O extends CommonOptions<string> & { max?: number }>(
  options: Spelt<O> = {} as Spelt<O>,
) => {
  const { max = 2000 } = options
  return field('longText', line(1, max), { max }, options)
}

/** An e-mail address of at most 254 characters, kept in lower case (RFC 5321 §4.5.3.1). */
export const email = <const O extends CommonOptions<string>>(options: Spelt<O> = {} as Spelt<O>) =>
  field('email', z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email()), {}, options)

/** A telephone number in E.164 form, such as +4930123456. */
export const phone = <const O extends CommonOptions<string>>(options: Spelt<O> = {} as Spelt<O>) =>
  field('phone', z.string().check(z.trim(), z.regex(/^\+[1-9]\d{6,14}$/, { error: 'validation.phone' })), {}, options)

/** An https address. */
export const url = <const O extends CommonOptions<string>>(options: Spelt<O> = {} as Spelt<O>) =>
  field(
    'url',
    z.string().check(
      z.trim(),
      z.maxLength(2000),
      rule(value => /^https:\/\/[^\s/$.?#][^\s]*$/i.test(value) && URL.canParse(value), 'validation.url'),
    ),
    {},
    options,
  )

const slugPattern = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/

/** A short name for addresses and files; `from` names the text field it is made from when left empty. */
export const slug = <const O extends CommonOptions<string> & SlugOptions>(
  options: Spelt<O> = {} as Spelt<O>,
): Field<
  'slug',
  string,
  O extends { required: true } ? 'required' : O extends { from: string } ? 'defaulted' : PresenceOf<O>,
  WritableOf<O>
> => {
  const { min = 1, max = 63, reserved = [], from } = options
  const made = field(
    'slug',
    z.string().check(
      z.trim(),
      z.toLowerCase(),
      z.minLength(min),
      z.maxLength(max),
      z.regex(slugPattern, { error: 'validation.slug' }),
      rule(value => !reserved.includes(value), 'validation.reserved'),
    ),
    { min, max, reserved, ...(from && { from }) },
    options,
  )
  return from && !options.required ? ({ ...made, presence: 'defaulted' as Presence } as never) : (made as never)
}

interface SlugOptions {
  from?: string
  min?: number
  max?: number
  reserved?: readonly string[]
}

/** A slug made from free text: letters lose their accents, everything else becomes a hyphen. */
export const slugify = (value: string): string =>
  value
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replace(/^-+|-+$/g, '')

/** A colour as #RRGGBB. */
export const color = <const O extends CommonOptions<string>>(options: Spelt<O> = {} as Spelt<O>) =>
  field('color', z.string().check(z.trim(), z.regex(/^#[0-9a-f]{6}$/i, { error: 'validation.color' })), {}, options)

/** One of a fixed set of values; their labels are made from the values unless `labels` says otherwise. */
export const choice = <
  const T extends readonly [string, ...string[]],
  const O extends CommonOptions<T[number]> & { labels?: { readonly [V in T[number]]?: string } },
>(
  values: T,
  options: Spelt<O> = {} as Spelt<O>,
): FieldOf<'choice', T[number], O> =>
  field(
    'choice',
    z.enum(values as unknown as [string, ...string[]]),
    { values, labels: (options.labels ?? {}) as Record<string, string> },
    options as CommonOptions<string>,
  ) as unknown as FieldOf<'choice', T[number], O>

/** Yes or no; false unless a default says otherwise. */
export const flag = <const O extends CommonOptions<boolean>>(options: Spelt<O> = {} as Spelt<O>) =>
  field('flag', z.boolean(), {}, { default: false, ...options }) as unknown as Field<
    'flag',
    boolean,
    'defaulted',
    WritableOf<O>
  >

/** A whole number between `min` and `max`, both included. */
export const integer = <const O extends CommonOptions<number> & { min?: number; max?: number }>(
  options: Spelt<O> = {} as Spelt<O>,
) => {
  const { min = -2_147_483_648, max = 2_147_483_647 } = options
  return field('integer', z.int().check(z.gte(min), z.lte(max)), { min, max }, options)
}

/** A length of elapsed time in whole minutes. */
export const minutes = <const O extends CommonOptions<number> & { min?: number; max?: number }>(
  options: Spelt<O> = {} as Spelt<O>,
) => {
  const { min = 0, max = 527_040 } = options
  return field('minutes', z.int().check(z.gte(min), z.lte(max)), { min, max }, options)
}

/** A day of the week: 1 is Monday, 7 is Sunday (ISO 8601). */
export const weekday = <const O extends CommonOptions<number>>(options: Spelt<O> = {} as Spelt<O>) =>
  field('weekday', z.int().check(z.gte(1), z.lte(7)), {}, options)

export interface Money {
  /** Integer minor units: 1250 is 12.50 in a currency with two decimals. */
  amount: number
  /** ISO 4217 */
  currency: string
}

const currencyCode = z
  .string()
  .check(rule(value => Intl.supportedValuesOf('currency').includes(value), 'validation.currency'))

/** An amount that is not negative, in integer minor units with its currency. */
export const money = <const O extends CommonOptions<Money>>(options: Spelt<O> = {} as Spelt<O>) =>
  field(
    'money',
    z.strictObject({ amount: z.int().check(z.gte(0), z.lte(Number.MAX_SAFE_INTEGER)), currency: currencyCode }),
    {},
    options,
  )

/** An ISO 4217 currency code. */
export const currency = <const O extends CommonOptions<string>>(options: Spelt<O> = {} as Spelt<O>) =>
  field('currency', currencyCode, {}, options)

const isCountry = (value: string): boolean => {
  if (!/^[A-Z]{2}$/.test(value)) return false
  return new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(value) !== undefined
}

/** The code of a country, ISO 3166-1 alpha-2; letter case does not count. */
export const country = <const O extends CommonOptions<string>>(options: Spelt<O> = {} as Spelt<O>) =>
  field(
    'text',
    z.string().check(z.trim(), z.toUpperCase(), rule(isCountry, 'validation.country')),
    { min: 2, max: 2 },
    options,
  )

/** True for an IANA time zone name that this runtime knows; offsets such as +01:00 are not names. */
export const isTimeZone = (value: string): boolean => {
  if (value !== 'UTC' && !/^[A-Za-z]+\//.test(value)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
    return true
  } catch {
    return false
  }
}

/** An IANA time zone name. */
export const timezone = <const O extends CommonOptions<string>>(options: Spelt<O> = {} as Spelt<O>) =>
  field('timezone', z.string().check(z.trim(), rule(isTimeZone, 'validation.timeZone')), {}, options)

/** A language that the product speaks, as a BCP 47 tag. */
export const locale = <const O extends CommonOptions<string>>(options: Spelt<O> = {} as Spelt<O>) => {
  const values = ['en', 'de'] as const
  return field('locale', z.enum(values) as z.core.$ZodType<string>, { values }, options)
}

/** There is no year 0 in the calendar that PostgreSQL counts by. */
const hasYear = rule((value: string) => !value.startsWith('0000'), 'validation.date')

/** A date on the calendar, YYYY-MM-DD, without a time zone. */
export const localDate = <const O extends CommonOptions<string>>(options: Spelt<O> = {} as Spelt<O>) =>
  field('localDate', z.iso.date().check(hasYear), {}, options)

/** A time on the wall clock, HH:mm; 24:00 is the end of the day. */
export const localTime = <const O extends CommonOptions<string>>(options: Spelt<O> = {} as Spelt<O>) =>
  field(
    'localTime',
    z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, { error: 'validation.time' })),
    {},
    options,
  )

/** A moment, ISO 8601 in UTC. */
export const instant = <const O extends CommonOptions<string>>(options: Spelt<O> = {} as Spelt<O>) =>
  field('instant', z.iso.datetime().check(hasYear), {}, options)

/** A few short labels, each once. */
export const tags = <const O extends CommonOptions<string[]> & { maxItems?: number; maxLength?: number }>(
  options: Spelt<O> = {} as Spelt<O>,
) => {
  const { maxItems = 20, maxLength = 40 } = options
  return field(
    'tags',
    z.array(line(1, maxLength)).check(
      z.maxLength(maxItems),
      rule(values => new Set(values).size === values.length, 'validation.repeated'),
    ),
    { maxItems, maxLength },
    { default: [] as string[], ...options },
  ) as unknown as Field<'tags', string[], 'defaulted', WritableOf<O>>
}

/** The id of a record of another resource, in the same tenant. */
export const reference = <const O extends CommonOptions<string>>(
  to: () => ResourceRef,
  options: Spelt<O> = {} as Spelt<O>,
) => field('reference', z.uuid(), { to }, options)

/** How many records of `of` refer to this one through their field `by`; computed by the server. */
export const count = (of: () => ResourceRef, by: string, options: { label?: string; help?: string } = {}) =>
  field('count', z.int(), { of, by }, { ...options, default: 0, computed: true })

/** Some days of the week, 1 (Monday) to 7; null means every day. */
export const weekdays = <const O extends CommonOptions<number[]>>(options: Spelt<O> = {} as Spelt<O>) =>
  field(
    'weekdays',
    z.array(z.int().check(z.gte(1), z.lte(7))).check(
      z.minLength(1),
      rule(values => new Set(values).size === values.length, 'validation.repeated'),
    ),
    {},
    options,
  )
