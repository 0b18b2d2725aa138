import { action, choice, defineResource, email, instant, type RecordOf, reference } from '../schema'
import { tenants } from './tenants'
import { users } from './users'

/** Days since the last sending. */
export const invitationDays = 14

export const invitationLimits =
  'Mails are limited per tenant, mailbox and network: beyond that the answer is 429 with `Retry-After`.'

/** Accepting copies a product's fields that members have, too. */
export const invitations = defineResource({
  name: 'invitations',
  label: ['Invitation', 'Invitations'],
  icon: 'people',
  scope: 'tenant',
  api: '/tenants/{tenantId}/invitations',
  access: { read: 'admin', write: 'admin' },
  notTakenBack: 'An invitation goes out as a mail.',
  // Invited people may be in no tenant yet.
  beyondTenant: 'everything',
  fields: {
    tenantId: reference(() => tenants, { required: true, immutable: true }),
    email: email({ required: true, immutable: true, label: 'E-mail' }),
    role: choice(['owner', 'admin', 'staff', 'viewer'], { default: 'staff', immutable: true }),
    state: choice(['pending', 'declined', 'void'], {
      default: 'pending',
      readOnly: true,
      labels: { void: 'No longer valid' },
    }),
    // Void once its last sender may no longer invite.
    invitedBy: reference(() => users, { readOnly: true, required: true }),
    expiresAt: instant({ readOnly: true, required: true, label: 'Valid until' }),
  },
  represent: 'email',
  actions: {
    resend: action({
      label: 'Resend',
      done: 'Invitation sent',
      when: { state: ['pending', 'void'] },
      docs: {
        summary: 'Mail an invitation again',
        description: `It stands for as long as a new one. One that was declined is not sent again. ${invitationLimits}`,
      },
    }),
  },
  list: { columns: ['email', 'role', 'state', 'expiresAt'], filters: ['state', 'role'], sort: 'email' },
  form: ['email', 'role'],
  limit: 500,
  bulk: false,
  uniqueTogether: [['tenantId', 'email']],
  texts: { create: 'Send invitation', created: 'Invitation sent', deleted: 'Invitation withdrawn' },
})

export type Invitation = RecordOf<typeof invitations>
