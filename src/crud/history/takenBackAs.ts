import type { AuditEntry } from '../../contract/auditEntry'

/** What taking back a change does to its record. */
export const takenBackAs = ({ action }: AuditEntry): 'created' | 'updated' | 'deleted' => {
  if (action === 'created') return 'deleted'
  return action === 'deleted' ? 'created' : 'updated'
}
