import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../serve'

export const resourceZone: RawBuilder<string> = sql`(
  select coalesce(
    (select time_zone from schedules where tenant_id = tenants.id and id = resources.schedule_id),
    (select time_zone from schedules where tenant_id = tenants.id and id = tenants.default_schedule_id),
    tenants.time_zone)
  from tenants where tenants.id = resources.tenant_id)`

export const zonesOf = async (
  db: Transaction,
  tenantId: string,
  resourceIds: readonly string[],
): Promise<Map<string, string>> => {
  const { rows } = await sql<{ id: string; timeZone: string }>`select id, ${resourceZone} as time_zone from resources
    where tenant_id = ${tenantId} and id = any(${resourceIds})`.execute(db)
  return new Map(rows.map(({ id, timeZone }) => [id, timeZone]))
}
