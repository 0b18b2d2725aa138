import type { Zod } from '../field'
import { type CommonOptions, field, type Kind, type KindTraits, rule, type Spelt } from './kind'
import { between, like } from './sqlChecks'

declare module '../field' {
  interface KindOptions {
    money: object
    currency: object
  }
  interface KindValues {
    money: Money
    currency: string
  }
}

/** Integer minor units with a currency. */
export interface Money {
  /** Minor units: 1250 is 12.50 with two decimals. */
  amount: number
  /** ISO 4217 */
  currency: string
}

const currencyPattern = '^[A-Z]{3}$'

const currencyCode = (z: Zod) =>
  z.string().check(rule(z, value => Intl.supportedValuesOf('currency').includes(value), 'validation.currency'))

const minorUnits = (z: Zod) => z.int().check(z.gte(0), z.lte(Number.MAX_SAFE_INTEGER))

const moneyTraits = {
  kind: 'money',
  sort: 'number',
  filter: 'range',
  filterParts: ['currency'],
  csv: (value, { amount }) => `${amount(value)} ${value.currency}`,
} as const satisfies KindTraits<'money'>

/** A non-negative amount with its currency. */
export const money = <const O extends CommonOptions<Money>>(options: Spelt<O> = {} as Spelt<O>) =>
  field(moneyTraits, z => z.strictObject({ amount: minorUnits(z), currency: currencyCode(z) }), {}, options)

export const moneyKind = {
  about:
    'An amount in integer minor units, with its currency. Lists compare amounts; name the currency beside a range.',
  traits: moneyTraits,
  columns: () => [
    { suffix: '_amount', key: 'amount', type: 'bigint', check: between(0, Number.MAX_SAFE_INTEGER) },
    { suffix: '_currency', key: 'currency', type: 'text', check: like(currencyPattern) },
  ],
  compared: {
    parse: text => (/^-?\d{1,16}$/.test(text) ? Number(text) : text),
    schema: minorUnits,
    parts: { currency: currencyCode },
  },
  sample: (_, number) => ({ amount: 1250 + number, currency: 'EUR' }),
} satisfies Kind<'money'>

const currencyTraits = { kind: 'currency', sort: 'plain', filter: 'equal' } as const satisfies KindTraits<'currency'>

/** An ISO 4217 currency code. */
export const currency = <const O extends CommonOptions<string>>(options: Spelt<O> = {} as Spelt<O>) =>
  field(currencyTraits, currencyCode, {}, options)

export const currencyKind = {
  about: 'An ISO 4217 currency code.',
  traits: currencyTraits,
  columns: () => [{ type: 'text', check: like(currencyPattern) }],
  sample: () => 'EUR',
} satisfies Kind<'currency'>
