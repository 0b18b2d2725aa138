import type { Terms } from '../engine/Terms'
import type { Sentence } from '../sentences/Sentence'
import { MINUTE } from '../time/instant'
import { FAILS, type Finding, FOREVER, type ResourceCheck } from './Check'
import { checkOrder } from './checkCodes'
import { ruleFinding } from './ruleFinding'

/** The variant's own lengths, and the bounds of `duration_limit` rules. */
export const durationOutOfRange: ResourceCheck = {
  code: 'duration_out_of_range',
  order: checkOrder('duration_out_of_range'),
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
      found.push(allowedLengths(terms, minutes))
    }
    if (minLength && minutes < minLength.value) {
      found.push(limitFinding('duration_out_of_range.least', minLength))
    }
    if (maxLength && minutes > maxLength.value) {
      found.push(limitFinding('duration_out_of_range.most', maxLength))
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

function limitFinding(sentence: Sentence['sentence'], { value, rule }: NonNullable<Terms['minLength']>): Finding {
  return ruleFinding({ sentence, params: { length: { minutes: value } } }, rule)
}

function allowedLengths({ request }: Terms, minutes: number): Sentence {
  const { daily, length } = request
  const { name: variant, minDays, maxDays, dayEndTime, durationType } = request.variant
  const wanted = { minutes }
  if (daily)
    return {
      sentence: 'duration_out_of_range.daily',
      params: { variant, min: minDays ?? 1, max: maxDays ?? 30, until: dayEndTime ?? '10:00', wanted },
    }
  if (durationType !== 'flexible')
    return {
      sentence: 'duration_out_of_range.fixed',
      params: { variant, length: { minutes: length / MINUTE }, wanted },
    }
  const { minDurationMinutes, maxDurationMinutes, durationStepMinutes } = request.variant
  return {
    sentence: 'duration_out_of_range.flexible',
    params: {
      variant,
      min: { minutes: minDurationMinutes ?? 60 },
      max: { minutes: maxDurationMinutes ?? 480 },
      step: { minutes: durationStepMinutes ?? 30 },
      wanted,
    },
  }
}
