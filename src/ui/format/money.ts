import type { Money } from '../../schema'
import { memoized } from '../memoized'

const formatter = memoized(
  (locale: string, currency: string) => new Intl.NumberFormat(locale, { style: 'currency', currency }),
)

/** How many decimals a currency has: 2 for EUR, 0 for JPY, 3 for KWD. */
export const currencyDigits = (currency: string): number =>
  formatter('en', currency).resolvedOptions().maximumFractionDigits ?? 2

/** Minor units as a decimal number: 1250 EUR is `12.50`. */
export const toDecimal = ({ amount, currency }: Money): string => {
  const digits = currencyDigits(currency)
  const text = String(amount).padStart(digits + 1, '0')
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** Minor units as people of a language type them: `12,50` in German. */
export const toTyped = (money: Money, locale: string): string =>
  toDecimal(money).replace('.', new Intl.NumberFormat(locale).format(0.5).at(1) ?? '.')

/**
 * A decimal text in minor units of a currency: `12.5` and `12,5` are 1250 EUR. Null if empty, undefined if it is not an
 * amount of this currency.
 */
export const fromDecimal = (text: string, currency: string): number | null | undefined => {
  const digits = currencyDigits(currency)
  const match = /^(\d*)(?:[.,](\d*))?$/.exec(text.trim())
  if (!match) return undefined
  const [, whole = '', fraction = ''] = match
  if (whole === '' && fraction === '') return text.trim() === '' ? null : undefined
  if (fraction.length > digits) return undefined
  return Number(whole + fraction.padEnd(digits, '0'))
}

/** `€12.50`, in the format of a language. */
export const formatMoney = (money: Money, locale: string): string =>
  formatter(locale, money.currency).format(toDecimal(money) as `${number}`)
