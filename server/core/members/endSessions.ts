import { sql } from 'kysely'
import type { memberships } from '../../../src/core'
import type { ActionRequest, ActionWork } from '../../crud/hooks'
import { Problem, refusal } from '../../http/problem'

export const endSessions: ActionWork<unknown, typeof memberships> = async ({
  unit: { db, caller },
  request,
  record,
}) => {
  if (!request.services.users?.endSessions) throw refusal('conflict', 'refusal.noSessions')
  const { userId } = record
  const { userType } = await db
    .selectFrom('users')
    .select('userType')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (userType === 'superuser' && !caller.isSuperuser)
    throw new Problem('forbidden', 'Superusers end their sessions themselves.')
  // The auth service logs each session, but not who ended them.
  await sql`
    select note_in_platform_log('session_ended', users.id, users.auth_id, users.email,
      (select email from users where id = ${caller.userId}),
      (select name || ' (' || slug || ')' from tenants where id = ${caller.tenant?.id}), null, null, null)
    from users where id = ${userId}`.execute(db)
  return record
}

export const endAccountSessions = async ({ read, services }: ActionRequest, userId: string): Promise<void> => {
  const { authId } = await read(db =>
    db.selectFrom('users').select('authId').where('id', '=', userId).executeTakeFirstOrThrow(),
  )
  if (authId) await services.users?.endSessions?.(authId)
}
