import { DAY, MINUTE } from '../../../src/time/instant'
import { invalidField } from '../../http/problem'

/** Limits of one booking (docs/domain.md#limits). */
const longestDays = 366
const yearsAhead = 3

/** Checks a booking's times. @throws Problem `validation` for fractions of a minute and times too far away */
export const requireTime = ({ startsAt, endsAt }: { startsAt: string; endsAt: string | null }, now: number): void => {
  const start = Date.parse(startsAt)
  const most = yearsAhead * 366 * DAY
  if (start % MINUTE !== 0) throw invalidField('startsAt', 'validation.wholeMinutes')
  if (Math.abs(start - now) > most) throw invalidField('startsAt', 'validation.tooFarAway', { max: yearsAhead })
  if (endsAt === null) return
  const length = Date.parse(endsAt) - start
  if (length <= 0) throw invalidField('endsAt', 'validation.notAfterStart')
  if (length % MINUTE !== 0) throw invalidField('endsAt', 'validation.wholeMinutes')
  if (length > longestDays * DAY) throw invalidField('endsAt', 'validation.rangeTooLong', { max: longestDays })
}
