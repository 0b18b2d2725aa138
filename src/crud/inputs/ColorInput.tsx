import { TextInput } from 'react-admin'
import { useController } from 'react-hook-form'
import type { InputProps } from '../kinds'
import { useCrudText } from '../text/useCrudText'
import { commonProps, htmlInput } from './attributes'
import styles from './inputs.module.css'

/** What the browser's picker shows while there is no colour yet. */
const noColor = '#808080'

/** A swatch that opens the browser's picker, beside the value as text. */
export const ColorInput = (props: InputProps<'color'>) => {
  const text = useCrudText()
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
