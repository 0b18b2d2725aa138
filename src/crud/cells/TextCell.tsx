import type { CellProps } from '../kinds'

export const TextCell = ({ value }: CellProps<'text'>) => value
