import type { Site } from '../site'

export interface MailSettings {
  retrySeconds: readonly number[]
  from: string
  host: string
  site: Site
}
