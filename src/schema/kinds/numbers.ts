import type { Role } from '../access'
import { canonicalDecimal, compareDecimals } from '../decimals'
import { counting, type Where } from '../derived'
import type { AnyField, Field, ResourceRef, Zod } from '../field'
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
  type WritableOf,
} from './kind'
import { between, fewest } from './sqlChecks'

declare module '../field' {
  interface KindOptions {
    integer: { min: number; max: number; unit?: string | undefined }
    integers: { min: number; max: number; least: 0 | 1; maxItems: number }
    minutes: { min: number; max: number }
    count: { of: () => ResourceRef; by: string; where?: Where | undefined }
    decimal: DecimalRange & { precision: number; unit?: string | undefined }
    percent: DecimalRange
  }
  interface KindValues {
    integer: number
    integers: number[]
    minutes: number
    count: number
    decimal: string
    percent: string
  }
}

export interface DecimalRange {
  scale: number
  min: string
  max: string
}

/** Other text stays, for the schema to refuse. */
const wholeNumber = (text: string): unknown => (/^-?\d{1,15}$/.test(text) ? Number(text) : text)

export interface NumberOptions {
  /** Minimum, included. */
  min?: number
  /** Maximum, included. */
  max?: number
}

export interface IntegerOptions extends NumberOptions {
  /** The unit after the number, also in the API's reference: `'kg'`. */
  unit?: string
}

export const unitOf = ({ kind, options }: AnyField): string | undefined =>
  kind === 'integer' || kind === 'decimal' ? options.unit : undefined

const withUnit = ({ unit }: { unit?: string | undefined }) => (unit === undefined ? {} : { 'x-unit': unit })

const integerTraits = { kind: 'integer', sort: 'number', filter: 'range' } as const satisfies KindTraits<'integer'>

/** A 32-bit whole number, or from `min` to `max`. */
export const integer = <const O extends CommonOptions<number> & IntegerOptions>(
  options: Spelt<O, IntegerOptions> = {} as Spelt<O, IntegerOptions>,
) => {
  const { min = -2_147_483_648, max = 2_147_483_647, unit } = options
  return field(integerTraits, z => z.int().check(z.gte(min), z.lte(max)), { min, max, unit }, options)
}

export const integerKind = {
  about: 'A whole number.',
  traits: integerTraits,
  columns: ({ min, max }) => [{ type: 'integer', check: between(min, max) }],
  openApi: withUnit,
  compared: { parse: wholeNumber },
  sample: ({ min }) => min,
} satisfies Kind<'integer'>

export interface IntegersOptions extends NumberOptions {
  /** Maximum number of values; 10 by default. */
  maxItems?: number
}

const integersTraits = {
  kind: 'integers',
  sort: 'none',
  csv: value => value.join(', '),
} as const satisfies KindTraits<'integers'>

/** A few whole numbers, each once; at least one if required. */
export const integers = <const O extends CommonOptions<number[], never> & IntegersOptions>(
  options: Spelt<O, IntegersOptions> = {} as Spelt<O, IntegersOptions>,
) => {
  const { required, min = -2_147_483_648, max = 2_147_483_647, maxItems = 10 } = options
  const least = required ? 1 : 0
  return field(
    integersTraits,
    z => z.array(z.int().check(z.gte(min), z.lte(max))).check(z.minLength(least), z.maxLength(maxItems), eachOnce(z)),
    { min, max, least, maxItems },
    orNone(options),
  ) as Field<'integers', number[], PresenceOf<O> extends 'required' ? 'required' : 'defaulted', WritableOf<O>>
}

export const integersKind = {
  about: 'A few whole numbers, each once.',
  traits: integersTraits,
  columns: ({ min, max, least, maxItems }) => [
    {
      type: 'integer[]',
      check: column =>
        `cardinality(${column}) ${fewest(least)} ${maxItems} and ${min} <= all (${column}) and ${max} >= all (${column})`,
    },
  ],
  sample: ({ min }) => [min],
} satisfies Kind<'integers'>

const minutesTraits = { kind: 'minutes', sort: 'number', filter: 'range' } as const satisfies KindTraits<'minutes'>

/** Elapsed time in whole minutes. */
export const minutes = <const O extends CommonOptions<number> & NumberOptions>(
  options: Spelt<O, NumberOptions> = {} as Spelt<O, NumberOptions>,
) => {
  const { min = 0, max = 527_040 } = options
  return field(minutesTraits, z => z.int().check(z.gte(min), z.lte(max)), { min, max }, options)
}

export const minutesKind = {
  about: 'A length of elapsed time in whole minutes.',
  traits: minutesTraits,
  columns: ({ min, max }) => [{ type: 'integer', check: between(min, max) }],
  compared: { parse: wholeNumber },
  sample: ({ min }) => min,
} satisfies Kind<'minutes'>

const countTraits = { kind: 'count', sort: 'number', filter: 'range' } as const satisfies KindTraits<'count'>

export interface CountOptions {
  /** By default from the name. */
  label?: string
  /** A sentence for the OpenAPI document. */
  help?: string
  /** The lowest role that reads it, if higher than for the record. */
  readRole?: Role
  /** Conditions on the counted records; all by default. */
  where?: Where
  /** Stored with each write, and indexed. */
  stored?: true
}

/** The number of records of `of` whose field `by` refers to this one. */
export const count = (of: () => ResourceRef, by: string, { where, ...options }: CountOptions = {}) =>
  field<'count', number, { default: 0; computed: true }>(
    countTraits,
    z => z.int(),
    { of, by, where },
    { ...options, default: 0, derived: counting(of, by, where) },
  )

export const countKind = {
  about: 'How many records of another resource refer to this one.',
  traits: countTraits,
  columns: () => [{ type: 'bigint' }],
  compared: { parse: wholeNumber },
} satisfies Kind<'count'>

export interface DecimalOptions {
  /** Digits in all; 12 by default, at most 1000. */
  precision?: number
  /** Digits after the point; 2 by default. */
  scale?: number
  /** Minimum, included: `'0'`. */
  min?: string
  /** Maximum, included: `'99.5'`. */
  max?: string
  /** The unit after the number, also in the API's reference: `'kg'`. */
  unit?: string
}

const exactly = (z: Zod, { scale, min, max }: DecimalRange) =>
  z.string().check(
    z.overwrite(value => canonicalDecimal(value, scale) ?? value.trim()),
    rule(z, value => canonicalDecimal(value, scale) !== null, 'validation.decimal', { scale }),
    rule(
      z,
      value => canonicalDecimal(value, scale) === null || compareDecimals(value, min) >= 0,
      'validation.tooSmall',
      {
        min,
      },
    ),
    rule(
      z,
      value => canonicalDecimal(value, scale) === null || compareDecimals(value, max) <= 0,
      'validation.tooLarge',
      {
        max,
      },
    ),
  )

/** Spreadsheet numbers have 15 digits. */
const asNumber = (value: string): string | number => (value.replace(/\D/g, '').length > 15 ? value : Number(value))

const nines = (count: number): string => ''.padEnd(count, '9')

/** JSON Schema cannot bound text, hence `x-` keywords. */
const describedDecimal = ({ scale, min, max }: DecimalRange) => ({
  format: 'decimal',
  pattern: `^${min.startsWith('-') ? '-?' : ''}\\d+${scale > 0 ? `(\\.\\d{1,${scale}})?` : ''}$`,
  'x-minimum': min,
  'x-maximum': max,
})

const decimalTraits = {
  kind: 'decimal',
  sort: 'number',
  filter: 'range',
  csv: asNumber,
} as const satisfies KindTraits<'decimal'>

/** An exact decimal: text at the wire, always with `scale` decimals. */
export const decimal = <const O extends CommonOptions<string> & DecimalOptions>(
  options: Spelt<O, DecimalOptions> = {} as Spelt<O, DecimalOptions>,
) => {
  const { precision = 12, scale = 2, unit } = options
  const most = (nines(precision - scale) || '0') + (scale > 0 ? `.${nines(scale)}` : '')
  const { min = `-${most}`, max = most } = options
  return field(decimalTraits, z => exactly(z, { scale, min, max }), { precision, scale, min, max, unit }, options)
}

export const decimalKind = {
  about: 'An exact decimal number, as text with a fixed number of decimals; never a float.',
  traits: decimalTraits,
  columns: ({ precision, scale, min, max }) => [
    { type: `numeric(${precision},${scale})`, check: between(min, max), isExact: true },
  ],
  openApi: options => ({ ...describedDecimal(options), ...withUnit(options) }),
  sample: ({ scale, min, max }, number) => {
    const value = canonicalDecimal(String(number % 10), scale) ?? '0'
    return compareDecimals(value, min) >= 0 && compareDecimals(value, max) <= 0 ? value : canonicalDecimal(max, scale)
  },
} satisfies Kind<'decimal'>

const percentTraits = {
  kind: 'percent',
  sort: 'number',
  filter: 'range',
  csv: asNumber,
} as const satisfies KindTraits<'percent'>

export interface PercentOptions {
  /** Digits after the point; 1 by default. */
  scale?: number
  /** Minimum, included; `'0'` by default. */
  min?: string
  /** Maximum, included; `'100'` by default. */
  max?: string
}

/** An exact percentage, such as `'12.5'`; 0 to 100 by default. */
export const percent = <const O extends CommonOptions<string> & PercentOptions>(
  options: Spelt<O, PercentOptions> = {} as Spelt<O, PercentOptions>,
) => {
  const { scale = 1, min = '0', max = '100' } = options
  return field(percentTraits, z => exactly(z, { scale, min, max }), { scale, min, max }, options)
}

export const percentKind = {
  about: 'An exact share in percent, as text with a fixed number of decimals: 12.5 is an eighth.',
  traits: percentTraits,
  columns: ({ scale, min, max }) => [
    { type: `numeric(${12 + scale},${scale})`, check: between(min, max), isExact: true },
  ],
  openApi: describedDecimal,
  sample: ({ scale, max }) => canonicalDecimal(max, scale),
} satisfies Kind<'percent'>
