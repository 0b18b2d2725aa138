import type { SealedColumn } from '../db/sealed'
import type { OutgoingSettings } from '../outgoing/addresses'

export interface WebhookSettings extends OutgoingSettings {
  retrySeconds: readonly number[]
  timeoutMs: number
  /** Without a success. */
  disableAfterMinutes: number
}

/** The queue's name, for `unit.due`, `alarm.wake` and `redrives`. */
export const webhookQueue = 'webhook'

export const secretPurpose = (tenantId: string, webhookId: string): string => `webhook ${tenantId} ${webhookId}`

export const webhookSecrets: readonly SealedColumn[] = ['secret', 'previous_secret'].map(column => ({
  table: 'webhook_states',
  column,
  id: 'webhook_id',
  purpose: secretPurpose,
}))
