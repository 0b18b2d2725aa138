export const catalog = {
  'catalog.readiness.title': 'Ready to be booked?',
  'catalog.readiness.ready': 'This can be booked',
  'catalog.readiness.inactive': 'Everything is in place: it can be booked once it is active',
  'catalog.readiness.notReady': 'This cannot be booked yet',
} as const
