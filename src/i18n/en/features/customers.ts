export const customers = {
  'customer.bookings': 'Bookings',
  'customer.noBookings': 'Nothing has been booked yet.',
  'customer.allBookings': 'Show all %{count}',
  'customer.isAnonymized': 'Anonymized: only the bookings are left.',
} as const
