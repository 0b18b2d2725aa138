export const catalog = {
  'catalog.readiness.title': 'Ready to be booked?',
  'catalog.readiness.ready': 'This can be booked',
  'catalog.readiness.inactive': 'Everything is in place: it can be booked once it is active',
  'catalog.readiness.notReady': 'This cannot be booked yet',
  'catalog.phases.whole': 'Adds up to %{length} minutes. Dashed: what is free for others meanwhile.',
  'catalog.phases.short': '%{sum} of %{length} minutes: %{difference} are missing.',
  'catalog.phases.long': '%{sum} of %{length} minutes: %{difference} too many.',
} as const
