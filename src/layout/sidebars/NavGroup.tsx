import { type ReactNode, useId } from 'react'
import styles from './sidebar.module.css'

/** A titled group of links in a sidebar. */
export const NavGroup = ({ label, children }: { label: string; children?: ReactNode }) => {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.group}>
      <h2 id={id} className={styles.groupLabel}>
        {label}
      </h2>
      {children && <ul>{children}</ul>}
    </section>
  )
}
