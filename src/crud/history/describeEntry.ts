import type { AuditEntry } from '../../contract/auditEntry'
import type { MachineText } from '../../i18n/text'
import type { Display } from '../../ui/format/display'

/**
 * A product's own sentences for an audit entry in a record's history. Without `lines`, the generic heading shows; the
 * changes omit `told` fields.
 */
export type DescribeEntry = (
  entry: AuditEntry,
  context: { text: MachineText; display: Display },
) => { lines: readonly string[]; told: readonly string[] }
