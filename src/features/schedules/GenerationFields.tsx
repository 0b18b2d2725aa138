import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import TextField from '@mui/material/TextField'
import { useId } from 'react'
import { DateField } from '../../show'
import type { GenerationInput } from './generation'
import styles from './schedules.module.css'
import { useText } from './useText'

interface GenerationFieldsProps {
  input: GenerationInput
  today: string
  isDisabled: boolean
  onChange: (input: GenerationInput) => void
}

const numbers = [
  { name: 'slotDurationMinutes', min: 5, max: 1440 },
  { name: 'gapMinutes', min: 0, max: 720 },
  { name: 'capacity', min: 1, max: 10_000 },
] as const

export const GenerationFields = ({ input, today, isDisabled, onChange }: GenerationFieldsProps) => {
  const text = useText()
  const id = useId()
  return (
    <fieldset disabled={isDisabled} className={styles.fields}>
      {(['from', 'to'] as const).map(name => (
        <DateField
          key={name}
          isRequired
          label={text(`timeslots.${name}`)}
          value={input[name]}
          error={input[name] < (name === 'from' ? today : input.from)}
          min={name === 'from' ? today : input.from}
          onChange={date => onChange({ ...input, [name]: date })}
        />
      ))}
      {numbers.map(({ name, min, max }) => (
        <TextField
          key={name}
          type="number"
          label={text(`timeslots.${name}`)}
          value={input[name] ?? ''}
          onChange={event =>
            onChange({ ...input, [name]: event.target.value === '' ? null : Number(event.target.value) })
          }
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { min, max, inputMode: 'numeric' } }}
        />
      ))}
      <div className={styles.existing}>
        <span id={id}>{text('timeslots.onExisting')}</span>
        <RadioGroup
          aria-labelledby={id}
          value={input.onExisting}
          onChange={(_, onExisting) => onChange({ ...input, onExisting: onExisting as GenerationInput['onExisting'] })}
        >
          {(['keep', 'replace_unbooked'] as const).map(one => (
            <FormControlLabel
              key={one}
              value={one}
              control={<Radio size="small" />}
              label={text(`timeslots.onExisting.${one}`)}
            />
          ))}
        </RadioGroup>
      </div>
    </fieldset>
  )
}
