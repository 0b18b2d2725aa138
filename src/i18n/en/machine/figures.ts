export const figures = {
  'figures.title': 'At a glance',
  'figures.failed': 'Could not be loaded',
  'figures.active': '%{count} active',
} as const
