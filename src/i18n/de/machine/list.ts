import type { list as english } from '../../en/machine/list'

export const list: Readonly<Record<keyof typeof english, string>> = {
  'crud.lookup.more': '%{count} weitere: Tippen Sie einen Teil des Namens',
  'crud.lookup.searching': 'Wird gesucht …',
  'crud.lookup.nothing': 'Nichts gefunden',

  'crud.search': 'Suchen: %{name}',
  'crud.filters': 'Filter',
  'crud.filter.add': 'Weitere Filter',
  'crud.sums': 'Summe',
  'crud.tabs': 'Teile der Liste',
  'crud.tabs.all': 'Alle',
  'crud.tabs.none': 'Hier ist nichts',
  'crud.filter.remove': 'Filter %{name} entfernen',
  'crud.filter.clear': 'Filter entfernen',
  'crud.filter.others': 'Weitere Bedingungen',
  'crud.filter.from': 'Von',
  'crud.filter.to': 'Bis',
  'crud.filter.range': '%{from} – %{to}',
  'crud.filter.since': 'ab %{from}',
  'crud.filter.until': 'bis %{to}',
  'crud.list.none': 'Nichts passt zu Ihrer Suche und Ihren Filtern',
  'crud.list.noneHint': 'Versuchen Sie es mit weniger Filtern oder einem anderen Wort.',
  'crud.list.count': '%{smart_count} Treffer |||| %{smart_count} Treffer',
  'crud.list.pages': 'Seiten',
  'crud.list.select': '%{name} auswählen',

  'crud.bulk.refused': '%{failed} von %{total} fehlgeschlagen: %{reasons}',

  'crud.export': 'Exportieren',
  'crud.import': 'Importieren',
  'crud.export.shown': 'Angezeigte Spalten',
  'crud.export.stop': 'Export anhalten (%{done} von %{total})',
  'crud.export.limited': 'Nur die ersten %{count} Zeilen wurden exportiert',
  'crud.export.failed': 'Export fehlgeschlagen: %{name}',
  'crud.print': 'Drucken',
  'crud.print.limited': 'Nur die ersten %{count} Zeilen werden gedruckt',
}
