import { DAY, isDate, MINUTE } from '../../../../src/declare'
import { createEngine, formatLocalDate, type Zone, zoneOf } from '../../../../src/scheduling'
import { type RuleOccurrence, ruleOccurrences } from '../../../../src/scheduling/series/occurrences'
import {
  maxOccurrences,
  parseRecurrence,
  type Recurrence,
  UnsupportedRule,
} from '../../../../src/scheduling/series/recurrence'
import { invalid, invalidField } from '../../../serve'
import type { Setup } from '../../availability/loadSetup'

export const longest = 3 * 366 * DAY

export const readRule = (text: string, weekStartsOn: number): Recurrence => {
  try {
    return parseRecurrence(text, weekStartsOn)
  } catch (error) {
    if (!(error instanceof UnsupportedRule)) throw error
    throw invalidField('rrule', 'validation.rule', { part: error.part })
  }
}

export const firstOf = (
  setup: Setup,
  request: { variantId: string; channelId: string | null; resourceIds: readonly string[] },
  { startsAt, endsAt }: { startsAt: number; endsAt: number | null },
  now: number,
): { zone: Zone; endsAt: number } => {
  const minutes = endsAt === null ? null : Math.ceil((endsAt - startsAt) / MINUTE)
  const answers = createEngine({ ...setup, now }).ask({ ...request, ...(minutes && { durationMinutes: minutes }) })
  const { timeZone, endsAt: end } = answers.check({ startsAt, endsAt })
  return { zone: zoneOf(timeZone), endsAt: Date.parse(end) }
}

/** @throws Problem `validation` for too many or too distant dates, or a rule that begins with another date */
export const firstDates = (
  rule: Recurrence,
  start: { zone: Zone; startsAt: number },
  { exDates, now }: { exDates: readonly string[]; now: number },
): RuleOccurrence[] => {
  const horizon = now + longest
  const dates = ruleOccurrences(rule, start, { most: maxOccurrences + 1, horizon })
  if (dates.length > maxOccurrences) throw invalidField('rrule', 'validation.tooManyDates', { max: maxOccurrences })
  if (dates[0] && dates[0].day !== start.zone.dayOf(start.startsAt))
    throw invalidField('startsAt', 'validation.notFirstOfRule')
  const { count, until } = rule
  const isBeyond =
    count !== null
      ? dates.length < count
      : until !== null && ('day' in until ? until.day * DAY : until.instant) > horizon
  if (isBeyond) throw invalidField('rrule', 'validation.tooFarAway', { max: 3 })
  if (dates.length === 0) throw invalidField('rrule', 'validation.endsBeforeStart')
  const named = new Set(dates.map(({ day }) => formatLocalDate(day)))
  const wrong = exDates.flatMap((date, index) => (isDate(date) && named.has(date) ? [] : [index]))
  if (wrong.length > 0)
    throw invalid(
      Object.fromEntries(wrong.map(index => [`exDates.${index}`, { key: 'validation.notOfRule', args: {} }])),
    )
  return dates
}
