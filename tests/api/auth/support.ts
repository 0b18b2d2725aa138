import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { serve } from '@hono/node-server'
import { AuthClient } from '@supabase/auth-js'
import { Hono } from 'hono'
import { type AuthService, createAuthService } from '../../../server/auth/createAuthService'
import { openTestDatabase, type TestDatabase } from '../support/testDatabase'

export const password = 'a-good-password-1'

export interface Answer {
  status: number
  headers: Headers
  body: Record<string, unknown>
}

export interface TestAuth {
  auth: AuthService
  database: TestDatabase
  url: string
  /** Where the web application would be. */
  origin: string
  outboxFolder: string
  /** Milliseconds to add to the clock. */
  clock: { offset: number }
  /** The address that requests seem to come from. */
  from: { address: string }
  /** What was logged, as JSON. */
  log: string[]
  /** A client as one browser has it: with a session of its own. */
  client(options?: { flowType?: 'pkce'; token?: string }): InstanceType<typeof AuthClient>
  /** A request that a client would not make, in the API version of today's clients. */
  request(path: string, init?: RequestInit): Promise<Answer>
  post(path: string, body: unknown): Promise<Answer>
  /** Of `GET /user`: `200`, or the status and code of the refusal. */
  userStatus(accessToken: string): Promise<string>
  /** All mails, the oldest first. */
  mails(): Promise<string[]>
  /** The newest mail: its text, and its link. */
  newestMail(): Promise<{ text: string; link: URL; tokenHash: string }>
  close(): Promise<void>
}

interface TestAuthOptions {
  confirmEmail?: boolean
  productName?: string
  logLinks?: boolean
  /** The caller's database; one of its own otherwise. */
  on?: TestDatabase
}

const memoryStorage = () => {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

/** The real service on a real port, for the real client. */
export const startTestAuth = async ({
  on,
  confirmEmail = false,
  productName = 'Slotwise',
  logLinks = false,
}: TestAuthOptions = {}): Promise<TestAuth> => {
  const database = on ?? (await openTestDatabase(null))
  const outboxFolder = await mkdtemp(path.join(os.tmpdir(), 'slotwise-outbox-'))
  const clock = { offset: 0 }
  const from = { address: '192.0.2.1' }
  const log: string[] = []
  const app = new Hono()
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await new Promise(resolve => server.once('listening', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const url = `${origin}/auth/v1`
  const auth = await createAuthService({
    database: database.database,
    issuer: url,
    siteUrl: origin,
    isOwnOrigin: candidate => candidate === origin,
    outboxFolder,
    confirmEmail,
    productName,
    logLinks,
    clientAddress: () => from.address,
    log: (...line) => void log.push(JSON.stringify(line)),
    now: () => Date.now() + clock.offset,
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
  return {
    auth,
    database,
    url,
    origin,
    outboxFolder,
    clock,
    from,
    log,
    client: ({ flowType, token } = {}) =>
      new AuthClient({
        url,
        storage: memoryStorage(),
        autoRefreshToken: false,
        persistSession: true,
        detectSessionInUrl: false,
        ...(flowType && { flowType }),
        ...(token && { headers: { Authorization: `Bearer ${token}` } }),
      }),
    request,
    post: (path, body) => request(path, { method: 'POST', body: JSON.stringify(body) }),
    userStatus: async accessToken => {
      const { status, body } = await request('/user', { headers: { authorization: `Bearer ${accessToken}` } })
      return body.code ? `${status} ${body.code}` : String(status)
    },
    mails,
    newestMail: async () => {
      const body = /text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec((await mails()).at(-1) ?? '')?.[1] ?? ''
      const text = Buffer.from(body, 'base64').toString('utf8')
      const link = new URL(/https?:\S+/.exec(text)?.[0] ?? '')
      return { text, link, tokenHash: link.searchParams.get('token_hash') ?? '' }
    },
    close: async () => {
      await auth.settled()
      await new Promise(resolve => server.close(resolve))
      if (!on) await database.close()
      await rm(outboxFolder, { recursive: true, force: true })
    },
  }
}
