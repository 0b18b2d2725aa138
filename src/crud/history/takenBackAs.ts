import type { AuditEntry } from '../../contract/auditEntry'

export const takenBackAs = ({ action }: AuditEntry): 'created' | 'updated' | 'deleted' => {
  if (action === 'created') return 'deleted'
  return action === 'deleted' ? 'created' : 'updated'
}
