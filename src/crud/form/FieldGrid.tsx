import type { ReactNode } from 'react'
import styles from './fields.module.css'

/** Each child needs its `fieldClass`. */
export const FieldGrid = ({ children }: { children: ReactNode }) => (
  <div className={styles.room}>
    <div className={styles.fields}>{children}</div>
  </div>
)
