import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { Hono } from 'hono'
import { inject } from 'vitest'
import { type AuthService, createAuthService } from '../../../server/auth/createAuthService'
import type { AuthMailWork } from '../../../server/auth/mailQueue'
import type { SessionLimits } from '../../../server/auth/sessionLimits'
import { createHttpServer, listenerOf } from '../../../server/intake/httpServer'
import { createTransport } from '../../../server/mails/transport'
import { openTestDatabase, type TestDatabase } from '../../../testing/testDatabase'

export const password = 'a-good-password-1'

export interface Answer {
  status: number
  headers: Headers
  body: Record<string, unknown>
}

export interface ReadMail {
  subject: string
  text: string
  link: URL
  tokenHash: string
}

export interface TestAuth {
  auth: AuthService
  database: TestDatabase
  /** The issuer that tokens name. */
  issuer: string
  url: string
  /** The web application's origin. */
  origin: string
  outboxFolder: string
  /** `offset` is added to the clock, in milliseconds. */
  clock: { offset: number }
  /** Milliseconds that requests had to wait; the clock moves on instead. */
  waits: number[]
  /** Requests seem to come from here. */
  from: { address: string }
  /** Everybody's language; null if unknown. */
  person: { locale: string | null }
  /** Log lines as JSON. */
  log: string[]
  /** The client of one browser, with its own session. */
  client(options?: { flowType?: 'pkce' | undefined; token?: string; userAgent?: string }): SupabaseClient['auth']
  /** For requests that the client would not send; uses its API version. */
  request(path: string, init?: RequestInit): Promise<Answer>
  post(path: string, body: unknown): Promise<Answer>
  /** `200`, or the status and code with which `GET /user` refuses. */
  userStatus(accessToken: string): Promise<string>
  /** Oldest first. */
  mails(): Promise<string[]>
  /** The text and the link of the newest mail. */
  newestMail(): Promise<ReadMail>
  /** The newest mail to an address, with this subject if given. @throws without one */
  newestMailTo(email: string, subject?: RegExp): Promise<ReadMail>
  /** Asks for a new password and reads the mail. @throws when refused */
  recover(email: string, options?: { flowType?: 'pkce'; redirectTo?: string }): Promise<ReadMail>
  close(): Promise<void>
}

interface TestAuthOptions {
  confirmEmail?: boolean
  mayStillSignUp?: (email: string) => boolean
  productName?: string
  logLinks?: boolean
  sessionLimits?: SessionLimits
  /** Replaces the outbox. */
  smtpUrl?: string
  /** Works on the queue of mails; defaults to the service. */
  mailWork?: AuthMailWork
  /** Defaults to a database of its own. */
  on?: TestDatabase
  /** Another process of the same installation, with its database, name and clock. */
  beside?: TestAuth
}

const memoryStorage = () => {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

export const readMail = (mail: string): ReadMail => {
  const body = /text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(mail)?.[1] ?? ''
  const text = Buffer.from(body, 'base64').toString('utf8')
  const link = new URL(/https?:\S+/.exec(text)?.[0] ?? 'about:blank')
  const subject = /^Subject: (.*)$/m.exec(mail)?.[1]?.trim() ?? ''
  return { subject, text, link, tokenHash: link.searchParams.get('token_hash') ?? '' }
}

/** Starts the real service on a real port, for the real client. */
export const startTestAuth = async ({
  beside,
  on = beside?.database,
  confirmEmail = false,
  mayStillSignUp,
  productName = 'Slotwise',
  logLinks = false,
  sessionLimits,
  smtpUrl,
  mailWork,
}: TestAuthOptions = {}): Promise<TestAuth> => {
  const database = on ?? (await openTestDatabase(inject('postgresUrl') ?? null))
  const outboxFolder = await mkdtemp(path.join(os.tmpdir(), 'slotwise-outbox-'))
  const clock = beside?.clock ?? { offset: 0 }
  const waits: number[] = []
  const from = { address: '192.0.2.1' }
  const person: { locale: string | null } = { locale: null }
  const log: string[] = []
  const app = new Hono()
  const server = createHttpServer(listenerOf(app.fetch)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const url = `${origin}/auth/v1`
  const auth = await createAuthService({
    database: database.database,
    issuer: beside?.issuer ?? url,
    siteUrl: origin,
    isOwnOrigin: candidate => candidate === origin,
    ...(mailWork && { mailWork }),
    transport: createTransport({
      ...{ smtpUrl, from: 'no-reply@app.test', folder: outboxFolder, logLinks },
      log: (...line) => void log.push(JSON.stringify(line)),
    }),
    confirmEmail,
    ...(mayStillSignUp && { mayStillSignUp }),
    productName,
    admitsDemo: false,
    ...(sessionLimits && { sessionLimits }),
    clientAddress: () => from.address,
    localeOf: async () => person.locale,
    log: (...line) => void log.push(JSON.stringify(line)),
    now: () => Date.now() + clock.offset,
    wait: async ms => {
      waits.push(ms)
      clock.offset += ms
    },
  })
  app.route('/auth/v1', auth.app)
  app.all('*', c => c.text('the web application'))

  const request = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const headers = { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01', ...init.headers }
    const answer = await fetch(`${url}${path}`, { redirect: 'manual', ...init, headers })
    const text = await answer.text()
    return {
      status: answer.status,
      headers: answer.headers,
      body: answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : { text },
    }
  }
  const mails = async () => {
    await auth.settled()
    const files = (await readdir(outboxFolder)).sort()
    return Promise.all(files.map(file => readFile(path.join(outboxFolder, file), 'utf8')))
  }
  const client: TestAuth['client'] = ({ flowType, token, userAgent } = {}) =>
    createClient(origin, token ?? 'anon-key', {
      auth: {
        storage: memoryStorage(),
        autoRefreshToken: false,
        persistSession: true,
        detectSessionInUrl: false,
        ...(flowType && { flowType }),
      },
      ...(userAgent && { global: { headers: { 'User-Agent': userAgent } } }),
      // The client needs a WebSocket, which Node.js 20 lacks.
      realtime: { transport: globalThis.WebSocket ?? class {} },
    }).auth
  const newestMailTo = async (email: string, subject?: RegExp) => {
    const found = (await mails())
      .filter(text => text.includes(`\r\nTo: ${email}\r\n`))
      .map(readMail)
      .findLast(mail => !subject || subject.test(mail.subject))
    if (!found) throw new Error(`There is no such mail to ${email}.`)
    return found
  }
  return {
    auth,
    database,
    issuer: beside?.issuer ?? url,
    url,
    origin,
    outboxFolder,
    clock,
    waits,
    from,
    person,
    log,
    client,
    request,
    post: (path, body) => request(path, { method: 'POST', body: JSON.stringify(body) }),
    userStatus: async accessToken => {
      const { status, body } = await request('/user', { headers: { authorization: `Bearer ${accessToken}` } })
      return body.code ? `${status} ${body.code}` : String(status)
    },
    mails,
    newestMail: async () => readMail((await mails()).at(-1) ?? ''),
    newestMailTo,
    recover: async (email, { flowType, redirectTo } = {}) => {
      const before = await readdir(outboxFolder)
      const { error } = await client({ flowType }).resetPasswordForEmail(email, { redirectTo })
      if (error) throw error
      const mail = await newestMailTo(email, /choose a new password/)
      if ((await readdir(outboxFolder)).length === before.length) throw new Error('No mail was written.')
      return mail
    },
    close: async () => {
      await auth.settled()
      await new Promise(resolve => server.close(resolve))
      if (!on) await database.close()
      await rm(outboxFolder, { recursive: true, force: true })
    },
  }
}
