import type { Terms } from '../engine/Terms'
import { describeMinutes } from '../time/describeTime'
import { MINUTE } from '../time/instant'
import { FAILS, type Finding, FOREVER, type ResourceCheck } from './Check'
import { checkOrder } from './checkCodes'
import { ruleFinding } from './ruleFinding'

/** The variant's own lengths, and the bounds of `duration_limit` rules. */
export const durationOutOfRange: ResourceCheck = {
  code: 'duration_out_of_range',
  order: checkOrder('duration_out_of_range'),
  passed: 'The length is allowed.',
  applies: () => true,
  holdsUntil: (terms, start, end) => {
    const minutes = (end - start) / MINUTE
    if (terms.minLength !== undefined && minutes < terms.minLength.value) return FAILS
    if (terms.maxLength !== undefined && minutes > terms.maxLength.value) return FAILS
    if (!fitsVariant(terms, start, end)) return FAILS
    return terms.request.daily ? start + 1 : FOREVER
  },
  findings: (terms, start, end) => {
    const { minLength, maxLength } = terms
    const minutes = (end - start) / MINUTE
    const found: Finding[] = []
    if (!fitsVariant(terms, start, end)) {
      found.push({
        text: `${terms.request.variant.name} lasts ${describeLengths(terms)}, not ${describeMinutes(minutes)}.`,
      })
    }
    if (minLength && minutes < minLength.value) {
      found.push(ruleFinding(`It has to last at least ${describeMinutes(minLength.value)}.`, minLength.rule))
    }
    if (maxLength && minutes > maxLength.value) {
      found.push(ruleFinding(`It may last at most ${describeMinutes(maxLength.value)}.`, maxLength.rule))
    }
    return found
  },
}

function fitsVariant(terms: Terms, start: number, end: number): boolean {
  const { variant, daily, length } = terms.request
  if (daily !== undefined) return fitsDays(terms, start, end)
  if (variant.durationType !== 'flexible') return end - start === length
  const minutes = (end - start) / MINUTE
  const { minDurationMinutes, maxDurationMinutes, durationStepMinutes } = variant
  const least = minDurationMinutes ?? 60
  return (
    minutes >= least && minutes <= (maxDurationMinutes ?? 480) && (minutes - least) % (durationStepMinutes ?? 30) === 0
  )
}

function fitsDays({ zone, request }: Terms, start: number, end: number): boolean {
  const { daily, variant } = request
  if (daily === undefined || end <= start) return false
  const lastDay = zone.dayOf(end)
  // A return at 24:00 is midnight of the next date.
  const overnight = daily.nights - daily.days
  const days = (daily.endMinute === 1440 ? lastDay - 1 : lastDay) - zone.dayOf(start) - overnight
  if (days < (variant.minDays ?? 1) || days > (variant.maxDays ?? 30)) return false
  return end === zone.at(zone.dayOf(start) + days + overnight, daily.endMinute)
}

function describeLengths({ request }: Terms): string {
  const { variant, daily, length } = request
  if (daily) return `${variant.minDays ?? 1} to ${variant.maxDays ?? 30} days, until ${variant.dayEndTime ?? '10:00'}`
  if (variant.durationType !== 'flexible') return describeMinutes(length / MINUTE)
  const { minDurationMinutes, maxDurationMinutes, durationStepMinutes } = variant
  const span = `${describeMinutes(minDurationMinutes ?? 60)} to ${describeMinutes(maxDurationMinutes ?? 480)}`
  return `${span} in steps of ${describeMinutes(durationStepMinutes ?? 30)}`
}
