import { datedHours, hoursOfDates, type hoursToIntervals } from '../../declare'
import type { RuleParameters } from '../snapshot'

export type DayHours = Parameters<typeof hoursToIntervals>[0]

const WEEK = [1, 2, 3, 4, 5, 6, 7]
const WHOLE_DAY = { startTime: '00:00', endTime: '24:00' }

export function datePattern(
  parameters: RuleParameters['blackout'] | RuleParameters['capacity_override'],
): DayHours & { isWholeDay: boolean } {
  const { startTime, endTime, daysOfWeek } = parameters
  const repeatsYearly = 'repeatsYearly' in parameters && parameters.repeatsYearly
  const { firstDay, lastDay, includes } = hoursOfDates(parameters.startDate, parameters.endDate, repeatsYearly)
  const hours = startTime && endTime ? { startTime, endTime } : WHOLE_DAY
  const days = daysOfWeek?.length ? daysOfWeek : WEEK
  const weekly = datedHours({ weeklyHours: days.map(dayOfWeek => ({ dayOfWeek, ...hours })) })
  return {
    firstDay,
    lastDay,
    isWholeDay: hours.startTime === WHOLE_DAY.startTime && hours.endTime === WHOLE_DAY.endTime,
    blocksOn: day => (includes(day) ? weekly.blocksOn(day) : []),
  }
}
