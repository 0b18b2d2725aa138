import type { setup as english } from '../../en/features/setup'

export const setup: Readonly<Record<keyof typeof english, string>> = {
  'setup.intro':
    'Was Sie anbieten, wer und was dazu gehört, und wann. Sechs Bereiche, in der Reihenfolge, die sich bewährt.',
  'setup.closeDays': 'Tage schließen…',
  'setup.checklist': 'Vor der ersten Buchung',
  'setup.ready': 'Alles ist eingerichtet: Buchungen können kommen.',
  'setup.progress': '%{done} von %{total} erledigt',
  'setup.done': 'Erledigt',
  'setup.open': 'Noch zu tun',
  'setup.failed': 'Was noch zu tun ist, konnte nicht geladen werden',
  'setup.step.schedule': 'Einen Zeitplan mit Ihren Öffnungszeiten anlegen',
  'setup.step.resource': 'Anlegen, was gebucht werden kann: Personen, Räume, Geräte',
  'setup.step.hours': 'Jeder Ressource ihre Zeiten geben',
  'setup.step.hoursOf': '%{name} hat keine Zeiten',
  'setup.step.catalogItem': 'Anlegen, was Sie anbieten, mit einer Variante, die Dauer und Preis hat',
  'setup.step.assignment': 'Sagen, welche Ressourcen Ihre Angebote brauchen',
  'setup.step.assignmentOf': '%{name} braucht eine Ressource',
  'setup.step.active': 'Einen Katalogeintrag auf aktiv setzen',
  'setup.step.activeOf': '%{name} auf aktiv setzen',
  'setup.schedules.text':
    'Die Zeiten, in denen Sie gebucht werden können: Woche für Woche, mit Feiertagen und Ausnahmen.',
  'setup.resourceTypes.text':
    'Die Arten von Personen, Räumen und Dingen, die Buchungen brauchen, etwa Therapeut oder Platz.',
  'setup.resources.text': 'Die Personen, Räume und Dinge selbst, jede mit eigenen Zeiten und eigener Kapazität.',
  'setup.catalog.text': 'Was gebucht werden kann: Angebote und ihre Varianten, mit Dauer und Preis.',
  'setup.channels.text': 'Die Wege, auf denen Buchungen zu Ihnen kommen: Website, Empfang, Telefon, Partner.',
  'setup.resourceRules.text': 'Vorlaufzeiten, Grenzen und Sperren für einige oder alle Ressourcen.',
}
