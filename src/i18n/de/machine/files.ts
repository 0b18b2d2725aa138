import type { files as english } from '../../en/machine/files'

export const files: Readonly<Record<keyof typeof english, string>> = {
  'crud.file.image': 'Bild wählen',
  'crud.file.file': 'Datei wählen',
  'crud.file.drop': 'Auswählen, hierher ziehen oder einfügen',
  'crud.file.dropNow': 'Loslassen, um es hochzuladen',
  'crud.file.takes': '%{types}; höchstens %{max} MB',
  'crud.file.sending': '%{name} wird hochgeladen',
  'crud.file.arrived': '%{name} ist hochgeladen',
  'crud.file.stop': 'Abbrechen',
  'crud.file.again': 'Erneut versuchen',
  'crud.file.replace': 'Ersetzen',
  'crud.file.remove': 'Entfernen',
  'crud.file.alt': 'Was das Bild zeigt',
  'crud.file.altHelp': 'Wird Menschen gesagt, die es nicht sehen. Leer lassen, wenn das Bild nur schmückt.',
  'crud.file.unreadable': 'Dieses Bild lässt sich nicht lesen. Wählen Sie ein anderes.',
  'crud.crop.title': 'Ausschnitt wählen',
  'crud.crop.help': 'Ziehen Sie den Rahmen oder seine Ecken, oder bewegen Sie sie mit den Pfeiltasten.',
  'crud.crop.frame': 'Der gezeigte Ausschnitt',
  'crud.crop.corner': 'Ecke oder Kante des Rahmens',
  'crud.crop.use': 'Diesen Ausschnitt verwenden',
}
