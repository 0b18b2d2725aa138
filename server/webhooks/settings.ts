import type { OutgoingSettings } from '../outgoing/addresses'

export interface WebhookSettings extends OutgoingSettings {
  retrySeconds: readonly number[]
  timeoutMs: number
  /** A webhook without a success for this long is turned off. */
  disableAfterMinutes: number
}

export const webhookQueue = 'webhook'

export const secretPurpose = (tenantId: string, webhookId: string): string => `webhook ${tenantId} ${webhookId}`
