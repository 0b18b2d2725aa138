import type { HoursInput } from '../snapshot'
import { parseLocalTime } from '../time/localTime'
import type { DayBlock } from './DayHours'

/** A block of hours; `endTime` before `startTime` means that it ends on the next day (domain §2.0). */
export function dayBlock({ startTime, endTime }: HoursInput): DayBlock {
  const start = parseLocalTime(startTime)
  const end = parseLocalTime(endTime)
  return { start, end: end < start ? end + 1440 : end }
}
