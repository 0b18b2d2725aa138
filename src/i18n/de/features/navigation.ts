import type { navigation as english } from '../../en/features/navigation'

export const navigation: Readonly<Record<keyof typeof english, string>> = {
  'nav.dashboard': 'Dashboard',
  'nav.home': 'Start',
  'nav.availability': 'Verfügbarkeit',
  'nav.reports': 'Berichte',
  'nav.setup': 'Einrichtung',
  'setup.schedules.title': 'Zeitpläne',
  'setup.resourceTypes.title': 'Ressourcentypen',
  'setup.resources.title': 'Ressourcen',
  'setup.catalog.title': 'Katalog',
  'setup.channels.title': 'Kanäle',
  'setup.resourceRules.title': 'Ressourcenregeln',
  'settings.group.mails': 'E-Mails an Kunden',
  'booking.newMenu': 'Neu …',
  'crud.history.actor.customer': 'Kunde',
  'crud.history.field.resources': 'Ressourcen',
  'crud.history.field.overrides': 'Übergangene Regeln',
  'booking.seriesMark': '%{index} von %{count}',
}
