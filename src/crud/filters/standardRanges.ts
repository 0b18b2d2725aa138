import { fromDecimal, toDecimal } from '../../ui/format/money'

/** How one end of a range is typed, sent and shown. Money is in the tenant's currency. */
export interface Range {
  /** Typed text as the query's value; null if empty, undefined if invalid. */
  parse: (typed: string, currency: string) => number | string | null | undefined
  /** The query's value as text for the input. */
  format: (bound: unknown, currency: string) => string
  /** The query's value as a value of the field, for its cell. */
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

/** The ranges that come with every list, by the names under which kinds ask for them. */
export const standardRanges = { whole, decimal, money }

export type StandardRange = keyof typeof standardRanges

/** The range of that name, if there is one. */
export const rangeOf = (name: StandardRange | undefined): Range | undefined => name && standardRanges[name]
