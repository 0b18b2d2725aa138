import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Log } from '../log'
import { type Mail, toMessage } from './message'
import { newToken } from './secrets'

export type SendMail = (mail: Mail) => Promise<void>

/** The folder of outgoing mails in this data folder. */
export const outboxFolder = (dataDir: string): string => path.join(dataDir, 'outbox')

interface OutboxOptions {
  folder: string
  log: Log
  /** The name of the sender. */
  sender: string
  /** Also logs the link, for a machine without a mail program. */
  logLinks: boolean
}

/** Delivers mail as `.eml` files in a folder: there is no mail server on a machine that has only Node.js. */
export const outbox =
  ({ folder, log, sender, logLinks }: OutboxOptions): SendMail =>
  async mail => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const now = new Date()
    const file = path.join(folder, `${now.toISOString().replace(/[:.]/g, '-')}-${newToken().slice(0, 6)}.eml`)
    // Renamed when complete, so that readers of the folder never see half a mail.
    await writeFile(`${file}.part`, toMessage(mail, sender, now), { mode: 0o600 })
    await rename(`${file}.part`, file)
    log('info', 'mail written', {
      to: mail.to,
      subject: mail.subject,
      file,
      ...(logLinks && mail.link && { link: mail.link }),
    })
  }
