import type { RuleParameters } from '../snapshot'
import { isoWeekday } from '../time/localDate'
import { type DayHours, NO_BLOCKS, WHOLE_DAY } from './DayHours'
import { dateRange } from './dateRange'
import { dayBlock } from './dayBlock'

/** The times a blackout or a capacity override names: dates, weekdays, and hours or the whole day (domain §2.8.1). */
export function datePattern(
  parameters: RuleParameters['blackout'] | RuleParameters['capacity_override'],
): DayHours & { isWholeDay: boolean } {
  const { startTime, endTime } = parameters
  const daysOfWeek = parameters.daysOfWeek?.length ? parameters.daysOfWeek : undefined
  const { firstDay, lastDay, includes } = dateRange(parameters.startDate, parameters.endDate, parameters.repeatsYearly)
  const blocks = startTime && endTime ? [dayBlock({ startTime, endTime })] : WHOLE_DAY
  return {
    firstDay,
    lastDay,
    isWholeDay: blocks.every(block => block.start === 0 && block.end === 1440),
    blocksOn: day => (includes(day) && (!daysOfWeek || daysOfWeek.includes(isoWeekday(day))) ? blocks : NO_BLOCKS),
  }
}
