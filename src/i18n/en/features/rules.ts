/** What resource rules say beyond their generated screens. */
export const rules = {
  'rules.appliesToNothing': 'Applies to nothing',
} as const
