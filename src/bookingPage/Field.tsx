/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { usePage } from './page'

interface Props {
  name: string
  label: string
  isRequired: boolean
  error: string | undefined
  children: (given: {
    id: string
    'aria-describedby'?: string
    'aria-invalid'?: boolean
    required: boolean
  }) => ComponentChildren
}

const idOf = (name: string): string => `field-${name.replaceAll(/\W/g, '-')}`

export const Field = ({ name, label, isRequired, error, children }: Props) => {
  const { texts } = usePage()
  const id = idOf(name)
  return (
    <div class="field">
      <label for={id} dir="auto">
        {label} {!isRequired && <span class="optional">({texts.optional})</span>}
      </label>
      {children({
        id,
        required: isRequired,
        ...(error && { 'aria-describedby': `${id}-error`, 'aria-invalid': true }),
      })}
      {error && (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

interface CheckProps {
  name: string
  label: string
  error: string | undefined
  isChecked: boolean
  onChange: (isChecked: boolean) => void
}

export const Check = ({ name, label, error, isChecked, onChange }: CheckProps) => {
  const id = `${idOf(name)}-error`
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          checked={isChecked}
          {...(error && { 'aria-describedby': id, 'aria-invalid': true })}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
        <span dir="auto">{label}</span>
      </label>
      {error && (
        <p class="error" id={id}>
          {error}
        </p>
      )}
    </>
  )
}
