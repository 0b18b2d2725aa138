export const navigation = {
  'nav.dashboard': 'Dashboard',
  'nav.home': 'Home',
  'nav.availability': 'Availability',
  'nav.reports': 'Reports',
  'nav.setup': 'Setup',
  'setup.schedules.title': 'Schedules',
  'setup.resourceTypes.title': 'Resource Types',
  'setup.resources.title': 'Resources',
  'setup.catalog.title': 'Catalog',
  'setup.channels.title': 'Channels',
  'setup.resourceRules.title': 'Resource Rules',
  'settings.group.mails': 'Customers’ mails',
} as const
