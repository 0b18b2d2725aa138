import type { Site } from '../site'

export interface MailSettings {
  retrySeconds: readonly number[]
  from: string
  host: string
  site: Site
}

/** The name of the mail queue, for `unit.due`, `alarm.wake` and `redrives`. */
export const mailQueue = 'mail'
