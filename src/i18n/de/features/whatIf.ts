import type { whatIf as english } from '../../en/features/whatIf'

export const whatIf: Readonly<Record<keyof typeof english, string>> = {
  'whatIf.title': 'Was sich dadurch ändert',
  'whatIf.removed':
    '%{smart_count} Termin wird nicht mehr angeboten |||| %{smart_count} Termine werden nicht mehr angeboten',
  'whatIf.added': '%{smart_count} neuer Termin |||| %{smart_count} neue Termine',
  'whatIf.changed':
    '%{smart_count} Termin fasst mehr oder weniger Personen |||| %{smart_count} Termine fassen mehr oder weniger Personen',
  'whatIf.stranded':
    '%{smart_count} Buchung könnte nicht stattfinden |||| %{smart_count} Buchungen könnten nicht stattfinden',
  'whatIf.irregular': '%{smart_count} Buchung verletzt eine Regel |||| %{smart_count} Buchungen verletzen eine Regel',
  'whatIf.unknown': 'Was sich dadurch ändert, lässt sich gerade nicht sagen. Speichern geht trotzdem.',

  'whatIf.earlier': 'Vier Wochen früher',
  'whatIf.later': 'Vier Wochen später',
  'whatIf.days': 'Offene Stunden je Tag',
  'whatIf.before': 'vorher',
  'whatIf.after': 'nachher',
  'whatIf.clockChange': '(%{length} lang)',
  'whatIf.variants': 'Termine je Variante',
  'whatIf.gone': 'Entfällt',
  'whatIf.new': 'Neu',
  'whatIf.more': 'und %{smart_count} weitere',
  'whatIf.bookings': 'Buchungen, die nicht mehr passen',
  'whatIf.moveTo': 'Kann verschoben werden auf: %{place}',
  'whatIf.cannotMove': 'Innerhalb von 14 Tagen ist nichts frei: Sie bleibt, wo sie ist.',
  'whatIf.unchanged':
    '%{smart_count} betroffene Variante behält ihre Termine |||| %{smart_count} betroffene Varianten behalten ihre Termine',

  'whatIf.whenSaved': 'Was Sie hier wählen, geschieht beim Speichern.',
  'whatIf.selectAll': 'Alle auswählen',
  'whatIf.selected': '%{smart_count} ausgewählt',
  'whatIf.keep': 'Behalten',
  'whatIf.move': 'Verschieben',
  'whatIf.cancel': 'Buchung stornieren',
  'whatIf.tell': 'Kunden per E-Mail sagen, was verschoben oder storniert wird',

  'whatIf.ask':
    '%{smart_count} künftige Buchung könnte nicht stattfinden |||| %{smart_count} künftige Buchungen könnten nicht stattfinden',
  'whatIf.movable':
    '%{smart_count} von %{all} kann verschoben werden, wie hier gezeigt. |||| %{smart_count} von %{all} können verschoben werden, wie hier gezeigt.',
  'whatIf.planChanged': 'Inzwischen wurde etwas gebucht oder geändert. Dahin können die Buchungen jetzt.',
  'whatIf.why': 'Grund',
  'whatIf.whyHelp': 'Steht dann bei den Buchungen.',
  'whatIf.whyMissing': 'Bitte begründen',
  'whatIf.reason': 'Entschieden bei einer Änderung der Einrichtung',
  'whatIf.reasonOf': 'Entschieden, als „%{name}“ gespeichert wurde',
  'whatIf.back': 'Zurück',
  'whatIf.saveKeep': 'Speichern und behalten',
  'whatIf.saveMove': 'Speichern und verschieben, was geht',
  'whatIf.deleteKeep': 'Löschen und Buchungen behalten',
  'whatIf.deleteMove': 'Löschen und verschieben, was geht',
  'whatIf.unknownSaved': 'Welche Buchungen das betrifft, ließ sich nicht rechtzeitig sagen.',
  'whatIf.done.keep': '%{smart_count} Buchung behalten |||| %{smart_count} Buchungen behalten',
  'whatIf.done.move': '%{smart_count} Buchung verschoben |||| %{smart_count} Buchungen verschoben',
  'whatIf.done.cancel': '%{smart_count} Buchung storniert |||| %{smart_count} Buchungen storniert',
  'whatIf.stays': '%{smart_count} bleibt: %{why} |||| %{smart_count} bleiben: %{why}',
  'whatIf.undone': 'Gespeichert, aber die Buchungen ließen sich nicht ändern. Bitte sehen Sie nach.',
}
