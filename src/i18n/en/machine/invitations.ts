export const invitations = {
  'invitations.title': 'Invitations to you',
  'invitations.accept': 'Accept',
  'invitations.decline': 'Decline',
  'invitations.accepted': 'You are a member of %{tenant} now',
  'invitations.declined': 'Invitation declined',
  'invitations.none': 'There is no invitation to %{email} that still stands.',
} as const
