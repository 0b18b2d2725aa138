import Button from '@mui/material/Button'
import { useFormContext } from 'react-hook-form'
import { addDays, type InputProps, instantOf, Row, Stack, todayIn, useDisplay } from '../../show'
import { useText } from './useText'

interface Offer {
  key: 'tomorrow' | 'tomorrowMorning' | 'tomorrowAfternoon' | 'week'
  from: { in: number; at: string }
  to: { in: number; at: string }
}

/** In days from today, on the tenant's clock. */
const offers: readonly Offer[] = [
  { key: 'tomorrowMorning', from: { in: 1, at: '06:00' }, to: { in: 1, at: '12:00' } },
  { key: 'tomorrowAfternoon', from: { in: 1, at: '12:00' }, to: { in: 1, at: '18:00' } },
  { key: 'tomorrow', from: { in: 1, at: '00:00' }, to: { in: 2, at: '00:00' } },
  { key: 'week', from: { in: 1, at: '00:00' }, to: { in: 8, at: '00:00' } },
]

/** Buttons that fill in usual times, above the fields for any others. */
const WindowsInput = (props: InputProps<'items'>) => {
  const text = useText()
  const { timeZone } = useDisplay()
  const { setValue } = useFormContext()
  const Input = props.inputOf(props.resource, props.name, props.field)
  const take = ({ from, to }: Offer) => {
    const today = todayIn(timeZone)
    const [startsAt, endsAt] = [from, to].map(each => instantOf(addDays(today, each.in), each.at, timeZone))
    setValue(props.name, [{ startsAt, endsAt }], { shouldDirty: true, shouldTouch: true })
  }
  return (
    <Stack gap="0.5rem">
      <Row wrap gap="0.375rem">
        {offers.map(offer => (
          <Button key={offer.key} size="small" variant="outlined" onClick={() => take(offer)}>
            {text(`waitlist.when.${offer.key}`)}
          </Button>
        ))}
      </Row>
      <Input {...props} />
    </Stack>
  )
}

export default WindowsInput
