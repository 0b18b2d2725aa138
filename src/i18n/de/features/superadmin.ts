import type { superadmin as english } from '../../en/features/superadmin'

export const superadmin: Readonly<Record<keyof typeof english, string>> = {
  'superadmin.intro': 'Alle Organisationen, die hier arbeiten, und alle, die sich anmelden können.',
}
