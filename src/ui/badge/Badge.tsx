import type { ReactNode } from 'react'
import type { Tone } from '../../schema'
import styles from './badge.module.css'

const ring = 'M2 8a6 6 0 1 0 12 0A6 6 0 1 0 2 8'
/** In a 16 by 16 view box. */
const icons: Readonly<Record<Tone, string>> = {
  good: `${ring}m3.4.2 1.9 1.9 3.3-3.8`,
  waiting: `${ring}m6-3.2v3.4l2.2 1.4`,
  info: `${ring}m6-.6v3.4m0-6v.1`,
  bad: `${ring}m6-3.4v4m0 2.6v.1`,
  done: 'm1.5 8.6 2.8 2.8 5-6m-2 5.2.8.8 6.4-6.8',
  off: `${ring}m3.4 0h5.2`,
}

/** A state's label. Icon, color and text tell tones apart. */
export const Badge = ({ tone, children }: { tone?: Tone | undefined; children: ReactNode }) => (
  <span className={styles.badge} data-tone={tone}>
    {tone && (
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={icons[tone]} />
      </svg>
    )}
    {children}
  </span>
)
