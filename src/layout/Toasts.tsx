import type { CSSProperties } from 'react'
import { Toaster } from 'sonner'
import styles from './toasts.module.css'

const colors = {
  '--normal-bg': 'var(--surface)',
  '--normal-text': 'var(--text)',
  '--normal-border': 'var(--border)',
} as CSSProperties

/** Fingers cannot hover over a pile. */
const Toasts = () => <Toaster expand style={colors} className={styles.toasts} />

export default Toasts
