import type { blocks as english } from '../../en/features/blocks'

export const blocks: Readonly<Record<keyof typeof english, string>> = {
  'blocks.inTheWay':
    '%{smart_count} Buchung ist im Weg und bleibt |||| %{smart_count} Buchungen sind im Weg und bleiben',
  'blocks.handLater': 'Nach dem Speichern lassen sie sich an andere übergeben, die frei sind.',
  'blocks.widened':
    'In dieser Nacht wird die Uhr umgestellt: Es wird etwas mehr gesperrt, weil dieselbe Zeit zweimal kommt.',
  'blocks.move': 'Verschieben …',
  'blocks.moveOf': '%{name} verschieben …',
  'blocks.goesTo': 'Kann an %{names} gehen',
  'blocks.staysHere': 'Niemand sonst kann sie übernehmen.',
  'blocks.handOver': '%{smart_count} Buchung übergeben |||| %{smart_count} Buchungen übergeben',
  'blocks.handedOver': '%{smart_count} Buchung ist übergeben |||| %{smart_count} Buchungen sind übergeben',
  'blocks.more': 'und %{smart_count} weitere |||| und %{smart_count} weitere',
  'blocks.left': 'Buchungen im Weg',
  'blocks.done': 'Fertig',
}
