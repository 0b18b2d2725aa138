import type { resources as english } from '../../en/features/resources'

export const resources: Readonly<Record<keyof typeof english, string>> = {
  'resources.reassign': 'Buchungen von %{name} übergeben',
  'resources.reassignText':
    'Künftige Buchungen behalten ihre Zeiten. Was die andere Ressource nicht übernehmen kann, bleibt, wo es ist.',
  'resources.reassignTo': 'An',
  'resources.reassignSearch': 'Ressourcen suchen',
  'resources.reassignFrom': 'Erster Tag',
  'resources.reassignUntil': 'Letzter Tag',
  'resources.reassignNone': 'An diesen Tagen gibt es nichts zu übergeben.',
  'resources.reassignMoves':
    '%{smart_count} Buchung lässt sich übergeben. |||| %{smart_count} Buchungen lassen sich übergeben.',
  'resources.reassignStays': '%{smart_count} Buchung bleibt: |||| %{smart_count} Buchungen bleiben:',
  'resources.reassignDo': '%{smart_count} Buchung übergeben |||| %{smart_count} Buchungen übergeben',
  'resources.reassignDone': '%{smart_count} Buchung ist übergeben |||| %{smart_count} Buchungen sind übergeben',
  'resources.reassignLook': 'Es wird geprüft, was sich übergeben lässt …',
  'resources.work': 'Arbeit',
  'resources.services': 'Leistungen',
  'resources.servicesLoading': 'Leistungen werden geladen …',
  'resources.servicesFailed': 'Die Leistungen wurden nicht geladen',
  'resources.noServices': 'Der Katalog enthält noch nichts, das sich buchen lässt.',
  'resources.hours': 'Arbeitszeit',
  'resources.hoursLoading': 'Die Arbeitszeit wird geladen …',
  'resources.noHours': 'Keine Zeiten: Wählen Sie einen Zeitplan oder einen Standardzeitplan für alle.',
  'resources.followsDefault': 'Der Standardzeitplan aller, die keinen eigenen haben.',
  'resources.openSchedule': '%{name} öffnen',
  'resources.ownHours': 'Eigene Zeiten statt des Standardzeitplans',
  'resources.noPersonType': 'Kein Ressourcentyp ist von der Art Person.',
  'resources.openTypes': 'Ressourcentypen öffnen',
  'problems.slot_unavailable': 'Die andere Ressource kann diese Zeit nicht übernehmen.',
}
