import type { audit as english } from '../../en/machine/audit'

export const audit: Readonly<Record<keyof typeof english, string>> = {
  'auditLog.title': 'Änderungsprotokoll',
  'auditLog.reports': 'Berichte',
  'auditLog.setup': 'Einrichtung',
  'auditLog.text': 'Wer in %{tenant} was geändert hat. Niemand kann es ändern oder löschen.',
  'auditLog.entityType': 'Art',
  'auditLog.actor': 'Wer',
  'auditLog.action': 'Aktion',
  'auditLog.from': 'Von',
  'auditLog.to': 'Bis',
  'auditLog.any': 'Alle',
  'auditLog.failed': 'Das Änderungsprotokoll konnte nicht geladen werden',
  'auditLog.exportFailed': 'Der Export des Änderungsprotokolls ist fehlgeschlagen',

  'crud.history.field.merged': 'Zusammengeführt mit',
  'crud.history.field.count': 'Einträge',
  'crud.history.field.created': 'Angelegt',
  'crud.history.field.deleted': 'Gelöscht',
  'crud.history.field.mergedInto': 'Zusammengeführt zu',
}
