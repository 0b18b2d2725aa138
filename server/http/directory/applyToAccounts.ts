import type { Change } from '../../audit/change'
import type { Database } from '../../db/database'
import { hasCode } from '../databaseProblem'
import { authUnavailable } from '../identity/tokenVerifier'
import { Problem } from '../problem'
import type { UserDirectory } from './userDirectory'

export type NewAccounts = ReadonlyMap<string, string>

const findAuthIds = async (database: Database, userIds: string[]): Promise<Map<string, string>> => {
  if (userIds.length === 0) return new Map()
  const rows = await database.run({ as: 'platform' }, db =>
    db
      .selectFrom('users')
      .select(['id', 'authId'])
      .where('id', 'in', userIds)
      .where('authId', 'is not', null)
      .execute(),
  )
  return new Map(rows.flatMap(({ id, authId }) => (authId ? [[id, authId] as const] : [])))
}

const applyOne = async (
  users: UserDirectory,
  { before, after }: Change,
  authId: string | undefined,
): Promise<string | null> => {
  if (!before && after) {
    const name = typeof after.name === 'string' ? after.name : null
    const id = await users.invite({ email: String(after.email), name })
    if (id && after.isActive === false) await users.update(id, { isActive: false })
    return id
  }
  if (authId && !after) await users.delete(authId)
  if (authId && before && after) {
    await users.update(authId, {
      ...(before.email !== after.email && { email: String(after.email) }),
      ...(before.isActive !== after.isActive && { isActive: after.isActive === true }),
    })
  }
  return null
}

const toProblem = (error: unknown): unknown =>
  error instanceof Problem || hasCode(error, '23505') ? error : authUnavailable(error)

/** @throws Problem `auth_unavailable`, or `validation` for an address of another account */
export const applyToAccounts = async (
  database: Database,
  users: UserDirectory,
  changes: readonly Change[],
): Promise<NewAccounts> => {
  const known = changes.flatMap(({ before }) => (before ? [before.id] : []))
  const authIds = await findAuthIds(database, known)
  const made = new Map<string, string>()
  for (const change of changes) {
    const authId = change.before ? authIds.get(change.before.id) : undefined
    const id = await applyOne(users, change, authId).catch(error => {
      throw toProblem(error)
    })
    if (id) made.set(String(change.after?.email), id)
  }
  return made
}
