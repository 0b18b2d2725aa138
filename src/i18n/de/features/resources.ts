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
  'resources.reassignMoves': '%{smart_count} Buchung kann übergehen. |||| %{smart_count} Buchungen können übergehen.',
  'resources.reassignStays': '%{smart_count} Buchung bleibt: |||| %{smart_count} Buchungen bleiben:',
  'resources.reassignDo': '%{smart_count} Buchung übergeben |||| %{smart_count} Buchungen übergeben',
  'resources.reassignDone': '%{smart_count} Buchung ist übergeben |||| %{smart_count} Buchungen sind übergeben',
  'resources.reassignLook': 'Es wird geprüft, was übergehen kann …',
  'problems.slot_unavailable': 'Die andere Ressource kann diese Zeit nicht übernehmen.',
}
