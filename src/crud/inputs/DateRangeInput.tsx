import { useInput } from 'ra-core'
import type { DateRange } from '../../schema'
import { DateField } from '../../ui/inputs/DateField'
import { usePickerText } from '../../ui/inputs/usePickerText'
import type { InputProps } from '../kinds/kindView'
import { InputFrame } from './InputFrame'
import styles from './inputs.module.css'

type Days = { [K in keyof DateRange]: string | null }

const asIs = (value: Days | null) => value

export const DateRangeInput = (props: InputProps<'dateRange'>) => {
  const text = usePickerText()
  const { field, fieldState } = useInput<Days | null>({ source: props.name, format: asIs, parse: asIs })
  const days: Days = field.value ?? { start: null, end: null }
  const change = (changed: Partial<Days>) => {
    const next = { ...days, ...changed }
    field.onChange(next.start || next.end ? next : null)
  }
  const problem = fieldState.error as
    | { message?: string; start?: { message?: string }; end?: { message?: string } }
    | undefined
  return (
    <InputFrame input={props} error={problem?.message ?? problem?.start?.message ?? problem?.end?.message}>
      <div className={styles.days}>
        {(['start', 'end'] as const).map(end => (
          <DateField
            key={end}
            label={text(end === 'start' ? 'crud.dates.from' : 'crud.dates.to')}
            value={days[end] ?? ''}
            onChange={(date, typed) => change({ [end]: date || typed.trim() || null })}
            onBlur={field.onBlur}
            {...(end === 'start' && { inputRef: field.ref })}
            error={fieldState.invalid}
            isRequired={props.isRequired}
            min={end === 'end' && days.start ? days.start : undefined}
          />
        ))}
      </div>
    </InputFrame>
  )
}
