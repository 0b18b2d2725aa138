import type { HTMLAttributes } from 'react'

interface ColumnsProps extends Omit<HTMLAttributes<HTMLElement>, 'style'> {
  as?: 'div' | 'dl'
  least: string
  gap: string
}

/** As many equal columns as fit. */
export const Columns = ({ as: Tag = 'div', least, gap, ...props }: ColumnsProps) => (
  <Tag {...props} style={{ display: 'grid', gap, gridTemplateColumns: `repeat(auto-fit, minmax(${least}, 1fr))` }} />
)
