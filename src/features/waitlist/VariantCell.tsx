import type { CellProps } from '../../show'

/** The entry's own title names item and variant. */
const VariantCell = ({ record }: CellProps<'reference', { title?: string }>) => record.title ?? null

export default VariantCell
