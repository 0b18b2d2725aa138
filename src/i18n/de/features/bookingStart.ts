import type { bookingStart as english } from '../../en/features/bookingStart'

export const bookingStart: Readonly<Record<keyof typeof english, string>> = {
  'bookingStart.starts': 'neue buchung|buchung|buche|buchen',
  'bookingStart.fillers': 'für|am|mit|bei',
  'bookingStart.atTimes': 'um',
  'bookingStart.label': 'Neue Buchung',
  'bookingStart.block': 'Zeit sperren …',
  'bookingStart.unknown': 'nicht gefunden: %{names}',
  'bookingStart.noTime': 'freie Zeiten ab %{date}',
}
