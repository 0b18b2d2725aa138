import { addDays } from '../../declare'
import type { Period } from '../../reports'
import { DaySpan } from '../../show'
import { useText } from './useText'

interface OwnDatesProps {
  period: Period
  onChange: (period: Period) => void
}

const OwnDates = ({ period: { from, to }, onChange }: OwnDatesProps) => {
  const text = useText()
  return (
    <DaySpan
      margin="none"
      days={{ from, to: addDays(to, -1) }}
      labels={{ from: text('reports.from'), to: text('reports.to') }}
      onChange={days => {
        if (days.from && days.to) onChange({ from: days.from, to: addDays(days.to, 1) })
      }}
    />
  )
}

export default OwnDates
