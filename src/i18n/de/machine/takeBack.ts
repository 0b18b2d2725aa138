import type { takeBack as english } from '../../en/machine/takeBack'

export const takeBack: Readonly<Record<keyof typeof english, string>> = {
  'crud.takeBack.title': 'Die Änderung an %{name} zurücknehmen?',
  'crud.takeBack.looking': 'Es wird nachgesehen, was geschrieben würde …',
  'crud.takeBack.updated': 'Das wird geschrieben:',
  'crud.takeBack.created': 'Der Eintrag kommt zurück, mit:',
  'crud.takeBack.deleted': 'Der Eintrag wird wieder gelöscht:',
}
