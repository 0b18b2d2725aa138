import { type RawBuilder, sql } from 'kysely'
import { type EventCatalogue, type EventSubject, type Fields, memoize, sameValue } from '../../src/schema'
import type { AuditOrigin } from '../audit/auditEntry'
import type { ApiRecord, Change } from '../audit/change'
import type { Transaction } from '../db/database'
import { webhookQueue } from '../webhooks/settings'

export type Events = EventCatalogue | null

/** An event of the product's catalogue, for webhooks and the API. */
export interface ToldEvent {
  tenantId: string
  /** `booking.created` */
  type: string
  subjectType: string
  subjectId: string
  /** The API's answer after the change, or before the deletion. */
  data: Readonly<Record<string, unknown>>
  /** The former values of changed fields; null for a new subject. */
  previous: Readonly<Record<string, unknown>> | null
  /** The system acted, not the origin's actor. */
  bySystem?: boolean
}

const countedNames = ({ of, counts = [] }: EventSubject): string[] => [
  ...Object.entries(of.fields as Fields).flatMap(([name, { kind, computed }]) =>
    computed || kind === 'count' ? [] : [name],
  ),
  ...counts,
]

const subjectsOf = memoize(
  (events: EventCatalogue) =>
    new Map(
      Object.entries(events).map(([type, subject]) => [
        subject.of.name,
        { type, subject, names: countedNames(subject) },
      ]),
    ),
)

const previousOf = (names: readonly string[], before: ApiRecord | null, after: ApiRecord | null) => {
  if (!before) return null
  if (!after) return {}
  const changed = names.filter(name => !sameValue(before[name] ?? null, after[name] ?? null))
  return Object.fromEntries(changed.map(name => [name, before[name] ?? null]))
}

export const eventsIn = (
  events: Events,
  { resource, before, after, bySystem, asAnswered = record => record }: Change,
  action: string | null,
): ToldEvent[] => {
  const found = events && subjectsOf(events).get(resource.name)
  if (!found) return []
  const { type: subjectType, subject, names } = found
  const [was, is] = [before && asAnswered(before), after && asAnswered(after)]
  const record = is ?? was
  const previous = previousOf(names, was, is)
  if (!record || (was && is && Object.keys(previous ?? {}).length === 0)) return []
  const via = bySystem ? null : action
  const types = is
    ? subject.judge({ before: was, after: is }, via)
    : was
      ? subject.judge({ before: was, after: null }, via)
      : []
  return types.map(name => {
    const isIdOnly = subject.idsOnly?.includes(name)
    return {
      tenantId: String(record.tenantId),
      type: `${subjectType}.${name}`,
      subjectType,
      subjectId: record.id,
      data: isIdOnly ? { id: record.id } : record,
      previous: isIdOnly ? null : previous,
      bySystem: bySystem !== undefined,
    }
  })
}

export interface Following {
  queue: string
  /** An INSERT that selects from `told` (tenant_id, id, type, subject_id, sequence) and returns `is_due`. */
  insert: RawBuilder<unknown>
}

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
 * Writes events and their deliveries, as common table expressions.
 *
 * - `id`: the position distinguishes events of one millisecond, so that lists keep this order.
 * - `sequence` continues from the subject's last event. The writer has locked the subject.
 * - `commit_order` is the transaction's number, but at least that of the subject's earlier events. So a reader who
 *   stops before the oldest open transaction misses nothing, and gets each subject in order (`eventRoutes.ts`).
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
 * Writes events and their deliveries to webhooks in the caller's transaction, in one statement with the audit log and
 * `following`.
 * @returns the queues with rows due at the commit
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

/** Strips the events of these subjects down to their ids. Requires a tenant's transaction. */
export const forgetInEvents = async (db: Transaction, ids: readonly string[]): Promise<void> => {
  await sql`
    update events set data = jsonb_build_object('id', subject_id), previous = null
    where tenant_id = current_tenant_id() and subject_id = any(${ids}) and data is not null`.execute(db)
  await sql`
    update webhook_deliveries set request_excerpt = null, response_excerpt = null
    where tenant_id = current_tenant_id() and subject_id = any(${ids})`.execute(db)
  await sql`
    update events set actor_name = null
    where tenant_id = current_tenant_id() and actor_type = 'customer' and actor_id = any(${ids})`.execute(db)
}
