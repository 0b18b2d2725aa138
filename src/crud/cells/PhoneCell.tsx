import type { CellProps } from '../kinds'

export const PhoneCell = ({ value, isInLink }: CellProps<'phone'>) =>
  isInLink ? value : <a href={`tel:${value}`}>{value}</a>
