export const catalog = {
  'catalog.readiness.title': 'Ready to be booked?',
  'catalog.readiness.ready': 'This can be booked',
  'catalog.readiness.inactive': 'Everything is in place: it can be booked once it is active',
  'catalog.readiness.notReady': 'This cannot be booked yet',
  'catalog.phases.whole': 'Adds up to %{length} minutes. Dashed: what is free for others meanwhile.',
  'catalog.phases.short': '%{sum} of %{length} minutes: %{difference} are missing.',
  'catalog.phases.long': '%{sum} of %{length} minutes: %{difference} too many.',
  'catalog.allocation.priority': 'Whoever is first in the list and free, every time.',
  'catalog.allocation.least_booked':
    'Whoever has the smallest share of their open hours booked in the week of the booking.',
  'catalog.allocation.rotation': 'Whoever was booked for this longest ago.',
  'catalog.allocation.weighted':
    'Whoever has the smallest share booked in the week of the booking, measured by their weight.',
} as const
