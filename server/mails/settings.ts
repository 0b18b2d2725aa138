import type { Site } from '../site'

export interface MailSettings {
  retrySeconds: readonly number[]
  from: string
  /** The host in Message-IDs. */
  host: string
  site: Site
}

export const mailQueue = 'mail'
