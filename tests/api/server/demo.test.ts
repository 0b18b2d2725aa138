import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { readServerConfig } from '../../../server/config'
import type { LogLevel } from '../../../server/log'
import { product } from '../../../server/product'
import { startServer } from '../../../server/startServer'
import { demoPassword, demoAccounts as people } from '../../../src/resources/demoAccounts'
import { openTestDatabase, settingsOf, type TestDatabase } from '../../../testing/testDatabase'

type Environment = Readonly<Record<string, string>>

/** All starts share one address, so that a later one knows the issuer of an earlier token. */
const address = { PUBLIC_URL: 'http://localhost:3000' }

interface Session {
  access_token: string
  refresh_token: string
}

/** Starts a server with these settings on a spare port for the time of `work`. */
const whileRunning = async <T>(
  environment: Environment,
  work: (running: { url: string; log: string[] }) => Promise<T>,
): Promise<T> => {
  const log: string[] = []
  const config = { ...readServerConfig({ ...address, ...environment }), HOST: '127.0.0.1', PORT: 0 }
  const note = (level: LogLevel, message: string) => void log.push(`${level} ${message}`)
  const server = await startServer(product, config, note, { web: 'none' })
  try {
    return await work({ url: server.url, log })
  } finally {
    await server.close()
  }
}

const post = (url: string, body: unknown): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

const signIn = (url: string, email: string): Promise<Response> =>
  post(`${url}/auth/v1/token?grant_type=password`, { email, password: demoPassword })

/** Tries to sign in with the password, and with tokens of an earlier session. */
const waysIn = async (url: string, email: string, { access_token, refresh_token }: Session) => {
  const headers = { authorization: `Bearer ${access_token}` }
  const answers = await Promise.all([
    signIn(url, email),
    post(`${url}/auth/v1/token?grant_type=refresh_token`, { refresh_token }),
    fetch(`${url}/auth/v1/user`, { headers }),
    fetch(`${url}/api/users/me`, { headers }),
  ])
  return answers.map(({ status }) => status)
}

const sessionsOf = async (url: string): Promise<Map<string, Session>> => {
  const sessions = new Map<string, Session>()
  for (const { email } of people) {
    const answer = await signIn(url, email)
    expect(answer.status).toBe(200)
    sessions.set(email, (await answer.json()) as Session)
  }
  return sessions
}

/** Every combination of settings, except those that make a demo. */
const starts = (database: Environment): Environment[] =>
  ['', 'off']
    .flatMap(DEMO =>
      ['127.0.0.1', '0.0.0.0'].flatMap(HOST =>
        [address.PUBLIC_URL, 'https://booking.example.com'].map(PUBLIC_URL => ({
          DEMO,
          HOST,
          PUBLIC_URL,
          ...database,
        })),
      ),
    )
    .filter(({ DEMO, HOST, PUBLIC_URL }) => {
      const isThisMachineOnly = HOST === '127.0.0.1' && PUBLIC_URL.startsWith('http:') && !database.DATABASE_URL
      return !(DEMO === '' && isThisMachineOnly)
    })

const suite = (open: () => Promise<{ environment: Environment; close: () => Promise<void> }>, all: Environment[]) => {
  let database: Environment
  let close = async () => {}
  let sessions: Map<string, Session>
  beforeAll(async () => {
    const opened = await open()
    database = opened.environment
    close = opened.close
    sessions = await whileRunning({ ...database, DEMO: 'on' }, ({ url }) => sessionsOf(url))
  }, 120_000)
  afterAll(() => close())

  test.each(all)('start with %j lets no demo account in, and says so', async start => {
    await whileRunning({ ...start, ...database }, async ({ url, log }) => {
      for (const { email } of people) {
        const session = sessions.get(email) as Session
        const [password, refresh, user, api] = await waysIn(url, email, session)
        expect({ email, password, refresh, user, api }).toEqual({
          email,
          password: 400,
          refresh: 400,
          user: 403,
          api: 401,
        })
      }
      expect(log.filter(line => line.startsWith('warn demo accounts exist'))).toHaveLength(1)
    })
  })

  test('a start with the demo lets them in again', async () => {
    await whileRunning({ ...database, DEMO: 'on' }, async ({ url, log }) => {
      for (const { email } of people)
        expect(await waysIn(url, email, sessions.get(email) as Session)).toEqual([200, 200, 200, 200])
      expect(log.filter(line => line.startsWith('warn'))).toEqual([])
    })
  })

  test.each<Environment>([{ HOST: '0.0.0.0' }, { HOST: '::' }, { PUBLIC_URL: 'https://booking.example.com' }])(
    'a start with the demo and %j says that whoever reaches it can sign in',
    async start => {
      const log = await whileRunning({ ...database, DEMO: 'on', ...start }, async running => running.log)
      expect(log.filter(line => line.startsWith('warn whoever reaches this server'))).toHaveLength(1)
    },
  )

  test.each([
    [{ DEMO: 'off' }, 1],
    [{ DEMO: 'on', HOST: '0.0.0.0' }, 1],
    [{ DEMO: 'off', SECRETS_KEY: Buffer.alloc(32, 1).toString('base64') }, 0],
  ])('a start with %j says %d times that secrets are kept as plain text', async (start, times) => {
    const log = await whileRunning({ ...database, ...start }, async running => running.log)
    expect(log.filter(line => line.includes('SECRETS_KEY'))).toHaveLength(times)
  })
}

describe('on the embedded database', () => {
  const open = async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'slotwise-demo-'))
    return { environment: { DATA_DIR: folder }, close: () => rm(folder, { recursive: true, force: true }) }
  }
  // The server keeps all of them; each takes a while to open.
  suite(
    open,
    starts({}).filter(({ DEMO, HOST, PUBLIC_URL }) =>
      DEMO === 'off' ? HOST === '127.0.0.1' && PUBLIC_URL === address.PUBLIC_URL : HOST === '0.0.0.0',
    ),
  )
})

const postgresUrl = inject('postgresUrl')
describe.skipIf(!postgresUrl)('on a PostgreSQL server', () => {
  const open = async () => {
    const database: TestDatabase = await openTestDatabase(postgresUrl)
    const folder = await mkdtemp(path.join(os.tmpdir(), 'slotwise-demo-'))
    return {
      environment: { ...settingsOf(database.url), DATA_DIR: folder },
      close: async () => {
        await database.close()
        await rm(folder, { recursive: true, force: true })
      },
    }
  }
  suite(open, starts(settingsOf(postgresUrl)))
})
