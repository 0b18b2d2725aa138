import type { Site } from '../site'

export interface MailSettings {
  /** Seconds until each retry. */
  retrySeconds: readonly number[]
  /** The sender's address. */
  from: string
  /** The host in Message-IDs. */
  host: string
  site: Site
}

export const mailQueue = 'mail'
