export const superadmin = {
  'superadmin.intro': 'All organizations that work here, and everyone who can sign in.',
  'superadmin.tenant.begin': 'Begin with',
  'superadmin.tenant.beginEmpty': 'Nothing: an empty tenant',
  'superadmin.tenant.beginCopy': 'The set-up of another tenant',
  'superadmin.tenant.copyFrom': 'Copy from',
  'superadmin.tenant.copySearch': 'Name of a tenant',
  'superadmin.tenant.samples': 'With samples',
  'superadmin.tenant.goes': 'Everything in %{name} goes with it: its members, all their work, and files.',
  'superadmin.tenant.logGoes':
    'So does its audit log, which says who did what. Of all that, the platform log keeps only memberships, exports and that the tenant was deleted. Download the log before: the newest %{max} entries.',
  'superadmin.tenant.archive': 'Download audit log',
  'superadmin.tenant.archived': 'Download audit log again',
  'superadmin.tenant.archiveFailed': 'Failed to download the audit log',
} as const
