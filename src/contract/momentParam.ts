import { isDate } from '../time/dates'
import { parseLocalDate } from '../time/localDate'
import { zoneOf } from '../time/Zone'
import { isInstant } from './isInstant'
import { InvalidValue, type QueryParam } from './queryParams'

/** Epoch milliseconds, or a local date for its start. */
export type Moment = { instant: number } | { date: string }

/** The engine's calendars cover these years. */
const [firstYear, lastYear] = ['1970', '2199']

const requireYear = (year: string): void => {
  if (year < firstYear) throw new InvalidValue('validation.tooSmall', { min: firstYear })
  if (year > lastYear) throw new InvalidValue('validation.tooLarge', { max: lastYear })
}

const readMoment = ([text = '', ...others]: readonly string[]): Moment => {
  if (others.length > 0) throw new InvalidValue('validation.invalid')
  if (!isDate(text) && !isInstant(text)) throw new InvalidValue('validation.instant')
  requireYear(text.slice(0, 4))
  return isDate(text) ? { date: text } : { instant: Date.parse(text) }
}

/** A query parameter for an instant or a local date; see `millisOf`. */
export const momentParam = (description: string): QueryParam<Moment | undefined, string> => ({
  schema: {
    anyOf: [
      { type: 'string', format: 'date-time' },
      { type: 'string', format: 'date' },
    ],
    description: 'An instant, or a local date that stands for its start',
  },
  description,
  read: readMoment,
  absent: undefined,
})

/** A query parameter for an ISO 8601 instant; read as epoch milliseconds. */
export const instantParam = (description: string): QueryParam<number | undefined, string> => ({
  schema: { type: 'string', format: 'date-time' },
  description,
  read: values => {
    const moment = readMoment(values)
    if ('date' in moment) throw new InvalidValue('validation.instant')
    return moment.instant
  },
  absent: undefined,
})

/** A query parameter for a local date, `YYYY-MM-DD`, from 1970 to 2199. */
export const dateParam = (description: string): QueryParam<string | undefined, string> => ({
  schema: { type: 'string', format: 'date' },
  description,
  read: ([text = '', ...others]) => {
    if (others.length > 0 || !isDate(text)) throw new InvalidValue('validation.date')
    requireYear(text.slice(0, 4))
    return text
  },
  absent: undefined,
})

/** A query parameter for a month, `YYYY-MM`, from 1970 to 2199. */
export const monthParam = (description: string): QueryParam<string | undefined, string> => ({
  schema: { type: 'string', pattern: '^\\d{4}-(?:0[1-9]|1[0-2])$' },
  description,
  read: ([text = '', ...others]) => {
    if (others.length > 0 || !/^\d{4}-(?:0[1-9]|1[0-2])$/.test(text)) throw new InvalidValue('validation.month')
    requireYear(text.slice(0, 4))
    return text
  },
  absent: undefined,
})

/**
 * Epoch milliseconds; a date begins at midnight in `timeZone`.
 *
 * @example
 * millisOf({ date: '2026-03-02' }, 'Europe/Berlin') // Date.parse('2026-03-01T23:00:00Z')
 */
export const millisOf = (moment: Moment, timeZone: string): number =>
  'instant' in moment ? moment.instant : zoneOf(timeZone).startOfDay(parseLocalDate(moment.date))
