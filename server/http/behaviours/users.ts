import type { Behaviour } from '../crud/behaviour'
import { Problem } from '../problem'
import type { Change, UnitOfWork } from '../unitOfWork'
import { lockRule } from './lockRule'
import { findOrphanedTenants } from './owners'

type Existing = Change & { before: NonNullable<Change['before']> }

const isActiveSuperuser = (record: Change['after']): boolean =>
  record?.userType === 'superuser' && record.isActive === true

/** The active superusers; until this transaction ends, no other one takes one of them away. */
const lockSuperusers = async ({ db }: UnitOfWork): Promise<string[]> => {
  await lockRule(db, 'a superuser')
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('userType', '=', 'superuser')
    .where('isActive', '=', true)
    .execute()
  return rows.map(({ id }) => id)
}

const refuseLastSuperuser = async (unit: UnitOfWork, changes: readonly Existing[], refused: Map<string, Problem>) => {
  const leaving = changes.filter(({ before, after }) => isActiveSuperuser(before) && !isActiveSuperuser(after))
  if (leaving.length === 0) return
  const ids = new Set(leaving.map(({ before }) => before.id))
  const remaining = (await lockSuperusers(unit)).filter(id => !ids.has(id))
  if (remaining.length > 0) return
  for (const id of ids) refused.set(id, new Problem('last_superuser', 'There must be an active superuser.'))
}

const refuseLastOwner = async (unit: UnitOfWork, changes: readonly Existing[], refused: Map<string, Problem>) => {
  const ids = changes.filter(({ after }) => !after).map(({ before }) => before.id)
  if (ids.length === 0) return
  const orphans = await findOrphanedTenants(unit.db, { userIds: ids })
  for (const { userId, tenantName } of orphans) {
    const problem = new Problem('last_owner', `This is the last owner of ${tenantName}. Give it another one first.`)
    refused.set(userId, problem)
  }
}

/** Users: the last superuser stays, nobody shuts themselves out, and no tenant loses its last owner with a deleted user. */
export const usersBehaviour: Behaviour = {
  columns: ({ accounts }, { email }) => ({ authId: accounts.get(String(email)) ?? null }),
  refuse: async (unit, changes) => {
    const existing = changes.filter((change): change is Existing => change.before !== null)
    const refused = new Map<string, Problem>()
    await refuseLastOwner(unit, existing, refused)
    await refuseLastSuperuser(unit, existing, refused)
    const own = existing.find(({ before }) => before.id === unit.caller.userId)
    if (own && own.after?.isActive !== true) {
      refused.set(own.before.id, new Problem('own_account', 'You cannot deactivate or delete yourself.'))
    }
    return refused
  },
  beforeDelete: async ({ db }, records) => {
    const ids = records.map(({ id }) => id)
    await db.deleteFrom('memberships').where('userId', 'in', ids).execute()
  },
}
