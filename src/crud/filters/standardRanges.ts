import { toDecimal } from '../../schema/minorUnits'
import { fromDecimal } from '../../ui/format/money'

/** `currency` is the filter's, or the tenant's. */
export interface Range {
  /** Text to the query's value; null if empty, undefined if invalid. */
  parse: (typed: string, currency: string) => number | string | null | undefined
  format: (bound: unknown, currency: string) => string
  value: (bound: unknown, currency: string) => unknown
}

const whole: Range = {
  parse: typed => (typed.trim() === '' ? null : /^-?\d{1,15}$/.test(typed.trim()) ? Number(typed) : undefined),
  format: String,
  value: Number,
}

const decimal: Range = {
  parse: typed => {
    const text = typed.trim().replace(',', '.')
    return text === '' ? null : /^-?\d+(?:\.\d+)?$/.test(text) ? text : undefined
  },
  format: String,
  value: String,
}

const money: Range = {
  parse: fromDecimal,
  format: (amount, currency) => toDecimal({ amount: Number(amount), currency }),
  value: (amount, currency) => ({ amount: Number(amount), currency }),
}

export const standardRanges = { whole, decimal, money }

export type StandardRange = keyof typeof standardRanges

export const rangeOf = (name: StandardRange | undefined): Range | undefined => name && standardRanges[name]
