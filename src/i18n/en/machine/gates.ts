/** Loaded without a tenant or a second step. */
export const gates = {
  'noTenant.title': 'Welcome',
  'noTenant.text': 'You are signed in as %{email}, but you do not belong to a tenant yet.',
  'noTenant.ask': 'Ask the owner of your organization to invite this e-mail address.',
  'noTenant.then': 'Then come back and check again: the invitation will be here.',
  'noTenant.superuser': 'As a superuser you can create the first tenant.',
  'noTenant.newTenant': 'New tenant',
  'noTenant.checkAgain': 'Check again',
  'chooseTenant.title': 'Choose a tenant',
  'chooseTenant.text': 'This page belongs to a tenant. Choose the one that you want to work in.',
  'unknownTenant.text': 'There is no tenant at this address, or you do not belong to it.',
  'secondFactor.title': 'Set up two-step sign-in',
  'secondFactor.superuser': 'Superusers sign in with a second step here.',
  'secondFactor.tenant': '%{tenant} requires it of its owners and admins.',
  'secondFactor.text': 'It takes a minute: all you need is an authenticator app on your phone.',
  'secondFactor.setUp': 'Set it up',
} as const
