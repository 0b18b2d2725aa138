import type { history as english } from '../../en/machine/history'

export const history: Readonly<Record<keyof typeof english, string>> = {
  'crud.history': 'Verlauf',
  'crud.history.loading': 'Verlauf wird geladen …',
  'crud.history.failed': 'Der Verlauf konnte nicht geladen werden',
  'crud.history.empty': 'Noch ist nichts aufgezeichnet.',
  'crud.history.more': 'Mehr anzeigen',
  'crud.history.fields': '%{smart_count} weiteres Feld anzeigen |||| %{smart_count} weitere Felder anzeigen',
  'crud.history.reason': 'Grund: %{reason}',
  'crud.history.to': ' wurde zu ',
  'crud.history.forgotten': 'Zum Schutz einer Person entfernt',
  'crud.history.action.created': 'Angelegt',
  'crud.history.action.updated': 'Geändert',
  'crud.history.action.deleted': 'Gelöscht',
  'crud.history.action.status_changed': 'Status geändert',
  'crud.history.action.generated': 'Erzeugt',
  'crud.history.action.exported': 'Exportiert',
  'crud.history.actor.user': 'Jemand',
  'crud.history.actor.system': 'System',
  'crud.history.actor.api_key': 'API-Schlüssel',
}
