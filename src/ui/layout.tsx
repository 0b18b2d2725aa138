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

/** One below the other. */
export const Stack = flow(styles.stack)

/** One beside the other, in the middle of the line. */
export const Row = flow(styles.row)

interface ColumnsProps extends BoxProps {
  /** The width below which a column goes to the next line. */
  least: string
  gap: string
}

/** Columns of one width, as many as fit. */
export const Columns = ({ as: Tag = 'div', least, gap, className = '', ...props }: ColumnsProps) => (
  <Tag
    {...props}
    className={`${styles.columns} ${className}`}
    style={{ gap, gridTemplateColumns: `repeat(auto-fit, minmax(${least}, 1fr))` }}
  />
)

/** A text that stands back. */
export const Muted = ({ as: Tag = 'p', className = '', ...props }: BoxProps) => (
  <Tag {...props} className={`${styles.muted} ${className}`} />
)
