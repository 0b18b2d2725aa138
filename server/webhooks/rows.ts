import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../db/database'
import { isFree, leased } from '../jobs/leaseQueue'
import type { SentEvent } from './message'

export interface Taken {
  id: string
  webhookId: string
  url: string
  includesPersonalData: boolean
  attempts: number
  secret: string | null
  previousSecret: string | null
  event: SentEvent
}

export const mostCalls = { ofTenant: 10, ofWebhook: 5 }

/** After this, an event may overtake an earlier one of its subject. */
const patience = sql`interval '10 minutes'`

export const isOpen = sql`status in ('pending', 'retrying')`

const takenColumns = sql`
  mine.id, mine.webhook_id, webhooks.url, webhooks.includes_personal_data, mine.attempts, states.secret,
  case when states.previous_expires_at > now() then states.previous_secret end as previous_secret,
  json_build_object('id', events.id, 'type', mine.event_type, 'subjectType', events.subject_type,
    'subjectId', events.subject_id, 'tenantId', events.tenant_id, 'sequence', events.sequence,
    'requestId', events.request_id, 'occurredAt', to_char(events.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'actor', json_build_object('type', events.actor_type, 'id', events.actor_id, 'name', events.actor_name),
    'data', events.data, 'previous', events.previous) as event`

const joined = sql`
  join webhooks on webhooks.tenant_id = mine.tenant_id and webhooks.id = mine.webhook_id
  join events on events.tenant_id = mine.tenant_id and events.id = mine.event_id
  left join webhook_states as states on states.tenant_id = mine.tenant_id and states.webhook_id = mine.webhook_id`

/** One process at a time chooses for a tenant, so that its counts hold. */
export const lockQueue = async (db: Transaction, tenantId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks ${tenantId}`}, 0))`.execute(db)
}

/** Oldest first. An event waits for earlier ones of its subject, for `patience`. */
export const takeDue = async (
  db: Transaction,
  tenantId: string,
  { room, inHand }: { room: number; inHand: readonly string[] },
): Promise<Taken[]> => {
  const { rows } = await sql<Taken>`
    with busy as (
      select webhook_id, count(*)::int as count from webhook_deliveries
      where tenant_id = ${tenantId} and ${isOpen} and (leased_until > now() or id = any(${inHand})) group by webhook_id
    ),
    chosen as (
      select next.id from webhooks left join busy on busy.webhook_id = webhooks.id
      cross join lateral (
        select due.id, due.next_attempt_at from webhook_deliveries as due
        where due.tenant_id = ${tenantId} and due.webhook_id = webhooks.id and due.${isOpen}
        and due.next_attempt_at <= now() and ${isFree('due')}
        and due.id <> all(${inHand})
        and not (due.attempts = 0 and exists (
          select from webhook_deliveries as earlier where earlier.tenant_id = ${tenantId}
          and earlier.webhook_id = due.webhook_id and earlier.subject_id = due.subject_id
          and earlier.sequence < due.sequence and earlier.${isOpen} and earlier.created_at > now() - ${patience}))
        order by due.next_attempt_at, due.sequence limit greatest(0, ${mostCalls.ofWebhook}::int - coalesce(busy.count, 0))
        for update of due skip locked
      ) as next
      where webhooks.tenant_id = ${tenantId} and webhooks.is_active
      order by next.next_attempt_at
      limit least(${room}::int, greatest(0, ${mostCalls.ofTenant}::int - (select coalesce(sum(count), 0)::int from busy)))
    ),
    mine as (
      update webhook_deliveries set ${leased} from chosen
      where webhook_deliveries.tenant_id = ${tenantId} and webhook_deliveries.id = chosen.id
      returning webhook_deliveries.*
    )
    select ${takenColumns} from mine ${joined} order by mine.next_attempt_at, mine.sequence`.execute(db)
  return rows
}

export const findTaken = async (db: Transaction, tenantId: string, id: string): Promise<Taken | undefined> => {
  const { rows } = await sql<Taken>`
    select ${takenColumns} from webhook_deliveries as mine ${joined}
    where mine.tenant_id = ${tenantId} and mine.id = ${id}`.execute(db)
  return rows[0]
}

export interface Attempted {
  id: string
  webhookId: string
  status: 'succeeded' | 'retrying' | 'failed'
  waitMs: number | null
  responseStatus: number | null
  error: string | null
  requestExcerpt: string
  responseExcerpt: string | null
  durationMs: number
}

/** @returns attempts that were still open */
export const noteAttempts = async (
  db: Transaction,
  tenantId: string,
  attempts: readonly Attempted[],
): Promise<{ id: string; attempts: number; eventId: string }[]> => {
  if (attempts.length === 0) return []
  const rows = attempts.map(one => ({
    id: one.id,
    status: one.status,
    wait_ms: one.waitMs,
    response_status: one.responseStatus,
    error: one.error,
    request_excerpt: one.requestExcerpt,
    response_excerpt: one.responseExcerpt,
    duration_ms: one.durationMs,
  }))
  const noted = await sql<{ id: string; attempts: number; eventId: string }>`
    update webhook_deliveries as mine set status = rows.status, attempts = mine.attempts + 1, leased_until = null,
      next_attempt_at = case when rows.status = 'retrying' then now() + rows.wait_ms * interval '1 millisecond' end,
      completed_at = case when rows.status <> 'retrying' then now() end, response_status = rows.response_status,
      error = rows.error, request_excerpt = rows.request_excerpt, response_excerpt = rows.response_excerpt,
      duration_ms = rows.duration_ms
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as rows (id uuid, status text, wait_ms int, response_status int,
      error text, request_excerpt text, response_excerpt text, duration_ms int)
    where mine.tenant_id = ${tenantId} and mine.id = rows.id and mine.${isOpen}
    returning mine.id, mine.attempts, mine.event_id`.execute(db)
  return noted.rows
}

export const cancelWaiting = async (db: Transaction, tenantId: string, which: RawBuilder<unknown>): Promise<void> => {
  await sql`update webhook_deliveries set status = 'cancelled', completed_at = now(), next_attempt_at = null, leased_until = null
    where tenant_id = ${tenantId} and ${isOpen} and webhook_id in (${which})`.execute(db)
}
