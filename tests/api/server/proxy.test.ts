import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { readServerConfig } from '../../../server/config'
import { product } from '../../../server/product'
import { type RunningServer, startServer } from '../../../server/startServer'
import { openTestDatabase, settingsOf, type TestDatabase } from '../../../testing/testDatabase'
import { png } from '../http/support/fileSamples'
import { sparePort } from '../support/localPostgres'

const postgresUrl = inject('postgresUrl')
const hasCaddy = spawnSync('caddy', ['version']).status === 0
const why = [...(postgresUrl ? [] : ['PostgreSQL']), ...(hasCaddy ? [] : ['Caddy'])].join(' and ')

describe.skipIf(why)(
  `Two processes behind the proxy of deploy/Caddyfile${why && ` (skipped: ${why} is not here)`}`,
  () => {
    let folder: string
    let database: TestDatabase
    let caddy: ChildProcess
    let url: string
    let headers: Record<string, string>
    const servers: RunningServer[] = []
    /** Calls that each answered. */
    const answered = [0, 0]

    beforeAll(async () => {
      folder = await mkdtemp(path.join(os.tmpdir(), 'slotwise-proxy-'))
      database = await openTestDatabase(postgresUrl)
      const port = await sparePort()
      url = `http://127.0.0.1:${port}`
      const settings = {
        ...settingsOf(database.url),
        DATA_DIR: folder,
        PORT: '0',
        PUBLIC_URL: url,
        DEMO: 'on',
        TRUSTED_PROXIES: '1',
      }
      for (const index of answered.keys()) {
        const log = (_: string, message: string) => {
          if (message === 'request') answered[index] = (answered[index] ?? 0) + 1
        }
        servers.push(await startServer(product, readServerConfig(settings, product), log, { web: 'none' }))
      }
      const [a, b] = servers.map(server => new URL(server.url).host)
      const file = path.join(folder, 'Caddyfile')
      const text = await readFile('deploy/Caddyfile', 'utf8')
      await writeFile(file, `{\n\tadmin off\n}\n${text.replace('a:3000', a ?? '').replace('b:3000', b ?? '')}`)
      caddy = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
        env: { PATH: process.env.PATH, HOME: folder, DOMAIN: url },
        stdio: 'ignore',
      })
      const isUp = () =>
        fetch(`${url}/readyz`).then(
          ({ status }) => status === 200,
          () => false,
        )
      while (!(await isUp())) await sleep(50)
      const body = JSON.stringify({ email: 'admin@demo.test', password: 'demo-password-1' })
      const signIn = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
      const session = await (await fetch(`${url}/auth/v1/token?grant_type=password`, signIn)).json()
      const authorization = `Bearer ${(session as { access_token: string }).access_token}`
      const tenants = (await (await fetch(`${url}/api/tenants`, { headers: { authorization } })).json()) as {
        id: string
      }[]
      headers = { authorization, 'X-Tenant-ID': tenants[0]?.id ?? '' }
    }, 120_000)
    afterAll(async () => {
      caddy?.kill()
      await Promise.all(servers.map(server => server.close()))
      await database?.close()
      await rm(folder, { recursive: true, force: true })
    })

    test('stream changes at once', async () => {
      const stream = await fetch(`${url}/api/bookings/live`, { headers })
      expect(stream.headers.get('content-type')).toContain('text/event-stream')
      const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
      const answer = await fetch(`${url}/api/bookings?status=confirmed&perPage=1`, { headers })
      const [{ id }] = (await answer.json()) as [{ id: string }]
      const current = await fetch(`${url}/api/bookings/${id}`, { headers })
      const change = await fetch(`${url}/api/bookings/${id}`, {
        method: 'PATCH',
        headers: { ...headers, 'content-type': 'application/json', 'if-match': current.headers.get('etag') ?? '' },
        body: JSON.stringify({ notes: 'Told through the proxy' }),
      })
      expect(change.status).toBe(200)
      let text = ''
      while (!text.includes('event: change')) text += (await reader?.read())?.value ?? ''
      await reader?.cancel()
      expect(text).toContain(id)
    })

    test('take uploads of nearly a megabyte', async () => {
      const picture = png(1, 1, randomBytes(450_000).toString('hex'))
      const answer = await fetch(`${url}/api/uploads/resources/image?name=a.png`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'image/png' },
        body: picture,
      })
      const file = (await answer.json()) as { url: string }
      expect([answer.status, file]).toEqual([201, expect.objectContaining({ url: expect.any(String) })])
      const stored = await fetch(`${url}${file.url}`, { headers })
      expect([stored.status, stored.headers.get('content-type')]).toEqual([200, 'image/png'])
      await stored.arrayBuffer()
    })

    test('wait for a slow answer, longer than they do for anything else', async () => {
      const client = await database.owner.connect()
      await client.query('begin; lock table channels in access exclusive mode')
      const answer = fetch(`${url}/api/channels`, { headers })
      await sleep(6_000)
      await client.query('rollback')
      client.release()
      expect((await answer).status).toBe(200)
    }, 20_000)

    test('turn away from a process that stops, before it goes', async () => {
      const stopping = servers.shift()
      const statuses: number[] = []
      let isOver = false
      const asking = (async () => {
        while (!isOver) {
          const answer = await fetch(`${url}/api/channels`, { headers })
          await answer.arrayBuffer()
          statuses.push(answer.status)
        }
      })()
      const turnsAway = async () => {
        const [before, all] = [answered[0], statuses.length]
        await vi.waitUntil(() => statuses.length > all + 10, { timeout: 30_000 })
        return answered[0] === before
      }
      while (await turnsAway());
      stopping?.drain()
      while (!(await turnsAway()));
      await stopping?.close()
      const before = statuses.length
      await vi.waitUntil(() => statuses.length > before + 50, { timeout: 30_000 })
      isOver = true
      await asking
      expect(new Set(statuses)).toEqual(new Set([200]))
    }, 60_000)
  },
)
