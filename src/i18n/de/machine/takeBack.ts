import type { takeBack as english } from '../../en/machine/takeBack'

export const takeBack: Readonly<Record<keyof typeof english, string>> = {
  'crud.takeBack.title': 'Die Änderung an %{name} zurücknehmen?',
  'crud.takeBack.looking': 'Es wird geprüft, was sich ändern würde …',
  'crud.takeBack.updated': 'Das wird geschrieben:',
  'crud.takeBack.created': 'Der Eintrag kommt zurück, mit:',
  'crud.takeBack.deleted': 'Der Eintrag wird wieder gelöscht:',
  'crud.takeBack.many': '%{smart_count} Änderung zurücknehmen? |||| %{smart_count} Änderungen zurücknehmen?',
  'crud.takeBack.all': 'Alles ansehen, was zugleich geändert wurde',
  'crud.takeBack.confirmAll': 'Alle zurücknehmen',
  'crud.takeBack.alone': 'Nichts anderes dieser Art wurde zugleich geändert.',
}
