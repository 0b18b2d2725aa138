import { sql } from 'kysely'
import type { Services } from '../services'
import type { Caller } from './caller'
import { toCaller, userQueries } from './identify'

export const findMember = (
  { database, callerColumns }: Pick<Services, 'database' | 'callerColumns'>,
  userId: string,
  tenantId: string,
): Promise<Caller | null> =>
  database.run(
    { as: 'platform' },
    async db => {
      const { rows } = await sql<{ authId: string }>`select auth_id from users where id = ${userId}`.execute(db)
      const [user] = rows
      if (!user) return null
      const found = await db.executeQuery(userQueries(callerColumns)({ authId: user.authId, tenantId }).find)
      const row = found.rows[0]
      if (!row?.isActive) return null
      const caller = toCaller(row, { signedInAt: null, sessionId: null }, callerColumns)
      return caller.tenant ? caller : null
    },
    { readOnly: true },
  )
