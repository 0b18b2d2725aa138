import type { home as english } from '../../en/features/home'

export const home: Readonly<Record<keyof typeof english, string>> = {
  'home.morning': 'Guten Morgen, %{name}',
  'home.afternoon': 'Guten Tag, %{name}',
  'home.evening': 'Guten Abend, %{name}',
  'home.intro': '%{tenant} heute, %{date}.',
  'home.figures': 'Auf einen Blick',
  'home.book': 'Neue Buchung',
  'home.arrivals': 'Heute',
  'home.noArrivals': 'Für heute ist nichts gebucht.',
  'home.waiting': 'Wartet auf Freigabe',
  'home.nothingWaits': 'Nichts wartet auf Sie.',
  'home.holds': 'Vorgemerkt',
  'home.nextHours': 'Die nächsten Stunden',
  'home.nothingSoon': 'Nichts in den nächsten Stunden',
  'home.utilization': 'Auslastung dieser Woche',
  'home.utilizationOf': '%{share} der Öffnungszeit',
  'home.closed': 'geschlossen',
  'home.failed': 'Das konnte nicht geladen werden',
  'home.moreResources':
    'Eine weitere Ressource auf der Zeitleiste |||| %{smart_count} weitere Ressourcen auf der Zeitleiste',
  'home.allBookings': 'Alle %{count} zeigen',
  'figures.failed': 'Konnte nicht geladen werden',
  'figures.active': '%{count} aktiv',
}
