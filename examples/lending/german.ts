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
      texts: {
        empty: 'Noch keine Ausleihen',
        ...{ 'tabs.open': 'Zu entscheiden', 'tabs.lent': 'Ausgeliehen' },
        'help.endsOn': 'Der erste Tag, an dem andere es haben können.',
        'actions.decline.fields.reason': 'Grund',
        'actions.takeBack.fields.condition': 'Zustand',
        'actions.takeBack.choices.condition.good': 'Gut',
        'actions.takeBack.choices.condition.damaged': 'Beschädigt',
      },
    },
    {
      name: 'equipment',
      one: 'Gerät',
      many: 'Geräte',
      fields: {
        ...{ name: 'Name', number: 'Inventarnummer', status: 'Stand', categoryId: 'Kategorie' },
        ...{ photo: 'Bild', weight: 'Gewicht', value: 'Wert', notes: 'Notizen' },
      },
      choices: { 'status.available': 'Da', 'status.in_repair': 'In Reparatur', 'status.retired': 'Ausgemustert' },
      actions: {
        sendToRepair: { label: 'In Reparatur geben', done: 'In Reparatur gegeben' },
        'sendToRepair.undo': { label: 'Zurück aus der Reparatur', done: 'Zurück aus der Reparatur' },
        retire: {
          ...{ label: 'Ausmustern', done: 'Ausgemustert' },
          confirm: 'Was ausgemustert ist, wird nicht mehr ausgeliehen.',
        },
      },
      texts: {
        empty: 'Noch keine Geräte',
        'help.value': 'Was es kostet, wenn es verloren geht.',
        'units.weight': 'kg',
        'actions.retire.fields.reason': 'Grund',
      },
    },
    {
      name: 'borrowers',
      one: 'Entleiher',
      many: 'Entleiher',
      fields: { name: 'Name', email: 'E-Mail', phone: 'Telefon', isBarred: 'Gesperrt' },
      texts: { empty: 'Noch keine Entleiher' },
    },
    {
      name: 'categories',
      one: 'Kategorie',
      many: 'Kategorien',
      fields: { name: 'Name', color: 'Farbe', equipmentCount: 'Geräte' },
      texts: { empty: 'Noch keine Kategorien' },
    },
    {
      name: 'repairs',
      one: 'Reparatur',
      many: 'Reparaturen',
      fields: { equipmentId: 'Gerät', what: 'Was', doneOn: 'Erledigt am', cost: 'Kosten', notes: 'Notizen' },
      texts: { empty: 'Noch keine Reparaturen' },
    },
    {
      name: 'lendingRules',
      one: 'Ausleihregeln',
      many: 'Ausleihregeln',
      fields: { maxDays: 'Längste Ausleihe', lendsToBarred: 'Gesperrte dürfen ausleihen', terms: 'Bedingungen' },
      texts: { empty: 'Noch keine Ausleihregeln', 'units.maxDays': 'Tage' },
    },
  ]),
}
