import type { core } from 'zod/mini'
import type { Field } from '../field'
import { locales } from '../locales'
import type { Setting } from '../said'
import {
  type CommonOptions,
  eachOnce,
  type FieldOf,
  field,
  type Kind,
  type KindTraits,
  type NeverEmpty,
  orNone,
  type PresenceOf,
  type ReadsOf,
  rule,
  type Spelt,
  type WritableOf,
} from './kind'
import { lengthBetween, like, literal, oneOf } from './sqlChecks'

declare module '../field' {
  interface KindOptions {
    choice: {
      values: readonly string[]
      labels: Readonly<Record<string, string>>
      tones?: Readonly<Record<string, Tone>> | undefined
    }
    choices: { values: readonly string[]; labels: Readonly<Record<string, string>>; least: 0 | 1 }
    flag: { tone?: Tone | undefined }
    timezone: object
    locale: { values: readonly string[] }
    country: object
  }
  interface KindValues {
    choice: string
    choices: string[]
    flag: boolean
    timezone: string
    locale: string
    country: string
  }
}

/** What a value means; decides its badge's color and icon. */
export type Tone = 'good' | 'waiting' | 'info' | 'bad' | 'done' | 'off'

export interface ChoiceOptions<T extends string = string> {
  /** Labels that differ from the values (`used_up` is “Used up”). */
  labels?: { readonly [V in T]?: string }
  /** Tones of the values, shown as badges: `good`, `waiting`, `info`, `bad`, `done` or `off`. */
  tones?: { readonly [V in T]?: Tone & {} }
}

export interface ChoicesOptions<T extends string = string> {
  /** Labels that differ from the values. */
  labels?: { readonly [V in T]?: string }
}

export interface FlagOptions {
  /** The tone of the flag's badge in lists. */
  tone?: Tone & {}
}

const choiceTraits = {
  kind: 'choice',
  sort: 'plain',
  filter: 'equal',
  csv: (value, { choice }) => choice(value),
} as const satisfies KindTraits<'choice'>

/** One of a fixed set of values. */
export const choice = <
  const T extends readonly [string, ...string[]],
  const O extends CommonOptions<T[number]> & ChoiceOptions<T[number]>,
>(
  values: T,
  options: Spelt<O, ChoiceOptions> = {} as Spelt<O, ChoiceOptions>,
): FieldOf<'choice', T[number], O> =>
  field(
    choiceTraits,
    z => z.enum(values),
    {
      values,
      labels: (options.labels ?? {}) as Record<string, string>,
      tones: options.tones as Record<string, Tone> | undefined,
    },
    options as CommonOptions<string>,
  ) as FieldOf<'choice', T[number], O>

export const choiceKind = {
  about: 'One of a fixed set of values.',
  traits: choiceTraits,
  columns: ({ values }) => [{ type: 'text', check: oneOf(values) }],
  sample: ({ values }) => values.at(-1) ?? null,
} satisfies Kind<'choice'>

const choicesTraits = {
  kind: 'choices',
  sort: 'none',
  csv: (value, { choice }) => value.map(choice).join('; '),
} as const satisfies KindTraits<'choices'>

/** Some of a fixed set of values, each once; at least one if required. */
export const choices = <
  const T extends readonly [string, ...string[]],
  const O extends CommonOptions<T[number][], never> & ChoicesOptions<T[number]>,
>(
  values: T,
  options: Spelt<O, ChoicesOptions> = {} as Spelt<O, ChoicesOptions>,
): Field<'choices', T[number][], PresenceOf<O> extends 'required' ? 'required' : 'defaulted', WritableOf<O>> => {
  const common = options as CommonOptions<string[], never>
  const least = common.required ? 1 : 0
  return field(
    choicesTraits,
    z => z.array(z.enum(values)).check(z.minLength(least), eachOnce(z)),
    { values, labels: (options.labels ?? {}) as Record<string, string>, least },
    orNone(common),
  ) as ReturnType<typeof choices<T, O>>
}

export const choicesKind = {
  about: 'Some of a fixed set of values, each once.',
  traits: choicesTraits,
  columns: ({ values, least }) => [
    {
      type: 'text[]',
      check: column =>
        `cardinality(${column}) between ${least} and ${values.length} and ${column} <@ ${literal(values)}::text[]`,
    },
  ],
  // Several values may exclude one another.
  sample: ({ values }) => values.slice(0, 1),
} satisfies Kind<'choices'>

const flagTraits = {
  kind: 'flag',
  sort: 'plain',
  filter: 'equal',
  csv: (value, { yesNo }) => yesNo(value),
} as const satisfies KindTraits<'flag'>

/** Yes or no; false by default. */
export const flag = <const O extends CommonOptions<boolean, Setting<boolean>> & FlagOptions>(
  options: Spelt<O, FlagOptions & NeverEmpty> = {} as Spelt<O, FlagOptions & NeverEmpty>,
) =>
  ({
    ...field(flagTraits, z => z.boolean(), { tone: options.tone }, { ...options, default: options.default ?? false }),
    presence: 'defaulted',
  }) as Field<'flag', boolean, 'defaulted', WritableOf<O>> & ReadsOf<O>

export const flagKind = {
  about: 'Yes or no.',
  traits: flagTraits,
  columns: () => [{ type: 'boolean' }],
  compared: { parse: text => (text === 'true' ? true : text === 'false' ? false : text) },
  sample: () => true,
} satisfies Kind<'flag'>

/** Offsets such as +01:00 are not names. */
export const isTimeZone = (value: string): boolean => {
  if (value !== 'UTC' && !/^[A-Za-z]+\//.test(value)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
    return true
  } catch {
    return false
  }
}

const timezoneTraits = { kind: 'timezone', sort: 'plain', filter: 'equal' } as const satisfies KindTraits<'timezone'>

/** An IANA time zone name. */
export const timezone = <const O extends CommonOptions<string>>(options: Spelt<O> = {} as Spelt<O>) =>
  field(timezoneTraits, z => z.string().check(z.trim(), rule(z, isTimeZone, 'validation.timeZone')), {}, options)

export const timezoneKind = {
  about: 'An IANA time zone name, such as Europe/Berlin.',
  traits: timezoneTraits,
  columns: () => [{ type: 'text', check: lengthBetween(1, 64) }],
  sample: () => 'Europe/Berlin',
} satisfies Kind<'timezone'>

const localeTraits = {
  kind: 'locale',
  sort: 'plain',
  filter: 'equal',
  csv: (value, { language }) => language(value),
} as const satisfies KindTraits<'locale'>

/** A language that the product speaks, as a BCP 47 tag. */
export const locale = <const O extends CommonOptions<string>>(options: Spelt<O> = {} as Spelt<O>) => {
  return field(localeTraits, z => z.enum(locales) as core.$ZodType<string>, { values: locales }, options)
}

export const localeKind = {
  about: 'A language that the product speaks, as a BCP 47 tag.',
  traits: localeTraits,
  columns: ({ values }) => [{ type: 'text', check: oneOf(values) }],
  sample: () => 'en',
} satisfies Kind<'locale'>

/** Codes of regions that are not ISO 3166-1 countries, and withdrawn codes. */
const noCountry = /^(?:AC|C[PQ]|DG|E[AUZ]|IC|QO|TA|UN|X[ABK]|ZZ)$/

/** This runtime may know fewer. */
export const isCountry = (value: string): boolean =>
  /^[A-Z]{2}$/.test(value) &&
  !noCountry.test(value) &&
  new Intl.Locale(`und-${value}`).region === value &&
  new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(value) !== undefined

const countryTraits = {
  kind: 'country',
  sort: 'plain',
  filter: 'equal',
  csv: (value, { country }) => country(value),
} as const satisfies KindTraits<'country'>

/** An ISO 3166-1 alpha-2 code in any letter case. */
export const country = <const O extends CommonOptions<string>>(options: Spelt<O> = {} as Spelt<O>) =>
  field(
    countryTraits,
    z => z.string().check(z.trim(), z.toUpperCase(), rule(z, isCountry, 'validation.country')),
    {},
    options,
  )

export const countryKind = {
  about: 'A country by its code, ISO 3166-1 alpha-2.',
  traits: countryTraits,
  columns: () => [{ type: 'text', check: like('^[A-Z]{2}$') }],
  sample: () => 'DE',
} satisfies Kind<'country'>
