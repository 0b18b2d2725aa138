import type { Site } from '../site'

export interface MailSettings {
  /** Seconds until each retry. */
  retrySeconds: readonly number[]
  /** The address that mails come from. */
  from: string
  /** The host in Message-IDs. */
  host: string
  site: Site
}

/** The name of the queue. */
export const mailQueue = 'mail'
