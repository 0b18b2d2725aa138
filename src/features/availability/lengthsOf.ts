import type { Variant } from '../../resources/variants'

const steps = (from: number, to: number, step: number): number[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step)

/** In minutes; empty for a fixed length. */
export const lengthsOf = (variant: Variant): number[] => {
  const { durationType } = variant
  if (durationType === 'flexible')
    return steps(variant.minDurationMinutes ?? 60, variant.maxDurationMinutes ?? 480, variant.durationStepMinutes ?? 30)
  if (durationType === 'daily') return steps(variant.minDays ?? 1, variant.maxDays ?? 30, 1).map(days => days * 1440)
  return []
}
