/** Loaded with its dialog. */
export const takeBack = {
  'crud.takeBack.title': 'Take back the change of %{name}?',
  'crud.takeBack.looking': 'Checking what it would change…',
  'crud.takeBack.updated': 'This is written:',
  'crud.takeBack.created': 'The record comes back with:',
  'crud.takeBack.deleted': 'The record is deleted again:',
  'crud.takeBack.many': 'Take back %{smart_count} change? |||| Take back %{smart_count} changes?',
  'crud.takeBack.all': 'See all that changed at once',
  'crud.takeBack.confirmAll': 'Take All Back',
  'crud.takeBack.alone': 'Nothing else of this kind changed at once.',
} as const
