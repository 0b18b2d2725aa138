import type { Money } from './kinds/money'

/** `Intl` formatters are slow to construct. */
const known = new Map<string, number>()

/** 2 for EUR, 0 for JPY, 3 for KWD. */
export const currencyDigits = (currency: string): number => {
  const digits =
    known.get(currency) ??
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
    2
  known.set(currency, digits)
  return digits
}

/** 1250 EUR are `12.50`. */
export const toDecimal = ({ amount, currency }: Money): string => {
  const digits = currencyDigits(currency)
  const text = String(Math.abs(amount)).padStart(digits + 1, '0')
  const sign = amount < 0 ? '-' : ''
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}
