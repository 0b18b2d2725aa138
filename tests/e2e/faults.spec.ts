import { spawnSync } from 'node:child_process'
import { cp, mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { fillSql, onlineMark } from '../../server/db/online/steps'
import { isPostgresInstalled, type LocalPostgres, startLocalPostgres } from '../api/support/localPostgres'
import { channelNames, createChannel, signInOverHttp } from './support/api'
import { type RunningServer, removeData, startServer } from './support/server'
import { expect, test } from './support/test'

/** `node scripts/tryFaults.mjs` asks for twenty. */
const rounds = Number(process.env.KILL_ROUNDS ?? 2)

const readiness = (url: string): Promise<number> => fetch(`${url}/readyz`).then(({ status }) => status)

/** Writes channels one after the other until told to stop, and keeps what was acknowledged. */
const startWriting = (url: string, headers: Record<string, string>, prefix: string) => {
  const acknowledged: string[] = []
  const statuses: (number | null)[] = []
  let isStopped = false
  const writing = (async () => {
    for (let n = 0; !isStopped; n++) {
      const name = `${prefix}-${n}`
      const status = await createChannel(url, headers, name)
      statuses.push(status)
      if (status === 201) acknowledged.push(name)
    }
  })()
  return {
    acknowledged,
    statuses,
    stop: async () => {
      isStopped = true
      await writing
    },
  }
}

const expectKept = async (url: string, headers: Record<string, string>, acknowledged: readonly string[]) => {
  const kept = await channelNames(url, headers)
  expect(acknowledged.filter(name => !kept.has(name))).toEqual([])
}

test('a server that is told to stop finishes what it accepted, and does not wait for idle connections', async () => {
  const first = await startServer()
  const { headers } = await signInOverHttp(first.url)
  const writers = Array.from({ length: 8 }, (_, index) => startWriting(first.url, headers, `Last ${index}`))
  await expect.poll(() => writers.every(({ acknowledged }) => acknowledged.length > 2)).toBe(true)
  expect(await first.stop()).toBe(0)
  await Promise.all(writers.map(({ stop }) => stop()))
  const statuses = new Set(writers.flatMap(writer => writer.statuses))
  expect([...statuses].filter(status => status !== 201 && status !== null)).toEqual([])

  const second = await startServer({ dataDir: first.dataDir })
  const again = await signInOverHttp(second.url)
  await expectKept(
    second.url,
    again.headers,
    writers.flatMap(({ acknowledged }) => acknowledged),
  )
  await second.stop()
  await removeData(first.dataDir)
})

/** Of a process, in megabytes. */
const memoryOf = async (pid: number): Promise<number> => {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

/** `node scripts/tryFaults.mjs` sends five hundred clients against a process as it comes; a few show the same of one that takes few. */
const isThorough = rounds > 2
const crowded = {
  clients: isThorough ? 500 : 60,
  env: { RATE_LIMIT_ACCOUNT: '0', RATE_LIMIT_ADDRESS: '0', ...(!isThorough && { MAX_REQUESTS: '20' }) },
}

/** Clients that ask again as soon as they may, for as long as `load` takes. How long each answer took, by status. */
const crowd = async (url: string, headers: Record<string, string>, load: () => Promise<void>) => {
  const waits: Record<number, number[]> = { 200: [], 503: [] }
  let isOver = false
  const clients = Array.from({ length: crowded.clients }, async () => {
    while (!isOver) {
      const begun = performance.now()
      const answer = await fetch(`${url}/api/channels`, { headers })
      await answer.arrayBuffer()
      const waited = waits[answer.status]
      if (!waited) throw new Error(`Answered ${answer.status}`)
      waited.push(performance.now() - begun)
      if (answer.status !== 503) continue
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
      await wait(1000 * Number(answer.headers.get('retry-after')))
    }
  })
  await Promise.all([
    ...clients,
    load().finally(() => {
      isOver = true
    }),
  ])
  return waits
}

const expectToWithstand = async (server: RunningServer) => {
  test.setTimeout(60_000 + rounds * 30_000)
  const { headers } = await signInOverHttp(server.url)
  const before = await memoryOf(server.pid)
  let most = before
  const waits = await crowd(server.url, headers, async () => {
    for (const end = Date.now() + rounds * 1000; Date.now() < end; await wait(200)) {
      expect(await readiness(server.url)).toBe(200)
      most = Math.max(most, await memoryOf(server.pid))
    }
  })
  const [served = [], refused = []] = [waits[200], waits[503]]
  const middle = (numbers: number[]) => Math.round(numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0)
  test.info().annotations.push({
    type: 'figures',
    description: `${served.length} answered in ${middle(served)} ms, ${refused.length} refused in ${middle(refused)} ms; ${Math.round(before)} MB before, at most ${Math.round(most)} MB`,
  })
  expect(served.length).toBeGreaterThan(0)
  expect(refused.length).toBeGreaterThan(0)
  expect(most - before).toBeLessThan(500)
  // As before, the moment that they are gone.
  expect((await fetch(`${server.url}/api/bookings`, { headers })).status).toBe(200)
  expect(await server.stop()).toBe(0)
}

test('more clients than can be served get an answer or a refusal, and take no more memory', async () => {
  const server = await startServer({ env: crowded.env })
  await expectToWithstand(server)
  await removeData(server.dataDir)
})

/** Gives the server that follows a disk of its own, of 110 MB, with the demo data on it. */
const ownDisk = ['unshare', '-Urm', 'sh', '-c'] as const
const mountDisk = 'mount -t tmpfs -o size=110m tmpfs "$DATA_DIR" && cp -r "$E2E_DATA/." "$DATA_DIR" && exec "$0" "$@"'

test('a full disk is said, loses nothing acknowledged, and passes when there is room', async () => {
  test.skip(spawnSync('unshare', ['-Urm', 'true']).status !== 0, 'A disk of one’s own cannot be had here.')
  const server = await startServer({ within: [...ownDisk, mountDisk] })
  const { headers } = await signInOverHttp(server.url)
  const write = startWriting(server.url, headers, 'Full')
  await expect.poll(() => write.acknowledged.length).toBeGreaterThan(3)
  // Its disk is where only it sees it.
  const filler = `/proc/${server.pid}/root${server.dataDir}/filler`
  const file = await open(filler, 'w')
  const fill = async () => {
    for (;;) await file.write(Buffer.alloc(65_536, 1))
  }
  await expect(fill()).rejects.toThrow('ENOSPC')
  await file.close()
  await expect.poll(() => write.statuses.filter(status => status === 503).length).toBeGreaterThan(3)
  await rm(filler)
  const before = write.acknowledged.length
  await expect.poll(() => write.acknowledged.length).toBeGreaterThan(before + 3)
  await write.stop()
  expect(write.statuses.filter(status => status !== 201 && status !== 503)).toEqual([])
  await expectKept(server.url, headers, write.acknowledged)
  expect(await server.stop()).toBe(0)
  await removeData(server.dataDir)
})

test('no password, token or link reaches the log', async () => {
  const server = await startServer({ env: { DEMO: 'off', AUTH_CONFIRM_EMAIL: 'on' } })
  const auth = async (route: string, body: object) => {
    const answer = await fetch(`${server.url}/auth/v1${route}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as Record<string, string>
  }
  const email = 'log@example.test'
  const password = 'a-secret-password-1'
  await auth('/signup', { email, password })
  const outbox = path.join(server.dataDir, 'outbox')
  const readToken = async (): Promise<string> => {
    const [mail] = await readdir(outbox).catch(() => [])
    const file = mail ? await readFile(path.join(outbox, mail), 'utf8') : ''
    const text = /base64\r\n\r\n([\s\S]*?)\r\n--/.exec(file)?.[1] ?? ''
    return /token_hash=([\w-]+)/.exec(Buffer.from(text, 'base64').toString('utf8'))?.[1] ?? ''
  }
  await expect.poll(readToken).not.toBe('')
  const tokenHash = await readToken()
  await auth('/token?grant_type=password', { email, password: 'a-wrong-password-1' })
  const session = await auth('/verify', { type: 'signup', token_hash: tokenHash })
  const { access_token: accessToken = '', refresh_token: refreshToken = '' } = session
  expect(accessToken).not.toBe('')
  const authorization = `Bearer ${accessToken}`
  await fetch(`${server.url}/api/users/me?access_token=${accessToken}`, { headers: { authorization } })
  await fetch(`${server.url}/api/users/me`, { headers: { authorization } })
  await fetch(`${server.url}/api/channels`, { headers: { authorization: `${authorization}broken` } })
  await auth('/token?grant_type=refresh_token', { refresh_token: refreshToken })
  await auth('/recover', { email })
  await server.stop()
  const log = server.output()
  expect(log).toContain('"path":"/api/users/me"')
  for (const secret of [password, 'a-wrong-password-1', tokenHash, accessToken, refreshToken])
    expect(log).not.toContain(secret)
  await removeData(server.dataDir)
})

/**
 * Hands calls to servers in turn, and answers 502 for one that does not answer. Like proxies, it keeps its connections and
 * repeats nothing.
 */
const startBalancer = async (servers: () => readonly RunningServer[]) => {
  const agent = new http.Agent({ keepAlive: true })
  let turn = 0
  const balancer = http.createServer((request, response) => {
    const among = servers()
    const { hostname, port } = new URL(among[turn++ % among.length]?.url ?? '')
    const { method, url, headers } = request
    const forwarded = http.request({ hostname, port, method, path: url, headers, agent }, answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    forwarded.on('error', () => response.headersSent || response.writeHead(502).end())
    request.pipe(forwarded)
  })
  // An idle connection must not be closed while a client takes it for the next call.
  balancer.keepAliveTimeout = 75_000
  await new Promise<void>(resolve => balancer.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`,
    close: async () => {
      agent.destroy()
      balancer.closeAllConnections()
      await new Promise(resolve => balancer.close(resolve))
    },
  }
}

test.describe('with PostgreSQL', () => {
  test.skip(!isPostgresInstalled(), 'There is no PostgreSQL server here.')
  let postgres: LocalPostgres
  test.beforeAll(async () => {
    const started = await startLocalPostgres()
    if (!started) throw new Error('PostgreSQL did not start.')
    postgres = started
  })
  test.afterAll(() => postgres.stop())
  const start = (env: Record<string, string> = {}) =>
    startServer({ env: { DATABASE_URL: postgres.url, DEMO: 'on', ...env } })

  test('a database that crashes under load loses nothing acknowledged, and its absence is said and passes', async () => {
    test.setTimeout(60_000 + rounds * 60_000)
    const server = await start()
    const { headers } = await signInOverHttp(server.url)
    const acknowledged: string[] = []
    for (let round = 0; round < rounds; round++) {
      const writers = [0, 1, 2, 3].map(index => startWriting(server.url, headers, `Crash ${round} ${index}`))
      await expect.poll(() => writers.every(writer => writer.acknowledged.length > 3)).toBe(true)
      await postgres.crash()
      await expect.poll(() => readiness(server.url)).toBe(503)
      const refused = await fetch(`${server.url}/api/channels`, { headers })
      expect(refused.status).toBe(503)
      expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
      await postgres.restart()
      await expect.poll(() => readiness(server.url)).toBe(200)
      const before = writers.map(writer => writer.acknowledged.length)
      await expect.poll(() => writers.every((writer, i) => writer.acknowledged.length > (before[i] ?? 0))).toBe(true)
      for (const writer of writers) {
        await writer.stop()
        acknowledged.push(...writer.acknowledged)
        expect(writer.statuses.filter(status => status !== 201 && status !== 503)).toEqual([])
      }
    }
    await expectKept(server.url, headers, acknowledged)
    expect(await server.stop()).toBe(0)
    await removeData(server.dataDir)
  })

  test('more clients than can be served are withstood as well', async () => {
    test.skip(!isThorough, 'The embedded database shows the same.')
    const server = await start(crowded.env)
    await expectToWithstand(server)
    await removeData(server.dataDir)
  })

  test('of two servers behind a balancer one is killed: nothing is lost, nobody is signed out', async () => {
    test.setTimeout(60_000 + rounds * 60_000)
    let servers: RunningServer[] = []
    const { url, close } = await startBalancer(() => servers)

    // What all of them are called: a token of one has to be good at the other.
    const startOne = () => start({ PUBLIC_URL: url })
    servers = [await startOne(), await startOne()]
    const client = await signInOverHttp(url)
    const acknowledged: string[] = []
    for (let round = 0; round < rounds; round++) {
      const writers = [0, 1, 2, 3].map(index => startWriting(url, client.headers, `Two ${round} ${index}`))
      await expect.poll(() => writers.every(writer => writer.acknowledged.length > 3)).toBe(true)
      await servers[round % 2]?.kill()
      const before = writers.map(writer => writer.acknowledged.length)
      await expect
        .poll(() => writers.every((writer, i) => writer.acknowledged.length > (before[i] ?? 0) + 2))
        .toBe(true)
      for (const writer of writers) {
        await writer.stop()
        acknowledged.push(...writer.acknowledged)
        // 401 would be a sign-out.
        expect(writer.statuses.filter(status => status !== 201 && status !== 502 && status !== null)).toEqual([])
      }
      const fresh = await startOne()
      servers = servers.map((server, index) => (index === round % 2 ? fresh : server))
    }
    await expectKept(url, client.headers, acknowledged)
    // A session of the one goes on at the other, also when it has to be renewed.
    const renewed = await fetch(`${url}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: client.refreshToken }),
    })
    expect(renewed.status).toBe(200)
    for (const server of servers) {
      expect((await fetch(`${server.url}/api/users/me`, { headers: client.headers })).status).toBe(200)
      expect(await server.stop()).toBe(0)
      await removeData(server.dataDir)
    }
    await close()
  })

  /** Changes a table that is written meanwhile: what both versions read and write stays. */
  const nextMigrations = {
    '9998_next.sql': `alter table channels add column next_name text;
      create function name_next() returns trigger language plpgsql as $$ begin new.next_name := new.name; return new; end $$;
      create trigger channels_next before insert or update on channels for each row execute function name_next();
      alter table channels add constraint channels_next_given check (next_name is not null) not valid;`,
    '9999_next_online.sql': `${onlineMark}
${fillSql('channels', [], 'next_name = name', 'next_name is distinct from name')};
create index concurrently channels_next_idx on channels (tenant_id, next_name);
alter table channels validate constraint channels_next_given;
`,
  }

  /** The built server with migrations that the running ones do not know. */
  const buildNext = async (): Promise<string> => {
    const project = path.resolve('node_modules/.cache/slotwise/next')
    await rm(project, { recursive: true, force: true })
    await mkdir(project, { recursive: true })
    await cp('dist', path.join(project, 'dist'), { recursive: true })
    for (const [name, text] of Object.entries(nextMigrations))
      await writeFile(path.join(project, 'dist/server/migrations', name), text)
    return project
  }

  test('two servers behind a balancer give way to the next version one after the other, and one goes back: none of 800 calls fails', async () => {
    test.setTimeout(300_000)
    const project = await buildNext()
    const servers: RunningServer[] = []
    let ready: RunningServer[] = []
    const { url, close } = await startBalancer(() => ready)
    const unlimited = { RATE_LIMIT_ACCOUNT: '0', RATE_LIMIT_ADDRESS: '0' }
    // Other tests have one that no next version has migrated.
    const client = new pg.Client(postgres.url)
    await client.connect()
    await client.query('create database rolling')
    await client.end()
    const DATABASE_URL = Object.assign(new URL(postgres.url), { pathname: '/rolling' }).href
    const env = { DATABASE_URL, PUBLIC_URL: url, DEMO: 'on', DRAIN_SECONDS: '2', ...unlimited }
    servers.push(await startServer({ env }), await startServer({ env }))
    ready = [...servers]
    // As deploy/Caddyfile does, which looks once a second and waits for five.
    const looking = setInterval(async () => {
      const states = await Promise.all(servers.map(server => readiness(server.url).catch(() => 0)))
      ready = servers.filter((_, place) => states[place] === 200)
    }, 250)
    const { headers } = await signInOverHttp(url)
    const writers = Array.from({ length: 8 }, (_, index) => startWriting(url, headers, `Rolling ${index}`))
    const calls = () => writers.flatMap(({ statuses }) => statuses)
    const replacements = [
      { place: 0, version: { project } },
      { place: 1, version: { project } },
      { place: 0, version: {} },
    ]
    for (const { place, version } of replacements) {
      await expect.poll(() => ready.length).toBe(2)
      const before = calls().length
      expect(await servers[place]?.stop()).toBe(0)
      expect(calls().length).toBeGreaterThan(before)
      await removeData(servers[place]?.dataDir ?? '')
      servers[place] = await startServer({ ...version, env })
    }
    await expect.poll(() => ready.length).toBe(2)
    await expect.poll(() => calls().length, { timeout: 60_000 }).toBeGreaterThan(800)
    await Promise.all(writers.map(({ stop }) => stop()))
    expect(calls().filter(status => status !== 201)).toEqual([])
    await expectKept(
      url,
      headers,
      writers.flatMap(({ acknowledged }) => acknowledged),
    )
    clearInterval(looking)
    for (const server of servers) {
      expect(await server.stop()).toBe(0)
      await removeData(server.dataDir)
    }
    await close()
  })
})
