/** Loaded with the trash. */
export const trash = {
  'crud.trash': 'Trash',
  'crud.trash.title': 'Trash: %{name}',
  'crud.trash.about':
    'What is deleted here stays for one day. |||| What is deleted here stays for %{smart_count} days.',
  'crud.trash.empty': 'Nothing is in the trash.',
  'crud.trash.failed': 'The trash could not be loaded',
  'crud.trash.loading': 'Loading trash…',
  'crud.trash.goneAt': 'Deleted permanently on %{when}',
  'crud.trash.restore': 'Restore',
  'crud.trash.restoreOne': 'Restore %{name}',
  'crud.trash.restored': '%{name} restored',
  'crud.trash.purge': 'Delete permanently',
  'crud.trash.purgeOne': 'Delete %{name} permanently',
  'crud.trash.purgeTitle': 'Delete %{name} permanently?',
  'crud.trash.purgeText': 'Nobody can bring it back after this. The audit log still says what it was.',
  'crud.trash.purged': '%{name} deleted permanently',
} as const
