import type { Transaction } from '../../db/database'
import { lockRule } from './lockRule'

interface OwnerRow {
  id: string
  tenantId: string
  userId: string
  tenantName: string
}

/** The active owners of tenants; until this transaction ends, no other one takes one of them away. */
const lockOwners = async (db: Transaction, tenantIds: readonly string[]): Promise<OwnerRow[]> => {
  for (const tenantId of [...tenantIds].sort()) await lockRule(db, `an owner of ${tenantId}`)
  return db
    .selectFrom('memberships')
    .innerJoin('tenants', 'tenants.id', 'memberships.tenantId')
    .select(['memberships.id', 'memberships.tenantId', 'memberships.userId', 'tenants.name as tenantName'])
    .where('memberships.tenantId', 'in', tenantIds)
    .where('memberships.role', '=', 'owner')
    .where('memberships.isActive', '=', true)
    .orderBy('memberships.id')
    .execute() as Promise<OwnerRow[]>
}

const ownedTenantIds = async (db: Transaction, userIds: readonly string[]): Promise<string[]> => {
  const rows = await db.selectFrom('memberships').select('tenantId').distinct().where('userId', 'in', userIds).execute()
  return rows.map(({ tenantId }) => tenantId)
}

/**
 * The owners who must stay, since without these users or memberships their tenant would have no active owner.
 * @returns one entry per leaving owner of such a tenant
 */
export const findOrphanedTenants = async (
  db: Transaction,
  leaving: { userIds: readonly string[] } | { tenantId: string; membershipIds: readonly string[] },
): Promise<OwnerRow[]> => {
  const tenantIds = 'userIds' in leaving ? await ownedTenantIds(db, leaving.userIds) : [leaving.tenantId]
  if (tenantIds.length === 0) return []
  const owners = await lockOwners(db, tenantIds)
  const isLeaving = ({ id, userId }: OwnerRow) =>
    'userIds' in leaving ? leaving.userIds.includes(userId) : leaving.membershipIds.includes(id)
  const safe = new Set(owners.filter(owner => !isLeaving(owner)).map(({ tenantId }) => tenantId))
  return owners.filter(owner => isLeaving(owner) && !safe.has(owner.tenantId))
}
