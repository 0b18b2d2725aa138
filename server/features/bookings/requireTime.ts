import { DAY, MINUTE, type ValidationErrors } from '../../../src/declare'
import { invalid } from '../../serve'

/** docs/domain.md#limits */
const longestDays = 366
const yearsAhead = 3

interface Times {
  startsAt: string
  endsAt: string | null
}

/** Refuses fractions of a minute and distant times. */
export const timeErrors = ({ startsAt, endsAt }: Times, now: number): ValidationErrors => {
  const errors: ValidationErrors = {}
  const start = Date.parse(startsAt)
  const most = yearsAhead * 366 * DAY
  if (start % MINUTE !== 0) errors.startsAt = { key: 'validation.wholeMinutes', args: {} }
  else if (Math.abs(start - now) > most) errors.startsAt = { key: 'validation.tooFarAway', args: { max: yearsAhead } }
  if (endsAt === null) return errors
  const end = Date.parse(endsAt)
  if (end <= start) errors.endsAt = { key: 'validation.notAfterStart', args: {} }
  else if (end % MINUTE !== 0) errors.endsAt = { key: 'validation.wholeMinutes', args: {} }
  else if (end - start > longestDays * DAY)
    errors.endsAt = { key: 'validation.rangeTooLong', args: { max: longestDays } }
  return errors
}

export const requireTime = (times: Times, now: number): void => {
  const errors = timeErrors(times, now)
  if (Object.keys(errors).length > 0) throw invalid(errors)
}
