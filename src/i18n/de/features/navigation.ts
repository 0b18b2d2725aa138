import type { navigation as english } from '../../en/features/navigation'

export const navigation: Readonly<Record<keyof typeof english, string>> = {
  'nav.dashboard': 'Dashboard',
  'nav.home': 'Start',
  'nav.availability': 'Verfügbarkeit',
  'nav.setup': 'Einrichtung',
  'nav.settings': 'Einstellungen',
}
