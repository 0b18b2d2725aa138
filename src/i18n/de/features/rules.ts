import type { rules as english } from '../../en/features/rules'

export const rules: Readonly<Record<keyof typeof english, string>> = {
  'rules.appliesToNothing': 'Gilt für nichts',
}
