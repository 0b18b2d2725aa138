import { sql } from 'kysely'
import type { Transaction } from '../../db/database'
import type { AuditEvent, AuditOrigin } from './auditEntry'

/**
 * Writes events into the log of their tenants, in the caller's transaction: one statement however many there are. What a request
 * does goes through its unit of work (`noteAction`); this is for what happens without one.
 * @param reason why, in somebody's own words
 */
export const writeAuditLog = async (
  db: Transaction,
  { actor, ip, requestId }: AuditOrigin,
  events: readonly AuditEvent[],
  reason: string | null = null,
): Promise<void> => {
  if (events.length === 0) return
  const rows = events.map(({ tenantId, action, entityType, entityId, entityLabel, changes }) => ({
    tenant_id: tenantId,
    action,
    entity_type: entityType,
    entity_id: entityId,
    entity_label: entityLabel,
    changes,
  }))
  // Row by row, so that they are numbered in the order in which they happened.
  await sql`
    insert into audit_entries (tenant_id, actor_type, actor_id, actor_name, action, entity_type, entity_id, entity_label,
      changes, reason, ip, request_id)
    select tenant_id, ${actor.type}, ${actor.id}::uuid, ${actor.name}, action, entity_type, entity_id, entity_label, changes,
      ${reason}, ${ip}, ${requestId}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as rows (tenant_id uuid, action text, entity_type text,
      entity_id uuid, entity_label text, changes jsonb)`.execute(db)
}
