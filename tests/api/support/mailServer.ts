import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type AddressObject, type ParsedMail, simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'

/** How a mail server behaves. */
export type MailServerMode = 'works' | 'refuses' | 'is busy' | 'hangs' | 'is slow' | 'hangs up after the mail'

export interface MailServer {
  url: string
  /** What has arrived, in order. */
  mails: ParsedMail[]
  mode: MailServerMode
  /** Waits until so many mails have arrived. */
  has(count: number): Promise<void>
  close(): Promise<void>
}

const answer = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode })

/** A real mail server that takes everything for everybody, or fails as it is told. */
export const startMailServer = async (port = 0): Promise<MailServer> => {
  const mails: ParsedMail[] = []
  const told = new EventEmitter()
  const state = { mode: 'works' as MailServerMode }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, callback) => {
      if (state.mode === 'refuses') callback(answer(550, 'There is nobody of this name'))
      else if (state.mode === 'is busy') callback(answer(451, 'Come back later'))
      else if (state.mode !== 'hangs') callback()
    },
    onData: (stream, _session, callback) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        mails.push(await simpleParser(Buffer.concat(chunks)))
        if (state.mode === 'hangs up after the mail') for (const one of server.connections) one.close()
        else if (state.mode === 'is slow') setTimeout(callback, 1500)
        else callback()
        told.emit('mail')
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const { port: taken } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${taken}`,
    mails,
    get mode() {
      return state.mode
    },
    set mode(mode) {
      state.mode = mode
    },
    has: async count => {
      while (mails.length < count) await once(told, 'mail')
    },
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}

/** Whom a mail went to. */
export const recipientOf = ({ to }: ParsedMail): string =>
  (Array.isArray(to) ? to : [to as AddressObject]).map(({ text }) => text).join()

/** The calendar part of a mail; empty without one. */
export const calendarOf = ({ attachments }: ParsedMail): string =>
  attachments
    .find(({ contentType }) => contentType === 'text/calendar')
    ?.content.toString('utf8')
    .replace(/\r\n /g, '') ?? ''
