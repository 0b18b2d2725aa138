import { type RawBuilder, sql } from 'kysely'
import type { AuditAction, AuditChanges } from '../../src/contract'
import { type AnyResource, type Fields, fieldOf, memoize, sameValue, tenantOf } from '../../src/schema'
import type { Transaction } from '../db/database'
import type { AuditEvent, AuditOrigin } from './auditEntry'
import type { ApiRecord, Change } from './change'
import { forgetInFiles, type Named } from './forgetInFiles'

const recordedNames = memoize((resource: AnyResource): string[] => [
  ...Object.entries(resource.fields as Fields).flatMap(([name, { kind, computed }]) =>
    computed || kind === 'count' ? [] : [name],
  ),
  ...Object.keys(resource.assigns ?? {}),
])

/** Absent, null and an empty list mean the same to a reader. */
export const recordedValue = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 0 ? null : (value ?? null)

/** A discreet side counts as empty, so the other side's values are logged as added or removed. */
const toldRecord = ({ isDiscreet }: Change, record: ApiRecord | null): ApiRecord | null =>
  record && isDiscreet?.(record) ? null : record

const changesIn = ({ resource, before, after, audited = {} }: Change): AuditChanges => {
  const names = [...recordedNames(resource), ...Object.keys(audited), ...(after ? [] : ['createdAt'])]
  const valueIn = (record: ApiRecord | null, name: string): unknown =>
    recordedValue(record && (audited[name]?.(record) ?? record[name]))
  return Object.fromEntries(
    names.flatMap(name => {
      const [from, to] = [valueIn(before, name), valueIn(after, name)]
      return sameValue(from, to) ? [] : [[name, { from, to }]]
    }),
  )
}

const actionOf = ({ resource, before, after }: Change, changes: AuditChanges): AuditAction => {
  if (!before) return 'created'
  if (!after) return 'deleted'
  return changes.status && fieldOf(resource, 'status')?.kind === 'choice' ? 'status_changed' : 'updated'
}

export const labelOf = (resource: AnyResource, record: ApiRecord): string | null => {
  if (resource.kind === 'singleton') return resource.label[0]
  const label = record[resource.represent]
  if (typeof label === 'number') return String(label)
  return typeof label === 'string' && fieldOf(resource, resource.represent)?.kind !== 'reference' ? label : null
}

const worked = new WeakMap<Change, AuditEvent | null>()

/** Null for a platform record, an unchanged one, and a deleted tenant. */
export const auditEventOf = (change: Change): AuditEvent | null => {
  const known = worked.get(change)
  if (known !== undefined) return known
  const event = workOut(change)
  worked.set(change, event)
  return event
}

const workOut = (change: Change): AuditEvent | null => {
  const { resource, before, after, label, bySystem } = change
  const record = after ?? before
  const tenantId = record && tenantOf(resource, record)
  if (!record || !tenantId || (resource.name === 'tenants' && !after)) return null
  const found = changesIn(change)
  if (before && after && Object.keys(found).length === 0) return null
  const [shown, shownAfter] = [toldRecord(change, before), toldRecord(change, after)]
  const isHidden = shown !== before || shownAfter !== after
  const told = shownAfter ?? shown
  const shownLabel = told && labelOf(resource, told)
  const changes = isHidden ? changesIn({ ...change, before: shown, after: shownAfter }) : found
  return {
    tenantId,
    action: actionOf(change, changes),
    entityType: resource.name,
    entityId: record.id,
    entityLabel: isHidden ? shownLabel : (label ?? labelOf(resource, record)),
    changes,
    bySystem,
  }
}

interface Why {
  reason?: string | null
  via?: string | null
}

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
  return sql`
    insert into audit_entries (tenant_id, actor_type, actor_id, actor_name, action, entity_type, entity_id, entity_label,
      changes, reason, via, ip, request_id)
    select tenant_id, case when by_system then 'system' else ${actor.type} end,
      case when not by_system then ${actor.id}::uuid end, case when not by_system then ${actor.name} end,
      action, entity_type, entity_id, entity_label, changes, because, via, ${ip}, ${requestId}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as rows (tenant_id uuid, action text, entity_type text,
      entity_id uuid, entity_label text, changes jsonb, by_system boolean, because text, via text)`
}

/** Writes events into their tenants' logs in one statement. Requests use `noteAction` instead. */
export const writeAuditLog = async (
  db: Transaction,
  origin: AuditOrigin,
  events: readonly AuditEvent[],
  why: Why = {},
): Promise<void> => {
  if (events.length > 0) await auditSql(origin, events, why).execute(db)
}

/** Records to forget. `named` is what files without a link to them may say. */
export interface Forgotten {
  entityType: string
  ids: readonly string[]
  named?: Named
}

/** Rows and samples of files that made or changed these records may be about the same people. */
const forgetInImports = (db: Transaction, ids: readonly string[]) =>
  sql`
    with named as (
      select distinct import_id as id from import_rows
      where tenant_id = current_tenant_id() and record_id = any(${ids}::uuid[])),
    emptied as (
      update imports set columns = (
        select coalesce(jsonb_agg(heading || '{"samples": []}' order by place), '[]')
        from jsonb_array_elements(columns) with ordinality as headings (heading, place))
      where tenant_id = current_tenant_id() and id in (select id from named))
    update import_rows set key = null, changes = '{}', cells = null
    where tenant_id = current_tenant_id() and import_id in (select id from named)
    and (record_id is null or record_id = any(${ids}::uuid[]))`.execute(db)

/**
 * Erases the records' values from the audit log, stored answers that name them, and the rows that imports keep. Call it
 * after everything else that the request logs.
 */
export const forgetRecords = async (db: Transaction, forgotten: readonly Forgotten[]): Promise<void> => {
  for (const { entityType, ids, named } of forgotten) {
    await sql`select forget_in_audit_log(${entityType}, ${ids})`.execute(db)
    await sql`select forget_repeats(${ids})`.execute(db)
    await forgetInImports(db, ids)
    if (named) await forgetInFiles(db, named)
  }
}
