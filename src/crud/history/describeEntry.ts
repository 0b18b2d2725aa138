import type { AuditEntry } from '../../contract/auditEntry'
import type { MachineText } from '../../i18n/text'
import type { Display } from '../../ui/format/display'

/**
 * Describes an entry in words. Without any `lines`, the generic heading shows; the list of changes omits `told`
 * fields.
 */
export type DescribeEntry = (
  entry: AuditEntry,
  context: { text: MachineText; display: Display },
) => { lines: readonly string[]; told: readonly string[] }
