/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { usePage } from './page'

interface Props {
  name: string
  label: string
  isRequired: boolean
  error: string | undefined
  /** Said beside an optional one. */
  children: (given: {
    id: string
    'aria-describedby'?: string
    'aria-invalid'?: boolean
    required: boolean
  }) => ComponentChildren
}

/** A labelled input with its error. */
export const Field = ({ name, label, isRequired, error, children }: Props) => {
  const { texts } = usePage()
  const id = `field-${name.replaceAll(/\W/g, '-')}`
  return (
    <div class="field">
      <label for={id}>
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
