import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Log } from '../log'
import { newToken } from './secrets'

export interface Mail {
  to: string
  subject: string
  /** Sentences before the link. */
  text: string
  /** What the link is called. */
  action: string
  link: string
}

export type SendMail = (mail: Mail) => Promise<void>

const base64Lines = (text: string): string =>
  (
    Buffer.from(text, 'utf8')
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  ).join('\r\n')

/** RFC 2047: words that are not ASCII are encoded. */
const headerText = (text: string): string => {
  const oneLine = text.replace(/[\r\n]+/g, ' ')
  return /^[\x20-\x7e]*$/.test(oneLine) ? oneLine : `=?utf-8?B?${Buffer.from(oneLine, 'utf8').toString('base64')}?=`
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)

/** An RFC 5322 message with a text and an HTML part. */
export const toMessage = ({ to, subject, text, action, link }: Mail, from: string, date: Date): string => {
  const boundary = `slotwise-${newToken().slice(0, 16)}`
  const part = (type: string, body: string) =>
    `--${boundary}\r\nContent-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64Lines(body)}\r\n`
  const html = `<p>${escapeHtml(text)}</p><p><a href="${escapeHtml(link)}">${escapeHtml(action)}</a></p>`
  return [
    `From: ${headerText(from)}`,
    `To: ${headerText(to)}`,
    `Subject: ${headerText(subject)}`,
    `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${newToken().slice(0, 22)}@slotwise.invalid>`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    `${part('text/plain', `${text}\n\n${action}: ${link}\n`)}${part('text/html', html)}--${boundary}--\r\n`,
  ].join('\r\n')
}

interface OutboxOptions {
  folder: string
  log: Log
  productName: string
  /** Also logs the link, for a machine without a mail program. */
  logLinks: boolean
}

/** Delivers mail as `.eml` files in a folder: there is no mail server on a machine that has only Node.js. */
export const outbox =
  ({ folder, log, productName, logLinks }: OutboxOptions): SendMail =>
  async mail => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const now = new Date()
    const file = path.join(folder, `${now.toISOString().replace(/[:.]/g, '-')}-${newToken().slice(0, 6)}.eml`)
    await writeFile(file, toMessage(mail, `${productName} <no-reply@slotwise.invalid>`, now), { mode: 0o600 })
    log('info', 'mail written', { to: mail.to, subject: mail.subject, file, ...(logLinks && { link: mail.link }) })
  }
