import { atTime } from '../sentences/Sentence'
import { FAILS, FOREVER, type ResourceCheck } from './Check'
import { checkOrder } from './checkCodes'
import { ruleFinding } from './ruleFinding'

/** Notice is elapsed time: a day's notice is 24 hours, across a clock change too. Exactly enough passes. */
export const noticeTooShort: ResourceCheck = {
  code: 'notice_too_short',
  order: checkOrder('notice_too_short'),
  applies: ({ notice }) => notice !== undefined && notice.value > 0,
  holdsUntil: ({ earliestStart }, start) => (start >= earliestStart ? FOREVER : FAILS),
  findings: ({ notice, earliestStart, zone }) => [
    ruleFinding(
      {
        sentence: 'notice_too_short',
        params: { notice: { minutes: notice?.value ?? 0 }, earliest: atTime(zone, earliestStart) },
      },
      notice?.rule,
    ),
  ],
}
