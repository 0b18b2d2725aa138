import { sql } from 'kysely'
import { param, uuidSchema } from '../../../src/contract'
import { refusal } from '../../http/problem'
import { webhookQueue } from '../../webhooks/settings'
import { noteAction } from '../audit/noteAction'
import type { ActionWork, ResourceHooks } from '../hooks'
import { findRecord } from '../scope'
import { requireMayHear } from './requireMayHear'

const state = (column: string) => sql`(select ${sql.ref(`states.${column}`)} from webhook_states as states
  where states.tenant_id = webhooks.tenant_id and states.webhook_id = webhooks.id)`

export const webhooksHooks: ResourceHooks = {
  computed: {
    disabledReason: state('disabledReason'),
    failingSince: state('failingSince'),
    lastSuccessAt: state('lastSuccessAt'),
    secretHint: state('secretHint'),
    previousSecretExpiresAt: sql`(select states.previous_expires_at from webhook_states as states
      where states.tenant_id = webhooks.tenant_id and states.webhook_id = webhooks.id and states.previous_expires_at > now())`,
  },
}

const inactive = () => refusal('webhook_inactive', 'refusal.webhookInactive')

const redeliver: ActionWork = async ({ unit, scope, record, request }) => {
  const { db } = unit
  const { rows } = await sql<{ isActive: boolean; includesPersonalData: boolean }>`
    select is_active, includes_personal_data from webhooks where tenant_id = ${record.tenantId} and id = ${record.webhookId}`.execute(
    db,
  )
  const [webhook] = rows
  if (!webhook?.isActive) throw inactive()
  requireMayHear(request, webhook)
  await sql`
    update webhook_deliveries set status = 'pending', attempts = 0, next_attempt_at = now(), completed_at = null, error = null,
      response_status = null, response_excerpt = null, duration_ms = null, leased_until = null
    where tenant_id = ${record.tenantId} and id = ${record.id}`.execute(db)
  noteAction(unit, {
    ...{ action: 'redriven', resource: scope.resource, record, label: String(record.eventType) },
    changes: { status: { from: record.status, to: 'pending' } },
  })
  unit.due.add(webhookQueue)
  return findRecord(db, scope, record.id)
}

export const deliveriesHooks: ResourceHooks = {
  actions: { redeliver },
  filters: {
    eventType: {
      param: param('names', 'Of events of exactly this type', { max: 60 }),
      condition: types => sql`webhook_deliveries.event_type = any(${types})`,
    },
    eventId: {
      param: param('ids', 'Of one of these events'),
      condition: ids => sql`webhook_deliveries.event_id = any(${ids})`,
    },
  },
  extras: {
    eventId: { select: sql`webhook_deliveries.event_id`, schema: uuidSchema },
    subjectId: { select: sql`webhook_deliveries.subject_id`, schema: uuidSchema },
  },
}
