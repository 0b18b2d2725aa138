export const demand = {
  'demand.offer': 'Not free? Note it',
  'demand.title': 'Note what was wanted',
  'demand.note': 'Note (optional)',
  'demand.customer': 'Who to call back (optional)',
  'demand.save': 'Note it',
  'demand.cancel': 'Cancel',
  'demand.noted': 'Noted under Unmet requests.',
  'demand.open': 'Open',
  'demand.variant': 'Variant',
  'demand.free': 'Free now',
} as const
