import type { FormEvent, ReactNode } from 'react'
import { entryText } from '../../i18n/entryText'
import styles from './entry.module.css'

interface EntryFormProps {
  button: string
  isPending: boolean
  problem: string
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  children: ReactNode
}

export const EntryForm = ({ button, isPending, problem, onSubmit, children }: EntryFormProps) => (
  <form className={styles.form} onSubmit={onSubmit} noValidate>
    {children}
    <div role="alert" className={styles.alert}>
      {problem && <p className={styles.problem}>{problem}</p>}
    </div>
    <button type="submit" className={styles.submit} aria-disabled={isPending}>
      {isPending ? entryText('working') : button}
    </button>
  </form>
)
