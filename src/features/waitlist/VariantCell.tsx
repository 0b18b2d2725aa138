import type { CellProps } from '../../crud/kinds/kindView'
import type { WaitlistEntry } from '../../resources/waitlistEntries'

/** What is waited for, by the name that the entry has of it. */
const VariantCell = ({ record }: CellProps<'reference', Partial<WaitlistEntry>>) => record.title ?? null

export default VariantCell
