import type { invitations as english } from '../../en/machine/invitations'

export const invitations: Readonly<Record<keyof typeof english, string>> = {
  'invitations.title': 'Einladungen an Sie',
  'invitations.accept': 'Annehmen',
  'invitations.decline': 'Ablehnen',
  'invitations.accepted': 'Sie sind jetzt Mitglied von %{tenant}',
  'invitations.declined': 'Einladung abgelehnt',
  'invitations.none': 'Es gibt keine Einladung an %{email}, die noch gilt.',
}
