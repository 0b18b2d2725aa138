import type { customers as english } from '../../en/features/customers'

export const customers: Readonly<Record<keyof typeof english, string>> = {
  'customer.bookings': 'Buchungen',
  'customer.today': 'Heute',
  'customer.next': 'Nächster Besuch',
  'customer.noNext': 'Es ist nichts gebucht.',
  'customer.visits': 'Buchungen',
  'customer.lastVisit': 'zuletzt da: %{when}',
  'customer.noShows': 'Nicht erschienen',
  'customer.unpaid': 'Unbezahlt',
  'customer.noBookings': 'Noch ist nichts gebucht.',
  'customer.allBookings': 'Alle %{count} anzeigen',
  'customer.isAnonymized': 'Anonymisiert: Nur die Buchungen sind geblieben.',
}
