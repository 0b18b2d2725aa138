import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { createTransport as openTransport, SendMailOptions } from 'nodemailer'
import type { Log } from '../log'
import type { Mail } from './mail'

export class MailFailure extends Error {
  override readonly name = 'MailFailure'
  readonly isFinal: boolean
  /** The connection ended without an answer. */
  readonly isUnsure: boolean

  constructor(message: string, { isFinal, isUnsure }: { isFinal: boolean; isUnsure: boolean }) {
    super(message)
    this.isFinal = isFinal
    this.isUnsure = isUnsure
  }
}

export interface MailTransport {
  /** @param signal abandons the mail and its connection @throws MailFailure */
  send(mail: Mail, signal?: AbortSignal): Promise<void>
  close(): void
}

export interface TransportOptions {
  smtpUrl: string | undefined
  from: string
  folder: string
  log: Log
  logLinks: boolean
}

export const outboxFolder = (dataDir: string): string => path.join(dataDir, 'outbox')

const timeout = 10_000

const oneLine = (text: string): string => text.replace(/[\r\n\0]+/g, ' ').trim()

const optionsOf = (mail: Mail, from: string): SendMailOptions => ({
  from: { name: oneLine(mail.sender), address: from },
  to: { name: '', address: oneLine(mail.to) },
  subject: oneLine(mail.subject),
  text: `${mail.text}\n`,
  html: mail.html,
  textEncoding: 'base64',
  ...(mail.messageId && { messageId: mail.messageId }),
  ...(mail.replyTo && { replyTo: { name: '', address: oneLine(mail.replyTo) } }),
  ...(mail.inReplyTo && { inReplyTo: mail.inReplyTo, references: mail.inReplyTo }),
  headers: {
    'Auto-Submitted': 'auto-generated',
    ...Object.fromEntries(Object.entries(mail.headers ?? {}).map(([name, value]) => [name, oneLine(value)])),
  },
  ...(mail.calendar && {
    icalEvent: { method: mail.calendar.method, filename: 'invite.ics', content: mail.calendar.content },
  }),
  disableFileAccess: true,
  disableUrlAccess: true,
})

interface SmtpError extends Error {
  code?: string
  command?: string
  responseCode?: number
  syscall?: string
}

/** Refusals of these commands say nothing about the mail. */
const beforehand = new Set(['CONN', 'EHLO', 'HELO', 'STARTTLS', 'AUTH', 'AUTH PLAIN', 'AUTH LOGIN'])
const unreachable = new Set(['ECONNREFUSED', 'EDNS', 'ENOTFOUND', 'ETLS', 'EAUTH', 'EPROTOCOL'])

const failureOf = (error: SmtpError): MailFailure => {
  const { code = '', command = '', responseCode, syscall } = error
  const isBeforehand = beforehand.has(command) || unreachable.has(code) || syscall === 'connect'
  return new MailFailure(error.message.slice(0, 500), {
    isFinal: responseCode !== undefined && responseCode >= 500 && !isBeforehand,
    isUnsure: responseCode === undefined && !isBeforehand,
  })
}

export const smtpOptions = (smtpUrl: string) => {
  const url = new URL(smtpUrl)
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port ? Number(url.port) : url.protocol === 'smtps:' ? 465 : 587,
    secure: url.protocol === 'smtps:',
    ...(url.username && { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    dnsTimeout: timeout,
  }
}

/** A start loads it while its database opens. */
export const loadMailer = () => import('nodemailer')

const whenAsked = <T extends { close(): void }>(open: (create: typeof openTransport) => T) => {
  let opened: Promise<T> | undefined
  return {
    get: (): Promise<T> => {
      opened ??= loadMailer()
        .then(({ default: { createTransport } }) => open(createTransport))
        .catch(error => {
          opened = undefined
          throw error
        })
      return opened
    },
    close: (): void =>
      void opened?.then(
        transporter => transporter.close(),
        () => {},
      ),
  }
}

const overSmtp = (smtpUrl: string, from: string): MailTransport => {
  const { get, close } = whenAsked(create => create({ pool: true, maxConnections: 5, ...smtpOptions(smtpUrl) }))
  return {
    send: async (mail, signal) => {
      const transporter = await get()
      await transporter.sendMail({ ...optionsOf(mail, from), ...(signal && { signal }) }).catch((error: SmtpError) => {
        throw failureOf(error)
      })
    },
    close,
  }
}

const linksIn = (text: string): string | undefined => /https?:\/\/\S+/.exec(text)?.[0]

const intoFolder = ({ folder, from, log, logLinks }: Omit<TransportOptions, 'smtpUrl'>): MailTransport => {
  const { get, close } = whenAsked(create => create({ streamTransport: true, buffer: true, newline: 'windows' }))
  return {
    send: async mail => {
      const { message } = await (await get()).sendMail(optionsOf(mail, from))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}.eml`
      const file = path.join(folder, name)
      // Renamed when complete, so that readers never see half a mail.
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 })
      await rename(`${file}.part`, file)
      const link = logLinks && linksIn(mail.text)
      log('info', 'mail written', { to: mail.to, subject: mail.subject, file, ...(link && { link }) })
    },
    close,
  }
}

export const createTransport = ({ smtpUrl, ...options }: TransportOptions): MailTransport =>
  smtpUrl ? overSmtp(smtpUrl, options.from) : intoFolder(options)
