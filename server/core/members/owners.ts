import { lockInvariant } from '../../crud/lockInvariant'
import type { Transaction } from '../../db/database'

interface OwnerRow {
  id: string
  tenantId: string
  userId: string
  tenantName: string
}

/** No other transaction can remove an owner meanwhile: the invariant is locked, not the rows. */
const lockOwners = async (db: Transaction, tenantIds: readonly string[]): Promise<OwnerRow[]> => {
  for (const tenantId of [...tenantIds].sort()) await lockInvariant(db, `an owner of ${tenantId}`)
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

/** Owners whose tenants would have no other active owner. */
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
