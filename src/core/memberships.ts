import { action, activation, choice, defineResource, flag, instant, type RecordOf, reference } from '../schema'
import { tenants } from './tenants'
import { users } from './users'

export const memberships = defineResource({
  name: 'memberships',
  label: ['Member', 'Members'],
  icon: 'people',
  scope: 'tenant',
  api: '/tenants/{tenantId}/members',
  alsoListedAt: '/users/{userId}/memberships',
  access: { read: 'owner', write: 'owner', create: 'superuser' },
  notTakenBack: 'Who is let in again is invited again, and roles are given anew.',
  beyondTenant: 'everything',
  fields: {
    tenantId: reference(() => tenants, { required: true, immutable: true }),
    userId: reference(() => users, { required: true, immutable: true }),
    role: choice(['owner', 'admin', 'staff', 'viewer'], { default: 'staff' }),
    joinedAt: instant({ readOnly: true, required: true, label: 'Joined' }),
    isActive: flag({ default: true, label: 'Active', help: 'Inactive members have no access; their history is kept.' }),
  },
  represent: 'userId',
  actions: {
    ...activation,
    deactivate: { ...activation.deactivate, confirm: 'They lose access at once. What they did is kept.' },
    endSessions: action({
      label: 'Sign out everywhere',
      done: 'Signed out everywhere',
      confirm: 'All their sessions end, on every device. They can sign in again.',
      answers: 'nothing',
      // Only the embedded auth service has this, and only for others.
      button: 'own',
      docs: {
        operationId: 'endMemberSessions',
        summary: 'Sign a member out everywhere',
        description: 'Of the embedded auth service; a hosted project has no such call, and the answer is a conflict.',
      },
    }),
  },
  list: { columns: ['userId', 'role', 'joinedAt', 'isActive'], filters: ['role', 'isActive'], sort: 'joinedAt' },
  search: { fields: ['userId'], page: '/settings/members' },
  form: ['userId', 'role', 'isActive'],
  limit: 500,
  uniqueTogether: [['tenantId', 'userId']],
})

export type Membership = RecordOf<typeof memberships>
