import type { customers as english } from '../../en/features/customers'

export const customers: Readonly<Record<keyof typeof english, string>> = {
  'customer.bookAgain': 'Wieder buchen',
  'customer.stream': 'Buchungen und Mails',
  'customer.today': 'Heute',
  'customer.next': 'Nächster Besuch',
  'customer.noNext': 'Es ist nichts gebucht.',
  'customer.visits': 'Buchungen',
  'customer.lastVisit': 'zuletzt da: %{when}',
  'customer.noShows': 'Nicht erschienen',
  'customer.noBookings': 'Noch ist nichts gebucht.',
  'customer.allBookings': 'Die Buchung anzeigen |||| Alle %{smart_count} Buchungen anzeigen',
  'customer.mail': 'Mail: %{what}',
  'customer.from': 'ab %{when}',
  'customer.isAnonymized': 'Anonymisiert: Nur die Buchungen sind geblieben.',
}
