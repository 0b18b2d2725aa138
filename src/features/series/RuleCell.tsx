import type { BookingSeriesRecord } from '../../resources/bookingSeries'
import { zoneOf } from '../../scheduling'
import { type CellProps, useDisplay } from '../../show'
import { describeRule } from './rules'
import { useText } from './useText'

const RuleCell = ({ value, record }: CellProps<'text', Partial<BookingSeriesRecord>>) => {
  const text = useText()
  const display = useDisplay()
  const { startsAt, timeZone, occurrenceCount } = record
  if (!value || !startsAt || !timeZone) return null
  return describeRule(value, zoneOf(timeZone).dayOf(Date.parse(startsAt)), text, display, {
    ...(occurrenceCount !== undefined && { ofTimes: occurrenceCount }),
  })
}

export default RuleCell
