import { sql } from 'kysely'
import { calls } from '../../../src/calls'
import { memberships } from '../../../src/resources/memberships'
import { findRecord } from '../../crud/read'
import { scopeOf } from '../../crud/routes'
import { implement } from '../../http/implement'
import { Problem, refusal } from '../../http/problem'
import { membershipsHooks } from './membershipsHooks'

/** Signs a member out everywhere, for a lost phone or somebody who left. */
export const endSessionsRoute = implement(calls.members.endSessions, async ({ services, caller, ...request }) => {
  const { users } = services
  const user = await request.write(async ({ db }) => {
    const scope = scopeOf(memberships, membershipsHooks, { services, caller, ...request })
    const { userId } = await findRecord(db, scope, request.params.id)
    if (!users?.endSessions) throw refusal('conflict', 'refusal.noSessions')
    const found = await db
      .selectFrom('users')
      .select(['authId', 'userType'])
      .where('id', '=', String(userId))
      .executeTakeFirstOrThrow()
    if (found.userType === 'superuser' && !caller.isSuperuser) {
      throw new Problem('forbidden', 'Superusers end their sessions themselves.')
    }
    // The auth service logs each ended session; this logs who ended it.
    await sql`
        select note_in_platform_log('session_ended', users.id, users.auth_id, users.email,
          (select email from users where id = ${caller.userId}),
          (select name || ' (' || slug || ')' from tenants where id = ${caller.tenant.id}), null, null, null)
        from users where id = ${String(userId)}`.execute(db)
    return found
  })
  if (request.isRepeated()) return
  if (user.authId) await users?.endSessions?.(String(user.authId))
})
