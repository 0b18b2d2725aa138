import FormGroup from '@mui/material/FormGroup'
import { useInput } from 'ra-core'
import { InputFrame, type InputProps, Tick, useDisplay } from '../../show'

/** Minutes. */
const usual = [60, 120, 240, 1440, 2880, 10_080]

const asIs = (value: number[] | null) => value
const tight = { py: 0.5 }

/** `2 hours`: the largest unit without fractions. */
const lengthOf = (minutes: number, locale: string): string => {
  const [unit, size] = minutes % 1440 === 0 ? ['day', 1440] : minutes % 60 === 0 ? ['hour', 60] : ['minute', 1]
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(minutes / size)
}

const RemindersInput = (props: InputProps<'integers'>) => {
  const { locale } = useDisplay()
  const { field, fieldState } = useInput<number[] | null>({ source: props.name, format: asIs, parse: asIs })
  const chosen = field.value ?? []
  const offered = Array.from(new Set([...usual, ...chosen])).sort((a, b) => a - b)
  return (
    <InputFrame input={props} error={fieldState.error?.message}>
      <FormGroup row>
        {offered.map(minutes => (
          <Tick
            key={minutes}
            label={lengthOf(minutes, locale)}
            size="small"
            sx={tight}
            checked={chosen.includes(minutes)}
            onChange={isChosen =>
              field.onChange(offered.filter(each => (each === minutes ? isChosen : chosen.includes(each))).toReversed())
            }
            onBlur={field.onBlur}
          />
        ))}
      </FormGroup>
    </InputFrame>
  )
}

export default RemindersInput
