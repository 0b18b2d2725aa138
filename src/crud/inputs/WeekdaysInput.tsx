import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useInput } from 'ra-core'
import { useDisplay } from '../../ui/format/display'
import { weekdayName, weekFrom } from '../../ui/format/names'
import type { InputProps } from '../kinds/kindView'
import { InputFrame } from './InputFrame'

const asIs = (value: number[] | null) => value
const dayPadding = { px: 1.25, textTransform: 'none' }

export const WeekdaysInput = (props: InputProps<'weekdays'>) => {
  const { locale, weekStartsOn } = useDisplay()
  const { field, fieldState } = useInput<number[] | null>({ source: props.name, format: asIs, parse: asIs })
  const change = (days: number[]) => field.onChange(days.length > 0 ? days.sort((a, b) => a - b) : null)
  return (
    <InputFrame input={props} error={fieldState.error?.message}>
      <ToggleButtonGroup size="small" color="primary" value={field.value ?? []} onChange={(_, days) => change(days)}>
        {weekFrom(weekStartsOn).map(weekday => (
          <ToggleButton key={weekday} value={weekday} aria-label={weekdayName(weekday, locale)} sx={dayPadding}>
            {weekdayName(weekday, locale, 'short')}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </InputFrame>
  )
}
