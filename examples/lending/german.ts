import { germanTexts } from 'slotwise/show'

export const german = {
  'validation.barred': 'Diese Person darf nichts ausleihen',
  ...germanTexts([
    {
      name: 'loans',
      one: 'Ausleihe',
      many: 'Ausleihen',
      fields: {
        ...{ equipmentId: 'Gerät', borrowerId: 'Entleiher', startsOn: 'Von', endsOn: 'Bis', status: 'Stand' },
        ...{ decidedBy: 'Entschieden von', reason: 'Grund', returnedAt: 'Zurück am', condition: 'Zustand' },
      },
      choices: {
        ...{ 'status.requested': 'Angefragt', 'status.approved': 'Genehmigt', 'status.lent': 'Ausgeliehen' },
        ...{ 'status.returned': 'Zurück', 'status.declined': 'Abgelehnt' },
        ...{ 'condition.good': 'Gut', 'condition.damaged': 'Beschädigt' },
      },
      actions: {
        approve: { label: 'Genehmigen', done: 'Genehmigt' },
        decline: { label: 'Ablehnen', done: 'Abgelehnt' },
        handOut: { label: 'Ausgeben', done: 'Ausgegeben' },
        takeBack: { label: 'Zurücknehmen', done: 'Zurückgenommen' },
      },
      texts: { 'tabs.open': 'Zu entscheiden', 'tabs.lent': 'Ausgeliehen' },
    },
    {
      name: 'equipment',
      one: 'Gerät',
      many: 'Geräte',
      fields: { name: 'Name', number: 'Inventarnummer', status: 'Stand' },
    },
    { name: 'borrowers', one: 'Entleiher', many: 'Entleiher' },
    { name: 'categories', one: 'Kategorie', many: 'Kategorien' },
    { name: 'repairs', one: 'Reparatur', many: 'Reparaturen' },
    { name: 'lendingRules', one: 'Ausleihregeln', many: 'Ausleihregeln' },
  ]),
}
