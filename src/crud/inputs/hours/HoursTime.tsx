import { useDisplay } from '../../../ui/format/display'
import { formatClock } from '../../../ui/format/times'
import { isWholeTime, readTime } from '../../../ui/format/typedTimes'
import { usePickerText } from '../../../ui/inputs/usePickerText'
import { useTyped } from '../../../ui/inputs/useTyped'
import styles from './hours.module.css'

interface HoursTimeProps {
  label: string
  value: string
  /** The id of its error message. */
  errorId: string | undefined
  onChange: (time: string) => void
}

/** One end of a block of hours, typed; the painter beside it picks. Text that is no time stays, for validation to refuse. */
export const HoursTime = ({ label, value, errorId, onChange }: HoursTimeProps) => {
  const text = usePickerText()
  const display = useDisplay()
  const typed = useTyped({
    value,
    format: time => formatClock(time, display),
    read: readTime,
    isWhole: isWholeTime,
    onChange: (time, written) => onChange(time || written.trim()),
  })
  return (
    <input
      className={styles.time}
      data-clock={display.hour12 ? 12 : 24}
      inputMode={display.hour12 ? 'text' : 'numeric'}
      autoComplete="off"
      maxLength={8}
      aria-label={label}
      aria-invalid={errorId !== undefined}
      aria-describedby={errorId}
      placeholder={text(display.hour12 ? 'crud.input.halfDayTime' : 'crud.input.time')}
      value={typed.shown}
      onChange={event => typed.change(event.target.value)}
      onBlur={typed.commit}
      onKeyDown={typed.onKeyDown}
    />
  )
}
