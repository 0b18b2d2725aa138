import { canonicalDecimal, compareDecimals } from '../decimals'
import type { AnyField, Fields } from '../field'
import type { DecimalRange } from '../kinds'
import type { AnyResource } from '../resource'

interface Ends {
  min?: number | string
  max?: number | string
}

const isAbove = (min: number | string, max: number | string): boolean =>
  typeof min === 'string' && typeof max === 'string' ? compareDecimals(min, max) > 0 : Number(min) > Number(max)

const rangeProblem = ({ kind, options }: AnyField): string | null => {
  const { min, max } = options as Ends
  if (kind === 'decimal' || kind === 'percent') {
    const { scale, precision = Number.POSITIVE_INFINITY } = options as DecimalRange & { precision?: number }
    if (!Number.isInteger(scale) || scale < 0) return `has ${scale} digits after the point: say a whole number, from 0.`
    if (scale > precision)
      return `has ${scale} digits after the point, and ${precision} altogether: raise precision to ${scale} or more.`
    const odd = [min, max].find(end => canonicalDecimal(String(end), scale) === null)
    if (odd !== undefined) return `is bounded by ${odd}, which is no number with ${scale} decimals.`
  }
  if (min === undefined || max === undefined || !isAbove(min, max)) return null
  return `is from ${min} to ${max}, so that it could have no value.`
}

export const rangeProblems = ({ name, fields }: AnyResource): string[] =>
  Object.entries(fields as Fields).flatMap(([field, declared]) => {
    const problem = rangeProblem(declared)
    return problem ? [`${name}.${field} ${problem}`] : []
  })
