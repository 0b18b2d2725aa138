import type { AuditEntry } from '../../contract/auditEntry'
import type { MachineText } from '../../i18n/text'
import type { Display } from '../../ui/format/display'

/** A product's sentences for a history entry. Without `lines`, the generic heading shows. */
export type DescribeEntry = (
  entry: AuditEntry,
  context: { text: MachineText; display: Display },
) => { lines: readonly string[]; told: readonly string[] }
