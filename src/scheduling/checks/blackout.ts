import type { Terms } from '../engine/Terms'
import { IntervalCursor } from '../intervals/IntervalCursor'
import { datePattern } from '../schedule/datePattern'
import { onDay } from '../sentences/Sentence'
import { FAILS, type ResourceCheck } from './Check'
import { checkOrder } from './checkCodes'
import { ruleFinding } from './ruleFinding'

/**
 * No instant of the booking may be blacked out. A daily booking must have no blackout day from its first local date to
 * its last, and a shorter blackout forbids only pickup and return (domain §3.3.5).
 */
export const blackout: ResourceCheck = {
  code: 'blackout',
  order: checkOrder('blackout'),
  applies: ({ rules }) => rules.inForce.blackout.length > 0,
  holdsUntil: (terms, start, end) => {
    if (terms.request.daily === undefined) return terms.ruleHours.blackouts.freeUntil(start, end)
    if (touchesDays(terms, terms.ruleHours.wholeDayBlackouts, start, end)) return FAILS
    return touchesEnds(terms.ruleHours.shortBlackouts, start, end) ? FAILS : start + 1
  },
  findings: (terms, start, end) => {
    return terms.rules.inForce.blackout
      .filter(rule => {
        const intervals = new IntervalCursor(terms.horizon.intervalsOf(rule, terms.zone))
        if (terms.request.daily === undefined) return intervals.overlaps(start, end)
        if (datePattern(rule.parameters).isWholeDay) return touchesDays(terms, intervals, start, end)
        return touchesEnds(intervals, start, end)
      })
      .map(rule => {
        const day = onDay(terms.zone.dayOf(start))
        const params = { resource: terms.subject.resource.name, day, rule: rule.name }
        return ruleFinding({ sentence: 'blackout', params }, rule)
      })
  },
}

function touchesDays({ zone }: Terms, days: IntervalCursor, start: number, end: number): boolean {
  return days.overlaps(zone.startOfDay(zone.dayOf(start)), zone.startOfDay(zone.dayOf(end) + 1))
}

function touchesEnds(times: IntervalCursor, start: number, end: number): boolean {
  return times.overlaps(start, start + 1) || times.overlaps(end - 1, end)
}
