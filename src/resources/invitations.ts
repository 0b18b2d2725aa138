import { choice, defineResource, email, instant, type RecordOf, type ResourceRef, reference } from '../schema'
import { bookableResources } from './resources'
import { tenants } from './tenants'
import { users } from './users'

/** Days for which an invitation is valid, counted from its last sending. */
export const invitationDays = 14

export const invitations = defineResource({
  name: 'invitations',
  label: ['Invitation', 'Invitations'],
  icon: 'badge',
  scope: 'tenant',
  api: '/tenants/{tenantId}/invitations',
  access: { read: 'admin', write: 'admin' },
  // An invited person may not be in any tenant yet.
  beyondTenant: 'everything',
  fields: {
    tenantId: reference(() => tenants, { required: true, immutable: true }),
    email: email({ required: true, immutable: true, label: 'E-mail' }),
    role: choice(['owner', 'admin', 'staff', 'viewer'], { default: 'staff', immutable: true }),
    resourceId: reference((): ResourceRef => bookableResources, {
      immutable: true,
      label: 'Is the resource',
      help: 'This person’s own calendar: a stylist, a guide.',
    }),
    state: choice(['pending', 'declined', 'void'], {
      default: 'pending',
      readOnly: true,
      labels: { void: 'No longer valid' },
    }),
    // Who sent it last: the invitation is void once that person may no longer invite.
    invitedBy: reference(() => users, { readOnly: true, required: true }),
    expiresAt: instant({ readOnly: true, required: true, label: 'Stands until' }),
  },
  represent: 'email',
  list: { columns: ['email', 'role', 'state', 'expiresAt'], filters: ['state', 'role'], sort: 'email' },
  form: ['email', 'role', 'resourceId'],
  limit: 500,
  bulk: false,
  uniqueTogether: [['tenantId', 'email']],
  texts: { created: 'Invitation sent', deleted: 'Invitation withdrawn' },
})

export type Invitation = RecordOf<typeof invitations>
