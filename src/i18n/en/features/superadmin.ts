/** The page of superusers. */
export const superadmin = {
  'superadmin.intro': 'All organizations that work here, and everyone who can sign in.',
} as const
