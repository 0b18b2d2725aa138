import type { CSSProperties, ElementType, HTMLAttributes } from 'react'
import styles from './layout.module.css'

interface BoxProps extends Omit<HTMLAttributes<HTMLElement>, 'style'> {
  as?: ElementType
}

interface FlowProps extends BoxProps {
  /** As in CSS: `0.5rem`, or between lines and between columns: `0 1rem`. */
  gap?: string
  align?: CSSProperties['alignItems']
  justify?: CSSProperties['justifyContent']
}

/** One below the other. */
export const Stack = ({ as: Tag = 'div', gap, align, justify, className = '', ...props }: FlowProps) => (
  <Tag
    {...props}
    className={`${styles.stack} ${className}`}
    style={{ gap, alignItems: align, justifyContent: justify }}
  />
)

interface RowProps extends FlowProps {
  wrap?: boolean
  /** Within a line of text. */
  isInline?: boolean
}

/** One beside the other, in the middle of the line. */
export const Row = ({ as: Tag = 'div', gap, align, justify, wrap, isInline, className = '', ...props }: RowProps) => (
  <Tag
    {...props}
    className={`${styles.row} ${className}`}
    data-wraps={wrap}
    data-inline={isInline}
    style={{ gap, alignItems: align, justifyContent: justify }}
  />
)

/** A text that stands back. */
export const Muted = ({ as: Tag = 'p', isSmall, className = '', ...props }: BoxProps & { isSmall?: boolean }) => (
  <Tag {...props} className={`${styles.muted} ${className}`} data-small={isSmall} />
)
