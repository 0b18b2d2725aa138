import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from '@playwright/test'
import { type AddressObject, simpleParser } from 'mailparser'
import type { RunningServer } from './server'

const addressOf = (to: AddressObject | AddressObject[] | undefined): string | undefined =>
  [to].flat()[0]?.value[0]?.address

/** Waits for a mail to an address with these words in its subject, and returns the newest one's text. */
export const mailTo = async (
  { dataDir }: Pick<RunningServer, 'dataDir'>,
  email: string,
  subject: string,
): Promise<string> => {
  const outbox = path.join(dataDir, 'outbox')
  let text = ''
  await expect
    .poll(
      async () => {
        // A mail has another ending until it is complete.
        const names = await readdir(outbox).catch(() => [])
        const files = names
          .filter(name => name.endsWith('.eml'))
          .sort()
          .reverse()
        const mails = await Promise.all(files.map(async file => simpleParser(await readFile(path.join(outbox, file)))))
        text = mails.find(mail => addressOf(mail.to) === email && mail.subject?.includes(subject))?.text ?? ''
        return text
      },
      { timeout: 30_000 },
    )
    .not.toBe('')
  return text
}

export const linkIn = (text: string): URL => new URL(/https?:\S+/.exec(text)?.[0] ?? 'about:blank')
