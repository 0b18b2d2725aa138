import type { CellProps } from '../../show'

/** The entry's title has item and variant. */
const VariantCell = ({ record }: CellProps<'reference', { title?: string }>) => record.title ?? null

export default VariantCell
