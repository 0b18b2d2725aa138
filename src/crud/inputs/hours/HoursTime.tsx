import ExpandMore from '@mui/icons-material/ExpandMore'
import { lazy, Suspense, useState } from 'react'
import { useDisplay } from '../../../ui/format/display'
import { formatClock } from '../../../ui/format/times'
import { isWholeTime, readTime } from '../../../ui/format/typedTimes'
import { usePickerText } from '../../../ui/inputs/usePickerText'
import { useTyped } from '../../../ui/inputs/useTyped'
import styles from './hours.module.css'

const TimeMenu = lazy(() => import('../../../ui/inputs/TimeMenu'))

interface HoursTimeProps {
  label: string
  value: string
  errorId: string | undefined
  onChange: (time: string) => void
}

/** Invalid text stays, for validation to refuse. */
export const HoursTime = ({ label, value, errorId, onChange }: HoursTimeProps) => {
  const text = usePickerText()
  const display = useDisplay()
  const [field, setField] = useState<HTMLElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  const typed = useTyped({
    value,
    format: time => formatClock(time, display),
    read: readTime,
    isWhole: isWholeTime,
    onChange: (time, written) => onChange(time || written.trim()),
  })
  return (
    <span ref={setField} className={styles.timeField}>
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
        onKeyDown={event => {
          if (event.key === 'ArrowDown') {
            event.preventDefault()
            setOpen(true)
          } else typed.onKeyDown(event)
        }}
      />
      <button
        type="button"
        className={styles.times}
        aria-label={`${text('crud.input.times')}: ${label}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <ExpandMore fontSize="inherit" />
      </button>
      {isOpen && field && (
        <Suspense>
          <TimeMenu anchor={field} time={value} onChoose={typed.choose} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  )
}
