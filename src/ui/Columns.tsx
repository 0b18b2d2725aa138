import type { HTMLAttributes } from 'react'

interface ColumnsProps extends Omit<HTMLAttributes<HTMLElement>, 'style'> {
  as?: 'div' | 'dl'
  /** A narrower column goes to the next line. */
  least: string
  gap: string
}

/** Columns of one width, as many as fit. */
export const Columns = ({ as: Tag = 'div', least, gap, ...props }: ColumnsProps) => (
  <Tag {...props} style={{ display: 'grid', gap, gridTemplateColumns: `repeat(auto-fit, minmax(${least}, 1fr))` }} />
)
