import { describeDay } from '../time/describeTime'
import type { ResourceCheck } from './Check'
import { checkOrder } from './checkCodes'
import { ruleFinding } from './ruleFinding'

/** The horizon is counted in local days: 1 allows the whole of tomorrow. */
export const tooFarAhead: ResourceCheck = {
  code: 'too_far_ahead',
  order: checkOrder('too_far_ahead'),
  passed: 'It is not too far ahead.',
  applies: ({ advance }) => advance !== undefined,
  holdsUntil: ({ startsBefore }) => startsBefore,
  findings: ({ advance, zone, startsBefore }) => {
    const days = advance?.value ?? 0
    const span = days === 0 ? 'only on the same day' : `at most ${days} ${days === 1 ? 'day' : 'days'} ahead`
    const last = describeDay(zone.dayOf(startsBefore - 1))
    return [ruleFinding(`It can be booked ${span}: the last day is ${last}.`, advance?.rule)]
  },
}
