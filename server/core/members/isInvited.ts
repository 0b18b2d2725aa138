import { formatInstant } from '../../../src/time/formatInstant'
import type { Database } from '../../db/database'

export const isInvited = async (database: Database, email: string, now: number): Promise<boolean> => {
  const found = await database.run({ as: 'platform' }, db =>
    db
      .selectFrom('invitations')
      .innerJoin('tenants', 'tenants.id', 'invitations.tenantId')
      .select('invitations.id')
      .where('invitations.email', '=', email)
      .where('invitations.state', '=', 'pending')
      .where('invitations.expiresAt', '>', formatInstant(now))
      .where('tenants.isActive', '=', true)
      .executeTakeFirst(),
  )
  return found !== undefined
}
