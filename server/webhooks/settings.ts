import type { OutgoingSettings } from '../outgoing/addresses'

export interface WebhookSettings extends OutgoingSettings {
  retrySeconds: readonly number[]
  timeoutMs: number
  /** Without a success. */
  disableAfterMinutes: number
}

/** The name of the queue of webhook deliveries, for `unit.due`, `alarm.wake` and `redrives`. */
export const webhookQueue = 'webhook'

export const secretPurpose = (tenantId: string, webhookId: string): string => `webhook ${tenantId} ${webhookId}`
