import type { ReactNode } from 'react'
import { config } from '../../config'
import { Mark } from '../../theme/Mark'
import styles from './entry.module.css'

/** Loads neither react-admin nor MUI. */
export const EntryPage = ({ title, children, footer }: { title: string; children: ReactNode; footer?: ReactNode }) => (
  <div className={styles.screen}>
    <title>{`${title} · ${config.productName}`}</title>
    <main className={styles.card}>
      <p className={styles.brand}>
        <Mark size={32} />
        <span>{config.productName}</span>
      </p>
      <h1 className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      {children}
      {footer && <div className={styles.footer}>{footer}</div>}
    </main>
  </div>
)
