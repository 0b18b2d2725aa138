import { onDay } from '../sentences/Sentence'
import type { ResourceCheck } from './Check'
import { checkOrder } from './checkCodes'
import { ruleFinding } from './ruleFinding'

/** The horizon is counted in local days: 1 allows the whole of tomorrow. */
export const tooFarAhead: ResourceCheck = {
  code: 'too_far_ahead',
  order: checkOrder('too_far_ahead'),
  applies: ({ advance }) => advance !== undefined,
  holdsUntil: ({ startsBefore }) => startsBefore,
  findings: ({ advance, zone, startsBefore }) => {
    const days = advance?.value ?? 0
    const sentence = (['too_far_ahead.sameDay', 'too_far_ahead.day'] as const)[days] ?? 'too_far_ahead.days'
    const params = { days, last: onDay(zone.dayOf(startsBefore - 1)) }
    return [ruleFinding({ sentence, params }, advance?.rule)]
  },
}
