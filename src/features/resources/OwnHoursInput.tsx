import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { Suspense } from 'react'
import { useController } from 'react-hook-form'
import { schedules } from '../../resources/schedules'
import { type InputProps, Stack } from '../../show'
import { useText } from './useText'

const { weeklyHours } = schedules.fields

/** Without hours, the default schedule applies. */
const OwnHoursInput = (props: InputProps) => {
  const { resource, name, inputOf } = props
  const text = useText()
  const { field } = useController({ name })
  const isOwn = field.value.length > 0
  const Week = inputOf(resource, name, weeklyHours)
  return (
    <Stack gap="0.75rem">
      <FormControlLabel
        control={<Switch checked={isOwn} onChange={(_, isOn) => field.onChange(isOn ? weeklyHours.default : [])} />}
        label={text('resources.ownHours')}
      />
      {isOwn && (
        <Suspense fallback={null}>
          <Week {...props} helperText={false} />
        </Suspense>
      )}
    </Stack>
  )
}

export default OwnHoursInput
