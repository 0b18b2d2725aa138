export const navigation = {
  'nav.dashboard': 'Dashboard',
  'nav.home': 'Home',
  'nav.availability': 'Availability',
  'nav.setup': 'Setup',
  'nav.settings': 'Settings',
} as const
