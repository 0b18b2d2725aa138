import Popover from '@mui/material/Popover'
import { useState } from 'react'
import { TextInput } from 'react-admin'
import { useController } from 'react-hook-form'
import { usePickerText } from '../../ui/inputs/usePickerText'
import type { InputProps } from '../kinds/kindView'
import { commonProps, htmlInput } from './attributes'
import styles from './color.module.css'
import { palette } from './palette'

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
                  // Arrow keys choose as well; their clicks have `detail` 0 and leave the palette open.
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
