import type { CurrentTenant, Database, MemberCaller } from '../../serve'
import type { MemberRequest } from '../bookings/bookingScope'

/** Has an owner's access. */
const systemCaller = (tenant: CurrentTenant): MemberCaller => ({
  userId: null,
  key: null,
  email: null,
  name: null,
  isSuperuser: false,
  signedInAt: null,
  sessionId: null,
  role: 'owner',
  tenant,
  columns: { tenant: null, membership: null, key: null },
})

/** Null for a deleted or suspended tenant. */
export const systemRequest = async (
  database: Database,
  services: MemberRequest['services'],
  tenantId: string,
): Promise<MemberRequest | null> => {
  const tenant = await database.run({ as: 'tenant', tenantId }, db =>
    db
      .selectFrom('tenants')
      .select(['id', 'timeZone', 'currency', 'isActive'])
      .where('id', '=', tenantId)
      .executeTakeFirst(),
  )
  return tenant?.isActive ? { caller: systemCaller(tenant as CurrentTenant), services, params: {} } : null
}
