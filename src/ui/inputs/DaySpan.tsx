import { useState } from 'react'
import { DateField } from './DateField'
import { usePickerText } from './usePickerText'

interface Days {
  /** `YYYY-MM-DD`, or empty. */
  from: string
  to: string
}

interface DaySpanProps {
  days: Days
  labels: { readonly [K in keyof Days]: string }
  margin?: 'none' | 'dense'
  onChange: (days: Days) => void
}

const isBackwards = ({ from, to }: Days): boolean => from !== '' && to !== '' && to < from

/** From and to; either may be empty. Refuses reversed dates. */
export const DaySpan = ({ days, labels, margin = 'dense', onChange }: DaySpanProps) => {
  const text = usePickerText()
  const [edited, setEdited] = useState({ ...days, of: days })
  const isCurrent = edited.of.from === days.from && edited.of.to === days.to
  const shown: Days = isCurrent ? edited : days
  const change = (changed: Partial<Days>) => {
    const next = { from: shown.from, to: shown.to, ...changed }
    setEdited({ ...next, of: isBackwards(next) ? days : next })
    if (!isBackwards(next)) onChange(next)
  }
  return (
    <>
      <DateField label={labels.from} margin={margin} value={shown.from} onChange={from => change({ from })} />
      <DateField
        label={labels.to}
        margin={margin}
        value={shown.to}
        min={shown.from || undefined}
        error={isBackwards(shown)}
        helperText={isBackwards(shown) && text('crud.input.backwards')}
        onChange={to => change({ to })}
      />
    </>
  )
}
