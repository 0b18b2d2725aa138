import { sql } from 'kysely'
import { type JsonSchema, uuidSchema } from '../../../src/contract'
import { invitations } from '../../../src/resources/invitations'
import { memberships as membershipsResource } from '../../../src/resources/memberships'
import type { ApiRecord, Change } from '../../audit/change'
import { recordColumns, toRecord } from '../../crud/columns'
import type { HookContext, ResourceHooks } from '../../crud/hooks'
import { lockInvariant } from '../../crud/lockInvariant'
import { type Problem, refusal } from '../../http/problem'
import { findOrphanedTenants } from '../members/owners'

type Existing = Change & { before: NonNullable<Change['before']> }

const isActiveSuperuser = (record: Change['after']): boolean =>
  record?.userType === 'superuser' && record.isActive === true

/** No other transaction can remove a locked superuser. */
const lockSuperusers = async ({ db }: HookContext): Promise<string[]> => {
  await lockInvariant(db, 'a superuser')
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('userType', '=', 'superuser')
    .where('isActive', '=', true)
    .execute()
  return rows.map(({ id }) => id)
}

const refuseLastSuperuser = async (
  context: HookContext,
  changes: readonly Existing[],
  refused: Map<string, Problem>,
) => {
  const leaving = changes.filter(({ before, after }) => isActiveSuperuser(before) && !isActiveSuperuser(after))
  if (leaving.length === 0) return
  const ids = new Set(leaving.map(({ before }) => before.id))
  const remaining = (await lockSuperusers(context)).filter(id => !ids.has(id))
  if (remaining.length > 0) return
  for (const id of ids) refused.set(id, refusal('last_superuser', 'refusal.lastSuperuser'))
}

const refuseLastOwner = async (context: HookContext, changes: readonly Existing[], refused: Map<string, Problem>) => {
  const ids = changes.filter(({ after }) => !after).map(({ before }) => before.id)
  if (ids.length === 0) return
  const orphans = await findOrphanedTenants(context.db, { userIds: ids })
  for (const { userId, tenantName } of orphans) {
    const problem = refusal('last_owner', 'refusal.lastOwnerOf', { tenant: tenantName })
    refused.set(userId, problem)
  }
}

const text: JsonSchema = { type: 'string' }

const membershipSchema: JsonSchema = {
  type: 'object',
  properties: {
    id: uuidSchema,
    userId: uuidSchema,
    tenantId: uuidSchema,
    role: { type: 'string', enum: ['owner', 'admin', 'staff', 'viewer'] },
    resourceId: { anyOf: [uuidSchema, { type: 'null' }] },
    joinedAt: { type: 'string', format: 'date-time' },
    isActive: { type: 'boolean' },
    tenantName: text,
    tenantSlug: text,
  },
  required: ['id', 'userId', 'tenantId', 'role', 'resourceId', 'joinedAt', 'isActive', 'tenantName', 'tenantSlug'],
}

const memberships = sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', memberships.id, 'userId', memberships.user_id,
    'tenantId', memberships.tenant_id, 'role', memberships.role, 'resourceId', memberships.resource_id,
    'joinedAt', to_char(memberships.joined_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'isActive', memberships.is_active, 'tenantName', tenants.name, 'tenantSlug', tenants.slug)
    order by lower(tenants.name), memberships.id)
  from memberships join tenants on tenants.id = memberships.tenant_id where memberships.user_id = users.id
), '[]')`

/** The last superuser stays; nobody locks themselves out; no deletion takes a tenant's last owner. */
export const usersHooks: ResourceHooks = {
  extras: {
    memberships: { select: memberships, schema: { type: 'array', items: membershipSchema } },
  },
  columns: ({ accounts }, { email }) => ({ authId: accounts.get(String(email)) ?? null }),
  refuse: async (context, changes) => {
    const existing = changes.filter((change): change is Existing => change.before !== null)
    const refused = new Map<string, Problem>()
    await refuseLastOwner(context, existing, refused)
    await refuseLastSuperuser(context, existing, refused)
    const own = existing.find(({ before }) => before.id === context.caller.userId)
    if (own && own.after?.isActive !== true) {
      refused.set(own.before.id, refusal('own_account', 'refusal.ownAccount'))
    }
    return refused
  },
  beforeDelete: async ({ db, changes }, records) => {
    const ids = records.map(({ id }) => id)
    const sent = await db
      .deleteFrom('invitations')
      .where('invitedBy', 'in', ids)
      .returning(recordColumns(invitations, {}))
      .execute()
    for (const row of sent) changes.push({ resource: invitations, before: toRecord(invitations, row), after: null })
    await db.deleteFrom('memberships').where('userId', 'in', ids).execute()
    for (const { name, email, memberships } of records) {
      const label = String(name ?? email)
      for (const before of memberships as ApiRecord[]) {
        changes.push({ resource: membershipsResource, before, after: null, label })
      }
    }
  },
}
