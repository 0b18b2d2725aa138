import { type ComponentProps, useId, useState } from 'react'
import { entryText } from '../../i18n/entryText'
import styles from './entry.module.css'

export interface EntryFieldProps extends ComponentProps<'input'> {
  label: string
  hint?: string | undefined
  error?: string | undefined
}

export const EntryField = ({ label, hint, error, type = 'text', ...props }: EntryFieldProps) => {
  const id = useId()
  const [isRevealed, setRevealed] = useState(false)
  const isPassword = type === 'password'
  const description = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.control}>
        <input
          {...props}
          id={id}
          type={isPassword && isRevealed ? 'text' : type}
          className={isPassword ? `${styles.input} ${styles.withReveal}` : styles.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={description || undefined}
        />
        {isPassword && (
          <button
            type="button"
            className={styles.reveal}
            aria-label={entryText(isRevealed ? 'field.hide' : 'field.show')}
            onClick={() => setRevealed(!isRevealed)}
          >
            <svg
              viewBox="0 0 24 24"
              width="20"
              height="20"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.8"
              aria-hidden="true"
            >
              <path d="M2.5 12s3.4-6 9.5-6 9.5 6 9.5 6-3.4 6-9.5 6-9.5-6-9.5-6Z" />
              <circle cx="12" cy="12" r="2.8" />
              {isRevealed && <path d="M4 20 20 4" />}
            </svg>
          </button>
        )}
      </div>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.fieldError}>
          {error}
        </p>
      )}
    </div>
  )
}
