import Schedule from '@mui/icons-material/ScheduleOutlined'
import { lazy } from 'react'
import { useDisplay } from '../format/display'
import { formatClock } from '../format/times'
import { isWholeTime, readTime } from '../format/typedTimes'
import { PickedField, type PickedFieldProps } from './PickedField'
import { usePickerText } from './usePickerText'
import { useTyped } from './useTyped'

const TimeMenu = lazy(() => import('./TimeMenu'))

interface TimeFieldProps extends PickedFieldProps {
  /** `HH:mm`, or empty. */
  value: string
  /** Empty for other text. */
  onChange: (time: string, typed: string) => void
}

/** Typed or chosen, on the tenant's 12- or 24-hour clock. */
export const TimeField = ({ value, onChange, ...props }: TimeFieldProps) => {
  const text = usePickerText()
  const display = useDisplay()
  const typed = useTyped({
    value,
    format: time => formatClock(time, display),
    read: readTime,
    isWhole: isWholeTime,
    onChange,
  })
  return (
    <PickedField
      {...props}
      typed={typed}
      placeholder={text(display.hour12 ? 'crud.input.halfDayTime' : 'crud.input.time')}
      unreadable={text('crud.input.notTime', { example: formatClock('14:30', display) })}
      icon={<Schedule fontSize="small" />}
      opens={text('crud.input.times')}
      picker={popup => <TimeMenu {...popup} time={value} onChoose={typed.choose} />}
    />
  )
}
