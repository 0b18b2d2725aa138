import { type RawBuilder, sql } from 'kysely'
import type { AuditOrigin } from '../audit/auditEntry'
import type { Transaction } from '../db/database'
import { webhookQueue } from '../webhooks/settings'
import type { ToldEvent } from './toldEvent'

/** Work that follows from events, written in the same statement. */
export interface Following {
  queue: string
  /** An INSERT that selects from `told` (tenant_id, id, type, subject_id, sequence) and returns `is_due`. */
  insert: RawBuilder<unknown>
}

/** Numbers events by subject, in this order. */
const numbered = (events: readonly ToldEvent[]) => {
  const counts = new Map<string, number>()
  return events.map(({ tenantId, type, subjectType, subjectId, data, previous, bySystem = false }, index) => {
    const nth = (counts.get(subjectId) ?? 0) + 1
    counts.set(subjectId, nth)
    return {
      tenant_id: tenantId,
      type,
      subject_type: subjectType,
      subject_id: subjectId,
      nth,
      place: index % 4096,
      data,
      previous,
      by_system: bySystem,
    }
  })
}

/**
 * SQL that writes events and their deliveries, as common table expressions.
 *
 * - `id`: the place distinguishes events of one millisecond, so that lists keep this order.
 * - `sequence` continues from the subject's last event. The writer has locked the subject.
 * - `commit_order` is the transaction's number, but never less than that of an earlier event of the subject: a
 *   reader who stops before the oldest open transaction misses nothing, and finds each subject in order
 *   (`eventRoutes.ts`).
 */
const eventsSql = ({ actor, requestId }: AuditOrigin, events: readonly ToldEvent[]): RawBuilder<unknown> => sql`
  told as (
    insert into events (tenant_id, id, type, subject_type, subject_id, sequence, commit_order, occurred_at, request_id,
      actor_type, actor_id, actor_name, data, previous)
    select rows.tenant_id, overlay(uuid_v7()::text placing lpad(to_hex(rows.place), 3, '0') from 16)::uuid, rows.type,
      rows.subject_type, rows.subject_id, coalesce(last.sequence, 0) + rows.nth,
      greatest(last.commit_order, pg_current_xact_id()::text::bigint), clock_timestamp(), ${requestId},
      case when by_system then 'system' else ${actor.type} end, case when not by_system then ${actor.id}::uuid end,
      case when not by_system then ${actor.name} end, rows.data, rows.previous
    from jsonb_to_recordset(${JSON.stringify(numbered(events))}::jsonb) as rows (tenant_id uuid, type text,
      subject_type text, subject_id uuid, nth int, place int, data jsonb, previous jsonb, by_system boolean)
    left join lateral (
      select sequence, commit_order from events where events.tenant_id = rows.tenant_id
      and events.subject_id = rows.subject_id order by sequence desc limit 1
    ) as last on true
    returning tenant_id, id, type, subject_type, subject_id, sequence
  ),
  queued as (
    insert into webhook_deliveries (tenant_id, id, webhook_id, event_id, event_type, subject_id, sequence, next_attempt_at)
    select told.tenant_id, overlay(uuid_v7()::text placing substr(told.id::text, 16, 3) from 16)::uuid, webhooks.id, told.id, told.type, told.subject_id, told.sequence, now()
    from told join webhooks on webhooks.tenant_id = told.tenant_id and webhooks.is_active
    and webhooks.events && array['*', told.subject_type || '.*', told.type] where told.subject_type <> 'webhook'
    returning true as is_due
  )`

/**
 * Writes events and their deliveries to webhooks in the caller's transaction, in one statement with the audit log
 * and `following`.
 * @returns the queues that have rows due with the commit
 */
export const writeEvents = async (
  db: Transaction,
  origin: AuditOrigin,
  events: readonly ToldEvent[],
  { logged, following = [] }: { logged?: RawBuilder<unknown>; following?: readonly Following[] } = {},
): Promise<string[]> => {
  if (events.length === 0) return []
  const queues = [{ queue: webhookQueue, from: 'queued' }]
  const parts = [eventsSql(origin, events), ...(logged ? [sql`logged as (${logged})`] : [])]
  for (const [index, { queue, insert }] of following.entries()) {
    const from = `following_${index}`
    parts.push(sql`${sql.id(from)} as (${insert})`)
    queues.push({ queue, from })
  }
  const counts = queues.map(
    ({ queue, from }) => sql`select ${queue}::text as queue where exists (select from ${sql.id(from)} where is_due)`,
  )
  const { rows } = await sql<{ queue: string }>`
    with ${sql.join(parts)} ${sql.join(counts, sql` union all `)}`.execute(db)
  return rows.map(({ queue }) => queue)
}
