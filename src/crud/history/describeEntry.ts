import type { AuditEntry } from '../../contract/auditEntry'
import type { MachineText } from '../../i18n/text'
import type { Display } from '../../ui/format/display'

/** An entry in words: its lines (empty if it has no words of its own), and the fields that need no mention beside them. */
export type DescribeEntry = (
  entry: AuditEntry,
  context: { text: MachineText; display: Display },
) => { lines: readonly string[]; told: readonly string[] }
