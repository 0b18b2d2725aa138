import { useInput } from 'ra-core'
import { useState } from 'react'
import { useDisplay } from '../../ui/format/display'
import { instantOf, wallTime } from '../../ui/format/localTimes'
import { DateField } from '../../ui/inputs/DateField'
import { TimeField } from '../../ui/inputs/TimeField'
import { usePickerText } from '../../ui/inputs/usePickerText'
import type { InputProps } from '../kinds/kindView'
import { InputFrame } from './InputFrame'
import styles from './inputs.module.css'
import { titled } from './titled'

type FrameProps = Pick<InputProps, 'resource' | 'name' | 'isRequired' | 'helperText'>

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Invalid text stays, so that validation refuses it. */
const usePicked = (input: FrameProps) => {
  const { name, isRequired } = input
  const { field, fieldState } = useInput<string | null>({ source: name, isRequired })
  return {
    value: asText(field.value),
    isRequired,
    inputRef: field.ref,
    ...titled(input, fieldState),
    onChange: (value: string, typed: string) => field.onChange(value || typed.trim() || null),
    onBlur: field.onBlur,
  }
}

export const LocalDateInput = (props: InputProps<'localDate'>) => <DateField {...usePicked(props)} />

export const LocalTimeInput = (props: InputProps<'localTime'>) => <TimeField {...usePicked(props)} />

/** In the tenant's zone. Skipped times move on an hour. */
export const InstantInput = (props: InputProps<'instant'>) => {
  const text = usePickerText()
  const { timeZone } = useDisplay()
  const { field, fieldState } = useInput<string | null>({ source: props.name, isRequired: props.isRequired })
  const value = asText(field.value)
  const millis = Date.parse(value)
  // A date or a time alone is no instant.
  const [parts, setParts] = useState({ date: '', time: '', value: '' })
  const { date, time } = parts.value === value || Number.isNaN(millis) ? parts : wallTime(millis, timeZone)
  const change = (next: { date: string; time: string }) => {
    const kept = instantOf(next.date, next.time, timeZone) ?? ([next.date, next.time].filter(Boolean).join(' ') || null)
    setParts({ ...next, value: kept ?? '' })
    field.onChange(kept)
  }
  return (
    <InputFrame input={props} error={fieldState.error?.message}>
      <div className={styles.days}>
        <DateField
          label={text('crud.input.dateLabel')}
          isRequired={props.isRequired}
          value={date}
          inputRef={field.ref}
          error={fieldState.invalid}
          onChange={(chosen, typed) => change({ date: chosen || typed.trim(), time })}
          onBlur={field.onBlur}
        />
        <TimeField
          label={text('crud.input.timeLabel')}
          isRequired={props.isRequired}
          value={time}
          error={fieldState.invalid}
          helperText={text('crud.input.zone', { zone: timeZone })}
          onChange={(chosen, typed) => change({ date, time: chosen || typed.trim() })}
          onBlur={field.onBlur}
        />
      </div>
    </InputFrame>
  )
}
