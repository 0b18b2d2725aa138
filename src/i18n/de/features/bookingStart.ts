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
}
