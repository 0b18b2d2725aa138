import type { Field, Presence, Zod } from '../field'
import type { CheckKey } from '../messages'
import type { Me } from '../said'
import {
  type CommonOptions,
  eachOnce,
  field,
  type Kind,
  type KindTraits,
  orNone,
  type PresenceOf,
  rule,
  type Spelt,
  type Starting,
  type WritableOf,
} from './kind'
import { fewest, lengthBetween, like, literal } from './sqlChecks'

declare module '../field' {
  interface KindOptions {
    text: { max: number; min: number; known?: Readonly<Record<string, string>> }
    longText: { max: number }
    email: object
    phone: object
    url: { allowsHttp: boolean }
    slug: { from?: string; min: number; max: number; reserved: readonly string[] }
    tags: {
      least: 0 | 1
      maxItems: number
      maxLength: number
      only: readonly string[] | undefined
      known?: Readonly<Record<string, string>>
    }
  }
  interface KindValues {
    text: string
    longText: string
    email: string
    phone: string
    url: string
    slug: string
    tags: string[]
  }
}

const letters = (number: number): string => Array.from(String(number), digit => 'abcdefghij'[Number(digit)]).join('')

/** Search terms ignore the field's limits. */
const searched = (z: Zod) => z.string().check(z.trim(), z.minLength(1), z.maxLength(200))

const lines = (z: Zod, min: number, max: number) => z.string().check(z.trim(), z.minLength(min), z.maxLength(max))

const line = (z: Zod, min: number, max: number) =>
  lines(z, min, max).check(rule(z, value => !/[\r\n]/.test(value), 'validation.oneLine'))

export interface TextOptions {
  /** Minimum length; 1 by default. */
  min?: number
  /** Maximum length; 120 by default, 2000 for a `longText`. */
  max?: number
  /** Labels of known values, for filters and lists; other values are allowed. */
  known?: Readonly<Record<string, string>>
}

const textTraits = {
  kind: 'text',
  sort: 'folded',
  search: true,
  filter: 'contains',
} as const satisfies KindTraits<'text'>

/** One line of text, trimmed. */
export const text = <const O extends CommonOptions<string, Me | Starting<string>> & TextOptions>(
  options: Spelt<O, TextOptions> = {} as Spelt<O, TextOptions>,
) => {
  const { min = 1, max = 120, known } = options
  return field(textTraits, z => line(z, min, max), { min, max, ...(known && { known }) }, options)
}

export const textKind = {
  about: 'One line of text, trimmed.',
  traits: textTraits,
  columns: ({ min, max }) => [{ type: 'text', check: lengthBetween(min, max) }],
  compared: { schema: searched },
  sample: ({ max }, number) => `Sample ${letters(number)}`.slice(-max),
} satisfies Kind<'text'>

const longTextTraits = {
  kind: 'longText',
  sort: 'folded',
  search: true,
  filter: 'contains',
} as const satisfies KindTraits<'longText'>

/** Several lines of text, trimmed. */
export const longText = <const O extends CommonOptions<string> & Pick<TextOptions, 'max'>>(
  options: Spelt<O, Pick<TextOptions, 'max'>> = {} as Spelt<O, Pick<TextOptions, 'max'>>,
) => {
  const { max = 2000 } = options
  return field(longTextTraits, z => lines(z, 1, max), { max }, options)
}

export const longTextKind = {
  about: 'Several lines of text, trimmed.',
  traits: longTextTraits,
  columns: ({ max }) => [{ type: 'text', check: lengthBetween(1, max) }],
  compared: { schema: searched },
  sample: (_, number) => `Sample ${letters(number)}`,
} satisfies Kind<'longText'>

const emailTraits = {
  kind: 'email',
  sort: 'plain',
  search: true,
  filter: 'contains',
} as const satisfies KindTraits<'email'>

/** An e-mail address, in lower case (RFC 5321 §4.5.3.1). */
export const email = <const O extends CommonOptions<string, Me | Starting<string>>>(
  options: Spelt<O> = {} as Spelt<O>,
) => field(emailTraits, z => z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email()), {}, options)

export const emailKind = {
  about: 'An e-mail address, kept in lower case.',
  traits: emailTraits,
  columns: () => [{ type: 'text', check: column => `char_length(${column}) <= 254 and ${column} = lower(${column})` }],
  compared: { schema: searched },
  sample: (_, number) => `sample-${letters(number)}@example.com`,
} satisfies Kind<'email'>

const phoneTraits = {
  kind: 'phone',
  sort: 'plain',
  search: true,
  filter: 'contains',
} as const satisfies KindTraits<'phone'>

/** An E.164 telephone number, such as +4930123456. */
export const phone = <const O extends CommonOptions<string>>(options: Spelt<O> = {} as Spelt<O>) =>
  field(
    phoneTraits,
    z => z.string().check(z.trim(), z.regex(/^\+[1-9]\d{6,14}$/, { error: 'validation.phone' satisfies CheckKey })),
    {},
    options,
  )

export const phoneKind = {
  about: 'A telephone number in E.164 form, such as +4930123456.',
  traits: phoneTraits,
  columns: () => [{ type: 'text', check: like('^\\+[1-9][0-9]{6,14}$') }],
  compared: { schema: searched },
  sample: (_, number) => `+4930${String(number).padStart(6, '1')}`,
} satisfies Kind<'phone'>

const urlTraits = { kind: 'url', sort: 'plain', filter: 'contains' } as const satisfies KindTraits<'url'>

export interface UrlOptions {
  /** Also accepts http; the server decides which addresses it takes. */
  allowsHttp?: boolean
}

/** An https address of at most 2000 characters. */
export const url = <const O extends CommonOptions<string> & UrlOptions>(
  options: Spelt<O, UrlOptions> = {} as Spelt<O, UrlOptions>,
) => {
  const { allowsHttp = false } = options
  const pattern = allowsHttp ? /^https?:\/\/[^\s/$.?#][^\s]*$/i : /^https:\/\/[^\s/$.?#][^\s]*$/i
  return field(
    urlTraits,
    z =>
      z.string().check(
        z.trim(),
        z.maxLength(2000),
        rule(z, value => pattern.test(value) && URL.canParse(value), 'validation.url'),
      ),
    { allowsHttp },
    options,
  )
}

export const urlKind = {
  about: 'An https address.',
  traits: urlTraits,
  columns: ({ allowsHttp }) => [
    {
      type: 'text',
      check: column => `char_length(${column}) <= 2000 and ${column} ~* '^http${allowsHttp ? 's?' : 's'}://'`,
    },
  ],
  openApi: { format: 'uri' },
  compared: { schema: searched },
  sample: (_, number) => `https://example.com/${letters(number)}`,
} satisfies Kind<'url'>

const slugPattern = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/

export interface SlugOptions {
  /** The text field that fills an empty slug. */
  from?: string
  /** Minimum length; 1 by default. */
  min?: number
  /** Maximum length; 63 by default, as in a host’s name. */
  max?: number
  /** Refused values. */
  reserved?: readonly string[]
}

const slugTraits = {
  kind: 'slug',
  sort: 'plain',
  search: true,
  filter: 'contains',
} as const satisfies KindTraits<'slug'>

/** A short name for addresses and files. */
export const slug = <const O extends CommonOptions<string> & SlugOptions>(
  options: Spelt<O, SlugOptions> = {} as Spelt<O, SlugOptions>,
): Field<
  'slug',
  string,
  O extends { required: true } ? 'required' : O extends { from: string } ? 'defaulted' : PresenceOf<O>,
  WritableOf<O>
> => {
  const { min = 1, max = 63, reserved = [], from }: SlugOptions = options
  const made = field(
    slugTraits,
    z =>
      z.string().check(
        z.trim(),
        z.toLowerCase(),
        z.minLength(min),
        z.maxLength(max),
        z.regex(slugPattern, { error: 'validation.slug' satisfies CheckKey }),
        rule(z, value => !reserved.includes(value), 'validation.reserved'),
      ),
    { min, max, reserved, ...(from && { from }) },
    options,
  )
  return from && !options.required ? ({ ...made, presence: 'defaulted' as Presence } as never) : (made as never)
}

export const slugKind = {
  about: 'A short name for addresses and files: lower-case letters, digits and hyphens.',
  traits: slugTraits,
  columns: ({ min, max }) => [
    {
      type: 'text',
      check: column => `${lengthBetween(min, max)(column)} and ${like('^[a-z0-9]([a-z0-9-]*[a-z0-9])?$')(column)}`,
    },
  ],
  compared: { schema: searched },
  sample: (_, number) => `sample-${letters(number)}`,
} satisfies Kind<'slug'>

/** Drops accents, and hyphenates everything but letters and digits. */
export const slugify = (value: string): string =>
  value
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replace(/^-+|-+$/g, '')

export interface TagsOptions {
  /** Maximum number of labels; 20 by default, or the number of `values`. */
  maxItems?: number
  /** Maximum length of a label; 40 by default. */
  maxLength?: number
  /** The allowed labels; any by default. */
  values?: readonly string[]
  /** Display names of coded labels; with `values`, of each. */
  known?: Readonly<Record<string, string>>
}

const tagsTraits = {
  kind: 'tags',
  sort: 'none',
  search: true,
  filter: 'among',
  csv: value => value.join(', '),
} as const satisfies KindTraits<'tags'>

/** A few short labels, each once; at least one if required. */
export const tags = <const O extends CommonOptions<string[], never> & TagsOptions>(
  options: Spelt<O, TagsOptions> = {} as Spelt<O, TagsOptions>,
) => {
  const { required, values: only, maxItems = only?.length ?? 20, maxLength = 40, known } = options
  const least = required ? 1 : 0
  return field(
    tagsTraits,
    z =>
      z
        .array(only ? z.enum(only as [string, ...string[]]) : line(z, 1, maxLength))
        .check(z.minLength(least), z.maxLength(maxItems), eachOnce(z)),
    { least, maxItems, maxLength, only, ...(known && { known }) },
    orNone(options),
  ) as Field<'tags', string[], PresenceOf<O> extends 'required' ? 'required' : 'defaulted', WritableOf<O>>
}

export const tagsKind = {
  about: 'A few short labels, each once.',
  traits: tagsTraits,
  columns: ({ least, maxItems, only }) => [
    {
      type: 'text[]',
      check: column =>
        `cardinality(${column}) ${fewest(least)} ${maxItems}${only ? ` and ${column} <@ ${literal(only, 'text[]')}::text[]` : ''}`,
    },
  ],
  compared: { schema: searched },
  sample: ({ only }, number) => (only ? only.slice(-2) : [letters(number), 'sample']),
} satisfies Kind<'tags'>
