import type { trash as english } from '../../en/machine/trash'

export const trash: Readonly<Record<keyof typeof english, string>> = {
  'crud.trash': 'Papierkorb',
  'crud.trash.title': 'Papierkorb: %{name}',
  'crud.trash.about':
    'Was hier gelöscht wird, bleibt einen Tag lang. |||| Was hier gelöscht wird, bleibt %{smart_count} Tage lang.',
  'crud.trash.empty': 'Im Papierkorb ist nichts.',
  'crud.trash.failed': 'Der Papierkorb konnte nicht geladen werden',
  'crud.trash.loading': 'Papierkorb wird geladen …',
  'crud.trash.goneAt': 'Endgültig weg am %{when}',
  'crud.trash.restore': 'Wiederherstellen',
  'crud.trash.restoreOne': '%{name} wiederherstellen',
  'crud.trash.restored': '%{name} wiederhergestellt',
  'crud.trash.purge': 'Endgültig löschen',
  'crud.trash.purgeOne': '%{name} endgültig löschen',
  'crud.trash.purgeTitle': '%{name} endgültig löschen?',
  'crud.trash.purgeText': 'Danach kann es niemand mehr zurückholen. Im Änderungsprotokoll steht weiterhin, was es war.',
  'crud.trash.purged': '%{name} endgültig gelöscht',
}
