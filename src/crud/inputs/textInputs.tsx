import { useWrappedSource } from 'ra-core'
import { TextInput, useRecordContext } from 'react-admin'
import { useController, useWatch } from 'react-hook-form'
import { useMachineText } from '../../i18n/useMachineText'
import { slugify } from '../../schema/index'
import type { InputProps } from '../kinds/kindView'
import { commonProps, htmlInput } from './attributes'
import styles from './inputs.module.css'

/** A slug; while a new record's is empty, shows the one that its source field would make. */
export const SlugInput = (props: InputProps<'slug'>) => {
  const { from, max } = props.field.options
  const isNew = useRecordContext()?.id === undefined
  const source: unknown = useWatch({ name: from ?? props.name })
  const made = from && isNew && typeof source === 'string' ? slugify(source).slice(0, max) : undefined
  return (
    <TextInput
      {...commonProps(props)}
      slotProps={{
        inputLabel: made ? { shrink: true } : {},
        htmlInput: htmlInput(props, { autoCapitalize: 'none', spellCheck: false, ...(made && { placeholder: made }) }),
      }}
    />
  )
}

/** What the browser's picker shows while no colour is chosen. */
const noColor = '#808080'

/** A swatch that opens the browser's picker, beside the value as text. */
export const ColorInput = (props: InputProps<'color'>) => {
  const text = useMachineText()
  const { field } = useController({ name: props.name })
  const value = /^#[0-9a-f]{6}$/i.test(field.value ?? '') ? field.value : noColor
  return (
    <TextInput
      {...commonProps(props)}
      slotProps={{
        inputLabel: { shrink: true },
        htmlInput: htmlInput(props, { autoCapitalize: 'none', spellCheck: false, placeholder: '#1A73E8' }),
        input: {
          startAdornment: (
            <input
              type="color"
              className={styles.swatch}
              aria-label={text('crud.input.color')}
              value={value}
              onChange={event => field.onChange(event.target.value)}
            />
          ),
        },
      }}
    />
  )
}

/** Completes times as people type them (`9`, `9.30`, `930`) to `HH:mm`; other text stays, for validation to refuse. */
export const completeTime = (typed: string): string => {
  const [, hours, minutes = '00'] = /^(\d{1,2})(?:[:.h]?(\d{2}))?$/.exec(typed.trim()) ?? []
  return hours ? `${hours.padStart(2, '0')}:${minutes}` : typed
}

/** Plain text, because browsers' own time fields do not know 24:00. */
export const LocalTimeInput = (props: InputProps<'localTime'>) => {
  const text = useMachineText()
  const { field } = useController({ name: useWrappedSource(props.name) })
  return (
    <TextInput
      {...commonProps(props)}
      onBlur={() => {
        if (typeof field.value === 'string') field.onChange(completeTime(field.value))
      }}
      slotProps={{ htmlInput: htmlInput(props, { inputMode: 'numeric', placeholder: text('crud.input.time') }) }}
    />
  )
}
