import type { CSSProperties, ElementType, HTMLAttributes } from 'react'
import styles from './layout.module.css'

interface BoxProps extends Omit<HTMLAttributes<HTMLElement>, 'style'> {
  as?: ElementType
}

interface FlowProps extends BoxProps {
  /** CSS: `0.5rem`, `0 1rem`. */
  gap?: string
  align?: CSSProperties['alignItems']
  justify?: CSSProperties['justifyContent']
  wrap?: true
}

const flow =
  (direction: string | undefined) =>
  ({ as: Tag = 'div', gap, align, justify, wrap, className = '', ...props }: FlowProps) => (
    <Tag
      {...props}
      className={`${direction} ${className}`}
      style={{ gap, alignItems: align, justifyContent: justify, flexWrap: wrap && 'wrap' }}
    />
  )

/** Stacks its children. */
export const Stack = flow(styles.stack)

/** Puts its children side by side, centered on the line. */
export const Row = flow(styles.row)

/** Subdued text. */
export const Muted = ({ as: Tag = 'p', className = '', ...props }: BoxProps) => (
  <Tag {...props} className={`${styles.muted} ${className}`} />
)
