import { type DayHours, dayBlock, hoursOfDates, isoWeekday } from '../../declare'
import type { RuleParameters } from '../snapshot'

const WHOLE_DAY = [{ start: 0, end: 1440 }]

export function datePattern(
  parameters: RuleParameters['blackout'] | RuleParameters['capacity_override'],
): DayHours & { isWholeDay: boolean } {
  const { startTime, endTime } = parameters
  const repeatsYearly = 'repeatsYearly' in parameters && parameters.repeatsYearly
  const daysOfWeek = parameters.daysOfWeek?.length ? parameters.daysOfWeek : undefined
  const { firstDay, lastDay, includes } = hoursOfDates(parameters.startDate, parameters.endDate, repeatsYearly)
  const blocks = startTime && endTime ? [dayBlock({ startTime, endTime })] : WHOLE_DAY
  return {
    firstDay,
    lastDay,
    isWholeDay: blocks.every(block => block.start === 0 && block.end === 1440),
    blocksOn: day => (includes(day) && (!daysOfWeek || daysOfWeek.includes(isoWeekday(day))) ? blocks : []),
  }
}
