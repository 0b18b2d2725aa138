import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../db/database'
import type { AuditEvent, AuditOrigin } from './auditEntry'

interface Why {
  reason?: string | null
  /** The declared action. */
  via?: string | null
}

/** SQL that writes events into their tenants' logs. */
export const auditSql = (
  { actor, ip, requestId }: AuditOrigin,
  events: readonly AuditEvent[],
  { reason = null, via = null }: Why = {},
): RawBuilder<unknown> => {
  const rows = events.map(({ tenantId, action, entityType, entityId, entityLabel, changes, bySystem }) => ({
    tenant_id: tenantId,
    action,
    entity_type: entityType,
    entity_id: entityId,
    entity_label: entityLabel,
    changes,
    by_system: bySystem !== undefined,
    because: bySystem ? bySystem.reason : reason,
    via: bySystem ? null : via,
  }))
  // Inserted in order, so that row numbers follow the order of events.
  return sql`
    insert into audit_entries (tenant_id, actor_type, actor_id, actor_name, action, entity_type, entity_id, entity_label,
      changes, reason, via, ip, request_id)
    select tenant_id, case when by_system then 'system' else ${actor.type} end,
      case when not by_system then ${actor.id}::uuid end, case when not by_system then ${actor.name} end,
      action, entity_type, entity_id, entity_label, changes, because, via, ${ip}, ${requestId}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as rows (tenant_id uuid, action text, entity_type text,
      entity_id uuid, entity_label text, changes jsonb, by_system boolean, because text, via text)`
}

/** Writes events into their tenants' logs with one statement. Requests use `noteAction` instead. */
export const writeAuditLog = async (
  db: Transaction,
  origin: AuditOrigin,
  events: readonly AuditEvent[],
  why: Why = {},
): Promise<void> => {
  if (events.length > 0) await auditSql(origin, events, why).execute(db)
}

export interface Forgotten {
  entityType: string
  ids: readonly string[]
}

/**
 * Erases the values of these records from the log, and results kept for retries that name them. Call it after
 * everything else that the request logs.
 */
export const forgetRecords = async (db: Transaction, forgotten: readonly Forgotten[]): Promise<void> => {
  for (const { entityType, ids } of forgotten) {
    await sql`select forget_in_audit_log(${entityType}, ${ids})`.execute(db)
    await sql`select forget_repeats(${ids})`.execute(db)
  }
}
