import type { ReactNode } from 'react'
import styles from './fields.module.css'

/** Children need their `fieldClass`. */
export const FieldGrid = ({ children }: { children: ReactNode }) => (
  <div className={styles.room}>
    <div className={styles.fields}>{children}</div>
  </div>
)
