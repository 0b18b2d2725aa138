import { sql } from 'kysely'
import type { Redrive } from '../../http/services'
import { webhookQueue } from '../../webhooks/settings'

export const redriveWebhook: Redrive = async ({ db }, tenantId, id) => {
  await sql`
    update webhook_deliveries set status = 'pending', attempts = 0, next_attempt_at = now(), completed_at = null,
      leased_until = null
    where tenant_id = ${tenantId} and id = ${id} and status in ('failed', 'cancelled')`.execute(db)
  return webhookQueue
}
