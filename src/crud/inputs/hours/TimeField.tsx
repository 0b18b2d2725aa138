import { useState } from 'react'
import { useMachineText } from '../../../i18n/useMachineText'
import { completeTime } from '../textInputs'
import styles from './hours.module.css'

interface TimeFieldProps {
  label: string
  value: string
  /** The id of its error message. */
  errorId: string | undefined
  onChange: (time: string) => void
}

/** One time of day. Typed text counts once it is a complete time, or when the field is left. */
export const TimeField = ({ label, value, errorId, onChange }: TimeFieldProps) => {
  const text = useMachineText()
  const [typed, setTyped] = useState<string | null>(null)
  const commit = () => {
    if (typed === null) return
    setTyped(null)
    onChange(completeTime(typed))
  }
  return (
    <input
      className={styles.time}
      inputMode="numeric"
      autoComplete="off"
      maxLength={5}
      aria-label={label}
      aria-invalid={errorId !== undefined}
      aria-describedby={errorId}
      placeholder={text('crud.input.time')}
      value={typed ?? value}
      onChange={event => {
        setTyped(event.target.value)
        if (/^\d\d:\d\d$/.test(event.target.value)) onChange(event.target.value)
      }}
      onBlur={commit}
      onKeyDown={event => {
        if (event.key === 'Enter') commit()
      }}
    />
  )
}
