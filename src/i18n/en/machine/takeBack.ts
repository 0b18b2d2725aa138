/** Loaded with its dialog. */
export const takeBack = {
  'crud.takeBack.title': 'Take back the change of %{name}?',
  'crud.takeBack.looking': 'Looking up what it would change...',
  'crud.takeBack.updated': 'This is written:',
  'crud.takeBack.created': 'The record comes back with:',
  'crud.takeBack.deleted': 'The record is deleted again:',
} as const
