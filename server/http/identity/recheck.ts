import type { CompiledQuery } from 'kysely'
import { hasRole, roles } from '../../../src/schema'
import type { Change } from '../../audit/change'
import { statement } from '../../db/sql'
import type { Caller } from './caller'

/** The database refuses writes with these codes once the caller has lost their rights. */
export const lost = { rights: 'SW001', session: 'SW002' } as const

const stillStands = statement(
  ['superuser', 'tenant', 'roles', 'session'],
  (db, { superuser, tenant, roles, session }) =>
    db.selectNoFrom(({ fn }) => fn('still_stands', [superuser, tenant, roles, session]).as('stands')),
)

const changesOwnRights =
  ({ userId }: Caller) =>
  ({ resource, before, after }: Change): boolean => {
    const record = before ?? after
    const isOwn = resource.name === 'users' ? record?.id === userId : record?.userId === userId
    if (!isOwn || !['users', 'memberships'].includes(resource.name)) return false
    return !before || !after || ['role', 'isActive', 'userType'].some(name => before[name] !== after[name])
  }

/** Runs right before the commit, since a write may have waited for a lock. Fails with one of `lost`. */
export const recheckOf = (caller: Caller | null, changes: readonly Change[]): CompiledQuery | null => {
  if (!caller?.userId || changes.some(changesOwnRights(caller))) return null
  const { isSuperuser, tenant, role, sessionId } = caller
  const enough = tenant && role && !isSuperuser ? roles.filter(each => hasRole(each, role)) : null
  return stillStands({ superuser: isSuperuser, tenant: tenant?.id ?? null, roles: enough, session: sessionId })
}
