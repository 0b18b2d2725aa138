import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useState } from 'react'
import styles from './sidebar.module.css'

interface Tip {
  text: string
  top: number
  left: number
}

const gap = 8

/**
 * One tooltip for all that is inside: beside whatever has a `data-tip` and is pointed at or has the focus, without delay.
 * The tip repeats a name that is there already for screen readers.
 */
export const CollapsedTooltip = ({ children }: { children: ReactNode }) => {
  const [tip, setTip] = useState<Tip | null>(null)
  const show = ({ target }: SyntheticEvent) => {
    const item = (target as Element).closest<HTMLElement>('[data-tip]')
    if (!item?.dataset.tip) return setTip(null)
    const { top, right, height } = item.getBoundingClientRect()
    setTip({ text: item.dataset.tip, top: top + height / 2, left: right + gap })
  }
  const hide = () => setTip(null)
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') hide()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches what the controls inside are doing
    <div
      className={styles.inside}
      onPointerOver={show}
      onPointerLeave={hide}
      onFocus={show}
      onBlur={hide}
      onKeyDown={onKeyDown}
      onClick={hide}
    >
      {children}
      {tip && (
        <div role="tooltip" className={styles.tip} style={{ top: tip.top, left: tip.left }}>
          {tip.text}
        </div>
      )}
    </div>
  )
}
