import IconButton from '@mui/material/IconButton'
import TextField from '@mui/material/TextField'
import { type ReactNode, type Ref, Suspense, useId, useState } from 'react'
import type { useTyped } from './useTyped'

export interface PickedFieldProps {
  label?: ReactNode
  'aria-label'?: string | undefined
  className?: string | undefined
  margin?: 'none' | 'dense'
  error?: boolean
  helperText?: ReactNode
  isRequired?: boolean
  autoFocus?: boolean
  inputRef?: Ref<HTMLInputElement>
  onBlur?: () => void
}

export interface PickerProps {
  anchor: HTMLElement
  onClose: () => void
}

interface PickedFieldParts extends PickedFieldProps {
  typed: ReturnType<typeof useTyped>
  placeholder: string
  unreadable: string
  icon: ReactNode
  opens: string
  picker: (props: PickerProps) => ReactNode
}

export const PickedField = ({
  typed,
  placeholder,
  unreadable,
  icon,
  opens,
  picker,
  label,
  'aria-label': ariaLabel,
  error,
  helperText,
  isRequired = false,
  onBlur,
  ...props
}: PickedFieldParts) => {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [field, setField] = useState<HTMLElement | null>(null)
  return (
    <>
      <TextField
        {...props}
        id={id}
        label={label}
        value={typed.shown}
        error={typed.isUnreadable || error === true}
        helperText={typed.isUnreadable ? unreadable : helperText}
        onChange={event => typed.change(event.target.value)}
        onBlur={() => {
          typed.commit()
          onBlur?.()
        }}
        onKeyDown={event => {
          if (event.key === 'ArrowDown') {
            event.preventDefault()
            setAnchor(field)
          } else typed.onKeyDown(event)
        }}
        slotProps={{
          inputLabel: { shrink: true },
          htmlInput: {
            autoComplete: 'off',
            placeholder,
            'aria-label': ariaLabel,
            'aria-required': isRequired || undefined,
          },
          input: {
            ref: setField,
            endAdornment: (
              <IconButton
                size="small"
                edge="end"
                aria-label={opens}
                aria-describedby={label ? `${id}-label` : undefined}
                aria-haspopup="dialog"
                aria-expanded={anchor !== null}
                onClick={() => setAnchor(field)}
              >
                {icon}
              </IconButton>
            ),
          },
        }}
      />
      {anchor && <Suspense>{picker({ anchor, onClose: () => setAnchor(null) })}</Suspense>}
    </>
  )
}
