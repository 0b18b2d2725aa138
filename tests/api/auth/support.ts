import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { serve } from '@hono/node-server'
import { AuthClient } from '@supabase/auth-js'
import { Hono } from 'hono'
import { type AuthService, createAuthService } from '../../../server/auth/createAuthService'
import { openTestDatabase } from '../support/testDatabase'

export const password = 'a-good-password-1'

export interface TestAuth {
  auth: AuthService
  url: string
  /** Milliseconds to add to the clock. */
  clock: { offset: number }
  /** The address that requests seem to come from. */
  from: { address: string }
  /** A client as one browser has it: with a session of its own. */
  client(): InstanceType<typeof AuthClient>
  /** The newest mail: its text, and the parameters of its link. */
  newestMail(): Promise<{ text: string; link: URL }>
  close(): Promise<void>
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
export const startTestAuth = async (options: { confirmEmail?: boolean } = {}): Promise<TestAuth> => {
  const test = await openTestDatabase(null)
  const outboxFolder = await mkdtemp(path.join(os.tmpdir(), 'slotwise-outbox-'))
  const clock = { offset: 0 }
  const from = { address: '192.0.2.1' }
  const app = new Hono()
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await new Promise(resolve => server.once('listening', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const url = `${origin}/auth/v1`
  const auth = await createAuthService({
    database: test.database,
    issuer: url,
    siteUrl: origin,
    isOwnOrigin: candidate => candidate === origin,
    outboxFolder,
    confirmEmail: options.confirmEmail ?? false,
    productName: 'Slotwise',
    logLinks: false,
    clientAddress: () => from.address,
    log: () => {},
    now: () => Date.now() + clock.offset,
  })
  app.route('/auth/v1', auth.app)
  return {
    auth,
    url,
    clock,
    from,
    client: () =>
      new AuthClient({
        url,
        storage: memoryStorage(),
        autoRefreshToken: false,
        persistSession: true,
        detectSessionInUrl: false,
      }),
    newestMail: async () => {
      const name = (await readdir(outboxFolder)).sort().at(-1) ?? ''
      const message = await readFile(path.join(outboxFolder, name), 'utf8')
      const body = /text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(message)?.[1] ?? ''
      const text = Buffer.from(body, 'base64').toString('utf8')
      return { text, link: new URL(/https?:\S+/.exec(text)?.[0] ?? '') }
    },
    close: async () => {
      await new Promise(resolve => server.close(resolve))
      await test.close()
      await rm(outboxFolder, { recursive: true, force: true })
    },
  }
}
