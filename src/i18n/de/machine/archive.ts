import type { archive as english } from '../../en/machine/archive'

export const archive: Record<keyof typeof english, string> = {
  'archive.in':
    'Alle Datensätze mit ihrem Verlauf, Mitglieder, Bilder und Dateien, in Formaten, die andere Programme lesen können.',
  'archive.notIn':
    'Nicht enthalten sind Passwörter und alles, was Zugang gibt, etwa API-Schlüssel. Die Datei listet auf, was neu einzurichten ist.',
  'archive.download': 'Archiv herunterladen',
  'archive.collecting': 'Wird zusammengestellt …',
  'archive.received': '%{size} empfangen',
}
