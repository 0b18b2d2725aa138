import { type ReactNode, useId } from 'react'
import { LoadError, Loading, Stack } from '../../show'
import styles from './home.module.css'
import { useText } from './useText'

/** Hides the page below it. */
export const StillLoading = () => <div hidden data-is-loading />

interface HomePanelProps {
  title: string
  note?: ReactNode
  empty?: string | false | undefined
  isLoading: boolean
  error: unknown
  onRetry: () => void
  children: ReactNode
}

export const HomePanel = ({ title, note, empty, isLoading, error, onRetry, children }: HomePanelProps) => {
  const text = useText()
  const id = useId()
  return (
    <Stack
      as="section"
      gap="0.625rem"
      className={styles.panel}
      aria-labelledby={id}
      data-is-loading={isLoading && !error}
    >
      <header>
        <h2 id={id}>{title}</h2>
        {note && <span className={styles.note}>{note}</span>}
      </header>
      {isLoading ? (
        error ? (
          <LoadError message={text('home.failed')} error={error} onRetry={onRetry} />
        ) : (
          <Loading>{text('loading', { title })}</Loading>
        )
      ) : empty ? (
        <p className={styles.note}>{empty}</p>
      ) : (
        children
      )}
    </Stack>
  )
}
