import type { bookingStart as english } from '../../en/features/bookingStart'

export const bookingStart: Readonly<Record<keyof typeof english, string>> = {
  'bookingStart.starts': 'neue buchung|buchung|buche|buchen',
  'bookingStart.moves': 'verschieben|verschiebe|verlege|verlegen',
  'bookingStart.fillers': 'für|am|mit|bei|auf|von',
  'bookingStart.atTimes': 'um',
  'bookingStart.label': 'Neue Buchung',
  'bookingStart.move': 'Nächste Buchung verschieben …',
  'bookingStart.block': 'Zeit sperren …',
  'bookingStart.unknown': 'nicht gefunden: %{names}',
  'bookingStart.noTime': 'freie Zeiten ab %{date}',
  'bookingStart.also.availability': 'Kalender Zeitleiste Tag Woche Terminbuch freie Zeiten',
  'bookingStart.also.reports': 'Statistik Zahlen Auswertung Umsatz',
  'bookingStart.also.setup': 'Konfiguration Vorlage Checkliste kopieren importieren exportieren Dokument Schließtage',
  'bookingStart.also.block': 'schließen geschlossen Feiertag Urlaub Ferien Pause Abwesenheit blockieren',
}
