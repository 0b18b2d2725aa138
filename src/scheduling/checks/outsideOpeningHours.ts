import { IntervalCursor } from '../intervals/IntervalCursor'
import { FOREVER, type ResourceCheck } from './Check'
import { checkOrder } from './checkCodes'
import { insideUntil } from './insideUntil'
import { ruleFinding } from './ruleFinding'

export const outsideOpeningHours: ResourceCheck = {
  code: 'outside_opening_hours',
  order: checkOrder('outside_opening_hours'),
  applies: ({ ruleHours }) => ruleHours.opening !== undefined,
  holdsUntil: (terms, start, end) => {
    const { opening } = terms.ruleHours
    return opening ? insideUntil(terms, opening, start, end) : FOREVER
  },
  findings: (terms, start, end) => {
    return terms.rules.inForce.opening_hours
      .filter(rule => {
        const open = new IntervalCursor(terms.horizon.intervalsOf(rule, terms.zone))
        return insideUntil(terms, open, start, end) <= start
      })
      .map(rule => ruleFinding({ sentence: 'outside_opening_hours', params: { rule: rule.name } }, rule))
  },
}
