import type { WaitlistEntry } from '../../resources/waitlistEntries'
import type { CellProps } from '../../show'

/** The entry's own title names item and variant. */
const VariantCell = ({ record }: CellProps<'reference', Partial<WaitlistEntry>>) => record.title ?? null

export default VariantCell
