import type { superadmin as english } from '../../en/machine/superadmin'

export const superadmin: Readonly<Record<keyof typeof english, string>> = {
  'superadmin.intro': 'Alle Organisationen, die hier arbeiten, und alle, die sich anmelden können.',
  'superadmin.search': 'Mandant oder Person',
  'superadmin.owner': 'Inhaber',
  'superadmin.noOwner': 'Keiner',
  'superadmin.lastSeen': 'Letzte Anmeldung',
  'superadmin.never': 'Nie',
  'superadmin.suspended': 'Gesperrt',
  'superadmin.failed': 'Die Mandanten wurden nicht geladen',
  'superadmin.tenant.begin': 'Beginnen mit',
  'superadmin.tenant.beginEmpty': 'Nichts: ein leerer Mandant',
  'superadmin.tenant.beginCopy': 'Der Einrichtung eines anderen Mandanten',
  'superadmin.tenant.copyFrom': 'Kopieren von',
  'superadmin.tenant.copySearch': 'Name eines Mandanten',
  'superadmin.tenant.samples': 'Mit Beispielen',
  'superadmin.tenant.goes': 'Alles in %{name} wird mit gelöscht: die Mitglieder, ihre gesamte Arbeit und Dateien.',
  'superadmin.tenant.logGoes':
    'Auch das Änderungsprotokoll, das sagt, wer was getan hat. Von alledem behält das Plattformprotokoll nur Mitgliedschaften, Exporte und dass gelöscht wurde. Laden Sie das Protokoll vorher herunter: die neuesten %{max} Einträge.',
  'superadmin.tenant.archive': 'Änderungsprotokoll herunterladen',
  'superadmin.tenant.archived': 'Änderungsprotokoll noch einmal herunterladen',
  'superadmin.tenant.archiveFailed': 'Das Änderungsprotokoll wurde nicht heruntergeladen',
}
