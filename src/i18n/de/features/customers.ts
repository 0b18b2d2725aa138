import type { customers as english } from '../../en/features/customers'

export const customers: Readonly<Record<keyof typeof english, string>> = {
  'customer.bookings': 'Buchungen',
  'customer.noBookings': 'Noch ist nichts gebucht.',
  'customer.allBookings': 'Alle %{count} zeigen',
  'customer.isAnonymized': 'Anonymisiert: Nur die Buchungen sind geblieben.',
}
