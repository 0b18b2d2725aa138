import type { OutgoingSettings } from '../outgoing/addresses'

export interface WebhookSettings extends OutgoingSettings {
  /** Seconds until each retry. */
  retrySeconds: readonly number[]
  timeoutMs: number
  /** A webhook is turned off when nothing has arrived for so long. */
  disableAfterMinutes: number
}

/** The name of the queue. */
export const webhookQueue = 'webhook'

/** What a secret is sealed for. */
export const secretPurpose = (tenantId: string, webhookId: string): string => `webhook ${tenantId} ${webhookId}`
