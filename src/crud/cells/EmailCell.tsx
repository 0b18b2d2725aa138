import type { CellProps } from '../kinds'

export const EmailCell = ({ value, isInLink }: CellProps<'email'>) =>
  isInLink ? value : <a href={`mailto:${value}`}>{value}</a>
