import { type AnyResource, tenantOf } from '../../../src/schema'
import type { ApiRecord } from '../../audit/change'
import type { Transaction } from '../../db/database'

export const lastActorName = async (
  db: Transaction,
  resource: AnyResource,
  record: ApiRecord,
): Promise<string | null> => {
  const tenantId = tenantOf(resource, record)
  if (!tenantId) return null
  const row = await db
    .selectFrom('auditEntries')
    .select('actorName')
    .where('tenantId', '=', tenantId)
    .where('entityType', '=', resource.name)
    .where('entityId', '=', record.id)
    .orderBy('at', 'desc')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.actorName ?? null
}
