import Button from '@mui/material/Button'
import { useFormContext } from 'react-hook-form'
import { addDays } from '../../declare'
import { type InputProps, Row, Stack, todayIn, useDisplay } from '../../show'
import { useText } from './useText'
import { type Part, windowOn } from './windows'

/** From tomorrow. */
const offers: readonly [key: 'tomorrow' | 'tomorrowMorning' | 'tomorrowAfternoon' | 'week', Part][] = [
  ['tomorrowMorning', 'morning'],
  ['tomorrowAfternoon', 'afternoon'],
  ['tomorrow', 'day'],
  ['week', 'week'],
]

const WindowsInput = (props: InputProps<'items'>) => {
  const text = useText()
  const { timeZone } = useDisplay()
  const { setValue } = useFormContext()
  const Input = props.inputOf(props.resource, props.name, props.field)
  const take = (part: Part) =>
    setValue(props.name, [windowOn(addDays(todayIn(timeZone), 1), part, timeZone)], {
      shouldDirty: true,
      shouldTouch: true,
    })
  return (
    <Stack gap="0.5rem">
      <Row wrap gap="0.375rem">
        {offers.map(([key, part]) => (
          <Button key={key} size="small" variant="outlined" onClick={() => take(part)}>
            {text(`waitlist.when.${key}`)}
          </Button>
        ))}
      </Row>
      <Input {...props} />
    </Stack>
  )
}

export default WindowsInput
