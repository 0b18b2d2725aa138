import { sql } from 'kysely'
import { systemOrigin } from '../audit/auditEntry'
import { writeAuditLog } from '../audit/auditLog'
import type { Transaction } from '../db/database'
import { writeDeadLetters } from '../jobs/writeDeadLetters'
import { type Attempted, cancelWaiting } from './rows'

/** A webhook that was turned off: `gone` after an answer 410, `failing` after a long time without a success. */
export interface TurnedOff {
  id: string
  url: string
  reason: 'gone' | 'failing'
}

/** Tells a tenant that webhooks were turned off, in the same transaction. */
export type TellTurnedOff = (db: Transaction, tenantId: string, webhooks: readonly TurnedOff[]) => Promise<void>

interface Health {
  disableAfterMinutes: number
  tellTurnedOff?: TellTurnedOff | undefined
}

/** The receiver wants no more calls. */
export const isGone = (status: number | null): boolean => status === 410

type Outcome = Pick<Attempted, 'webhookId' | 'status' | 'responseStatus'>

const turnOff = async (
  db: Transaction,
  tenantId: string,
  ids: readonly string[],
  reason: TurnedOff['reason'],
  tell: TellTurnedOff | undefined,
) => {
  const { rows } = await sql<{ id: string; url: string }>`
    update webhooks set is_active = false where tenant_id = ${tenantId} and id = any(${ids}) and is_active
    returning id, url`.execute(db)
  if (rows.length === 0) return
  const off = rows.map(({ id }) => id)
  await sql`update webhook_states set disabled_reason = ${reason}
    where tenant_id = ${tenantId} and webhook_id = any(${off})`.execute(db)
  await cancelWaiting(db, tenantId, sql`select unnest(${off}::uuid[])`)
  await writeAuditLog(
    db,
    systemOrigin,
    rows.map(({ id, url }) => ({
      ...{ tenantId, action: 'updated' as const, entityType: 'webhooks', entityId: id, entityLabel: url },
      changes: { isActive: { from: true, to: false }, disabledReason: { from: null, to: reason } },
    })),
  )
  await writeDeadLetters(
    db,
    tenantId,
    rows.map(({ id, url }) => ({
      ...{ queue: 'webhook' as const, subjectType: 'webhooks', subjectId: id, eventId: null, attempts: 0 },
      lastError: `${url} was turned off: ${reason}`,
    })),
  )
  await tell?.(
    db,
    tenantId,
    rows.map(({ id, url }) => ({ id, url, reason })),
  )
}

/** Status 410 turns a webhook off, and so does a failure after `disableAfterMinutes` without a success. */
export const noteHealth = async (
  db: Transaction,
  tenantId: string,
  outcomes: readonly Outcome[],
  { disableAfterMinutes, tellTurnedOff }: Health,
): Promise<void> => {
  const withResult = (isWanted: (outcome: Outcome) => boolean) =>
    Array.from(new Set(outcomes.filter(isWanted).map(({ webhookId }) => webhookId)))
  const arrived = withResult(({ status }) => status === 'succeeded')
  const failed = withResult(({ status }) => status !== 'succeeded').filter(id => !arrived.includes(id))
  if (arrived.length > 0)
    await sql`update webhook_states set last_success_at = now(), failing_since = null
      where tenant_id = ${tenantId} and webhook_id = any(${arrived})
      and (failing_since is not null or last_success_at is null or last_success_at < now() - interval '1 minute')`.execute(
      db,
    )
  if (failed.length === 0) return
  // The first failure starts the period that a later one ends.
  const { rows: outdated } = await sql<{ id: string }>`
    select webhook_id as id from webhook_states where tenant_id = ${tenantId} and webhook_id = any(${failed})
    and failing_since < now() - make_interval(mins => ${disableAfterMinutes})`.execute(db)
  await sql`update webhook_states set failing_since = now()
    where tenant_id = ${tenantId} and webhook_id = any(${failed}) and failing_since is null`.execute(db)
  const gone = withResult(({ responseStatus }) => isGone(responseStatus))
  if (gone.length > 0) await turnOff(db, tenantId, gone, 'gone', tellTurnedOff)
  const failing = outdated.map(({ id }) => id).filter(id => !gone.includes(id))
  if (failing.length > 0) await turnOff(db, tenantId, failing, 'failing', tellTurnedOff)
}
