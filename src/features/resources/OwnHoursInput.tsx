import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { InputFrame, type InputProps, Row, Stack, TimeField, useDisplay } from '../../show'
import { useText } from './useText'

/** Of the schedule that a new one begins with (`src/resources/schedules.ts`). */
const usual = { days: [1, 2, 3, 4, 5], startTime: '09:00', endTime: '17:00' }

interface Block {
  dayOfWeek: number
  startTime: string
  endTime: string
}

/** The same hours on chosen days; finer ones are edited in the person's schedule. */
const OwnHoursInput = (props: InputProps) => {
  const text = useText()
  const { locale, weekStartsOn } = useDisplay()
  const { field, fieldState } = useController({ name: props.name })
  const [{ days, startTime, endTime }, setHours] = useState(usual)
  const isOwn = (field.value as readonly Block[]).length > 0
  const change = (next: typeof usual) => {
    setHours(next)
    field.onChange(next.days.map(dayOfWeek => ({ dayOfWeek, startTime: next.startTime, endTime: next.endTime })))
  }
  const nameOf = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  const week = [0, 1, 2, 3, 4, 5, 6].map(index => ((weekStartsOn - 1 + index) % 7) + 1)
  return (
    <InputFrame input={{ ...props, helperText: false }} error={fieldState.error?.message}>
      <FormControlLabel
        control={
          <Switch
            checked={isOwn}
            onChange={(_, isOn) =>
              isOn ? change(days.length > 0 ? { days, startTime, endTime } : usual) : field.onChange([])
            }
          />
        }
        label={text(isOwn ? 'resources.ownHours' : 'resources.defaultHours')}
      />
      {isOwn && (
        <Stack gap="0.75rem">
          <ToggleButtonGroup
            size="small"
            aria-label={text('resources.days')}
            value={days}
            onChange={(_, chosen: number[]) => change({ days: chosen.sort(), startTime, endTime })}
          >
            {week.map(day => (
              // The first of January 2024 was a Monday.
              <ToggleButton key={day} value={day}>
                {nameOf.format(Date.UTC(2024, 0, day))}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
          <Row gap="0.75rem">
            <TimeField
              label={text('resources.from')}
              value={startTime}
              onChange={time => change({ days, startTime: time, endTime })}
            />
            <TimeField
              label={text('resources.until')}
              value={endTime}
              onChange={time => change({ days, startTime, endTime: time })}
            />
          </Row>
        </Stack>
      )}
    </InputFrame>
  )
}

export default OwnHoursInput
