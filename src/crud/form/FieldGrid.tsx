import type { ReactNode } from 'react'
import styles from './fields.module.css'

/** Lays out fields in two columns where there is room: short ones side by side. Each field has its `fieldClass`. */
export const FieldGrid = ({ children }: { children: ReactNode }) => (
  <div className={styles.room}>
    <div className={styles.fields}>{children}</div>
  </div>
)
