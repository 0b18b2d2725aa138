import type { CSSProperties } from 'react'
import { Toaster } from 'sonner'
import styles from './toasts.module.css'

const colors = {
  '--normal-bg': 'var(--surface)',
  '--normal-text': 'var(--text)',
  '--normal-border': 'var(--border)',
} as CSSProperties

const Toasts = () => <Toaster style={colors} className={styles.toasts} />

export default Toasts
