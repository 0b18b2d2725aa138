import type { bulk as english } from '../../en/machine/bulk'

export const bulk: Readonly<Record<keyof typeof english, string>> = {
  'crud.bulk.label': 'Ausgewählte Einträge',
  'crud.bulk.selected': '%{smart_count} ausgewählt |||| %{smart_count} ausgewählt',
  'crud.bulk.clear': 'Auswahl aufheben',
  'crud.bulk.deleteTitle': '%{count} löschen?',
  'crud.bulk.deleted': '%{count} gelöscht',
  'crud.bulk.updated': '%{count} gespeichert',
  'crud.bulk.deleteFailed': '%{count}: Löschen fehlgeschlagen',
  'crud.bulk.edit': 'Bearbeiten',
  'crud.bulk.editTitle': '%{count} bearbeiten',
  'crud.bulk.field': 'Feld',
  'crud.bulk.check': 'Prüfen',
  'crud.bulk.again': 'Zurück',
  'crud.bulk.apply': '%{count} ändern',
  'crud.bulk.changing': 'Wird geändert: %{count}.',
  'crud.bulk.changingNone': 'Nichts davon lässt sich so ändern.',
  'crud.bulk.refusing': '%{smart_count} lässt sich nicht ändern: |||| %{smart_count} lassen sich nicht ändern:',
  'crud.bulk.kept': '%{smart_count} lässt sich nicht löschen: |||| %{smart_count} lassen sich nicht löschen:',
  'crud.bulk.keptTitle': 'Davon lässt sich nichts löschen',
  'crud.bulk.usedBy': 'verwendet von: %{what}',
  'crud.bulk.cascade': 'Mit gelöscht werden:',
}
