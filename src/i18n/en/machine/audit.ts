export const audit = {
  'auditLog.title': 'Audit Log',
  'auditLog.reports': 'Reports',
  'auditLog.text': 'Who changed what in %{tenant}. Nobody can change or delete it.',
  'auditLog.entityType': 'Kind',
  'auditLog.actor': 'Who',
  'auditLog.action': 'Action',
  'auditLog.from': 'From',
  'auditLog.to': 'To',
  'auditLog.any': 'All',
  'auditLog.failed': 'The audit log could not be loaded',
  'auditLog.exportFailed': 'Failed to export the audit log',

  'crud.history.field.merged': 'Merged with',
  'crud.history.field.count': 'Entries',
  'crud.history.field.created': 'Made',
  'crud.history.field.deleted': 'Removed',
  'crud.history.field.mergedInto': 'Merged into',
} as const
