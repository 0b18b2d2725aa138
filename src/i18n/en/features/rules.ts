export const rules = {
  'rules.appliesToNothing': 'Applies to nothing',
} as const
