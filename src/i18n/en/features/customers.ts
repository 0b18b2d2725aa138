export const customers = {
  'customer.bookings': 'Bookings',
  'customer.today': 'Today',
  'customer.next': 'Next visit',
  'customer.noNext': 'Nothing is booked.',
  'customer.visits': 'Bookings',
  'customer.lastVisit': 'last visit %{when}',
  'customer.noShows': 'No-shows',
  'customer.unpaid': 'Unpaid',
  'customer.noBookings': 'Nothing has been booked yet.',
  'customer.allBookings': 'Show all %{count}',
  'customer.isAnonymized': 'Anonymized: only the bookings are left.',
} as const
