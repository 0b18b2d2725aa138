import { type MemberCaller, type Services, systemCaller } from '../../serve'
import type { MemberRequest } from '../bookings/bookingScope'

export const systemRequest = async (
  database: Services['database'],
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
  return tenant?.isActive ? { caller: systemCaller(tenant as MemberCaller['tenant']), services, params: {} } : null
}
