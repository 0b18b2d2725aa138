import Popover from '@mui/material/Popover'
import { useState } from 'react'
import { TextInput } from 'react-admin'
import { useController } from 'react-hook-form'
import { usePickerText } from '../../ui/inputs/usePickerText'
import type { InputProps } from '../kinds/kindView'
import { commonProps, htmlInput } from './attributes'
import styles from './color.module.css'

/** Distinct, and dark enough for white text (4.5:1). */
const palette = [
  ['crud.color.red', '#C62828'],
  ['crud.color.orange', '#C2410C'],
  ['crud.color.amber', '#9A5B00'],
  ['crud.color.green', '#2E7D32'],
  ['crud.color.teal', '#00796B'],
  ['crud.color.cyan', '#00738A'],
  ['crud.color.blue', '#1565C0'],
  ['crud.color.indigo', '#3949AB'],
  ['crud.color.violet', '#5E35B1'],
  ['crud.color.purple', '#6A1B9A'],
  ['crud.color.pink', '#AD1457'],
  ['crud.color.brown', '#6D4C41'],
  ['crud.color.slate', '#455A64'],
  ['crud.color.black', '#212121'],
] as const

export const ColorInput = (props: InputProps<'color'>) => {
  const text = usePickerText()
  const { field } = useController({ name: props.name })
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const typed = String(field.value ?? '')
  const color = /^#[0-9a-f]{6}$/i.test(typed) ? typed : undefined
  const name = text('crud.input.color')
  return (
    <>
      <TextInput
        {...commonProps(props)}
        slotProps={{
          inputLabel: { shrink: true },
          htmlInput: htmlInput(props, { autoCapitalize: 'none', spellCheck: false, placeholder: '#1A73E8' }),
          input: {
            startAdornment: (
              <button
                type="button"
                className={styles.open}
                style={{ background: color }}
                aria-label={name}
                aria-haspopup="dialog"
                aria-expanded={anchor !== null}
                onClick={event => setAnchor(event.currentTarget)}
              />
            ),
          },
        }}
      />
      {anchor && (
        <Popover
          open
          anchorEl={anchor}
          onClose={() => setAnchor(null)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
          slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-label': name, sx: { mt: 0.5, p: 1 } } }}
        >
          <div role="radiogroup" aria-label={name} className={styles.palette}>
            {palette.map(([key, value], index) => {
              const isChosen = value === color?.toUpperCase()
              const isFirst = index === 0 && !palette.some(([, one]) => one === color?.toUpperCase())
              return (
                <input
                  key={value}
                  type="radio"
                  name="palette"
                  className={styles.swatch}
                  style={{ background: value }}
                  aria-label={text(key)}
                  data-tip={text(key)}
                  checked={isChosen}
                  // biome-ignore lint/a11y/noAutofocus: the popup was asked for, and keys choose in it
                  autoFocus={isChosen || isFirst}
                  onChange={() => field.onChange(value)}
                  // Arrow keys click with `detail` 0.
                  onClick={({ detail }) => {
                    if (detail > 0) setAnchor(null)
                  }}
                />
              )
            })}
          </div>
        </Popover>
      )}
    </>
  )
}
