import { type ReactNode, useId } from 'react'
import { useText } from '../../i18n/useText'
import styles from './setup.module.css'

interface SetupProgressProps {
  /** Undefined while that is not known. */
  done: number | undefined
  needed: number
  children?: ReactNode
}

/** How far one is on the way to the first booking. */
export const SetupProgress = ({ done, needed, children }: SetupProgressProps) => {
  const text = useText()
  const id = useId()
  return (
    <section className={styles.progress} aria-labelledby={id}>
      <div className={styles.progressHead}>
        <h2 id={id} className={styles.name}>
          {text('setup.checklist')}
        </h2>
        <span className={styles.text}>{done !== undefined && text('setup.progress', { done, total: needed })}</span>
      </div>
      <progress className={styles.bar} value={done ?? 0} max={needed} aria-labelledby={id} />
      {done === needed && <p>{text('setup.ready')}</p>}
      {children && <div>{children}</div>}
    </section>
  )
}
