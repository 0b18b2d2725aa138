import type { Money } from '../../schema'
import { memoized } from '../../schema/memoize'
import { currencyDigits, toDecimal } from '../../schema/minorUnits'

const formatter = memoized(
  (locale: string, currency: string) => new Intl.NumberFormat(locale, { style: 'currency', currency }),
)

/** An amount as typed: `12,50` in German. */
export const toTyped = (money: Money, locale: string): string =>
  toDecimal(money).replace('.', new Intl.NumberFormat(locale).format(0.5).at(1) ?? '.')

/** `12.5` and `12,5` are 1250 in EUR. Null if empty, undefined if invalid. */
export const fromDecimal = (text: string, currency: string): number | null | undefined => {
  const digits = currencyDigits(currency)
  const match = /^(\d*)(?:[.,](\d*))?$/.exec(text.trim())
  if (!match) return undefined
  const [, whole = '', fraction = ''] = match
  if (whole === '' && fraction === '') return text.trim() === '' ? null : undefined
  if (fraction.length > digits) return undefined
  return Number(whole + fraction.padEnd(digits, '0'))
}

/** In the locale's format: `€12.50`. */
export const formatMoney = (money: Money, locale: string): string =>
  formatter(locale, money.currency).format(toDecimal(money) as `${number}`)
