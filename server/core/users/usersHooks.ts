import { sql } from 'kysely'
import { fieldSchema, type JsonSchema, uuidSchema } from '../../../src/contract'
import { invitations, memberships } from '../../../src/core'
import type { AnyField } from '../../../src/schema'
import type { ApiRecord, Change } from '../../audit/change'
import { column, recordColumns, toRecord } from '../../crud/columns'
import type { HookContext, ResourceHooks } from '../../crud/hooks'
import { lockInvariant } from '../../crud/lockInvariant'
import { type Problem, refusal } from '../../http/problem'
import type { Core } from '../core'
import { findOrphanedTenants } from '../members/owners'

type Existing = Change & { before: NonNullable<Change['before']> }

const isActiveSuperuser = (record: Change['after']): boolean =>
  record?.userType === 'superuser' && record.isActive === true

/** No other transaction can remove a superuser meanwhile: the invariant is locked, not the rows. */
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

const nullable = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] })

const membershipsOf = ({ declared, ofMembers }: Core) => {
  const fields: Readonly<Record<string, AnyField>> = declared(memberships).fields
  const own = ofMembers.flatMap(name => (fields[name] ? [[name, fields[name]] as const] : []))
  const properties: Record<string, JsonSchema> = {
    id: uuidSchema,
    userId: uuidSchema,
    tenantId: uuidSchema,
    role: { type: 'string', enum: ['owner', 'admin', 'staff', 'viewer'] },
    ...Object.fromEntries(
      own.map(([name, field]) => [
        name,
        field.presence === 'optional' ? nullable(fieldSchema(field)) : fieldSchema(field),
      ]),
    ),
    joinedAt: { type: 'string', format: 'date-time' },
    isActive: { type: 'boolean' },
    tenantName: text,
    tenantSlug: text,
  }
  const members = own.map(([name]) => sql`, ${sql.lit(name)}, ${column(memberships, name)}`)
  return {
    select: sql`coalesce((
      select jsonb_agg(jsonb_build_object('id', memberships.id, 'userId', memberships.user_id,
        'tenantId', memberships.tenant_id, 'role', memberships.role,
        'joinedAt', to_char(memberships.joined_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'isActive', memberships.is_active, 'tenantName', tenants.name, 'tenantSlug', tenants.slug${sql.join(members, sql``)})
        order by lower(tenants.name), memberships.id)
      from memberships join tenants on tenants.id = memberships.tenant_id where memberships.user_id = users.id
    ), '[]')`,
    schema: { type: 'array', items: { type: 'object', properties, required: Object.keys(properties) } } as JsonSchema,
  }
}

/** The last superuser stays, nobody locks themselves out, and no deletion takes a tenant's last owner. */
export const usersHooks = (core: Core): ResourceHooks => ({
  extras: { memberships: membershipsOf(core) },
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
    const invited = core.declared(invitations)
    const sent = await db
      .deleteFrom('invitations')
      .where('invitedBy', 'in', ids)
      .returning(recordColumns(invited, {}))
      .execute()
    for (const row of sent) changes.push({ resource: invited, before: toRecord(invited, row), after: null })
    await db.deleteFrom('memberships').where('userId', 'in', ids).execute()
    for (const user of records) {
      const label = String(user.name ?? user.email)
      for (const before of user.memberships as ApiRecord[])
        changes.push({ resource: core.declared(memberships), before, after: null, label })
    }
  },
})
