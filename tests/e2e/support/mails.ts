import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from '@playwright/test'
import { type AddressObject, simpleParser } from 'mailparser'
import type { RunningServer } from './server'

const addressOf = (to: AddressObject | AddressObject[] | undefined): string | undefined =>
  [to].flat()[0]?.value[0]?.address

/** The text of the newest mail in the outbox to an address whose subject has these words, once it is there. */
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
        // A mail that is being written has another ending.
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

/** The first link of a text. */
export const linkIn = (text: string): URL => new URL(/https?:\S+/.exec(text)?.[0] ?? 'about:blank')
