import type { AuditEntry } from '../../contract/auditEntry'
import type { MachineText } from '../../i18n/text'
import type { Display } from '../../ui/format/display'

/**
 * A product's sentences for an entry of a record's history. Without `lines`, the generic heading shows; `told` fields
 * are omitted from the changes.
 */
export type DescribeEntry = (
  entry: AuditEntry,
  context: { text: MachineText; display: Display },
) => { lines: readonly string[]; told: readonly string[] }
