import type { CSSProperties } from 'react'
import { Toaster } from 'sonner'
import styles from './toasts.module.css'

const colors = {
  '--normal-bg': 'var(--surface)',
  '--normal-text': 'var(--text)',
  '--normal-border': 'var(--border)',
} as CSSProperties

/** Where toasts appear, with the library's defaults: 4 s, three at once, 356 px wide, 14 px apart, swiped away by 45 px. */
const Toasts = () => <Toaster style={colors} className={styles.toasts} />

export default Toasts
