import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { readServerConfig } from '../../../server/config'
import { product } from '../../../server/product'
import { type RunningServer, startServer } from '../../../server/startServer'
import { demoAccounts } from '../../../src/resources/demoAccounts'
import { describeOnPostgres } from '../support/describeOnDatabase'
import { startTransactionPooler } from '../support/transactionPooler'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'slotwise-starting-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const start = (environment: Readonly<Record<string, string>>): Promise<RunningServer> =>
  startServer(product, readServerConfig({ DATA_DIR: folder, PORT: '0', ...environment }), () => {}, { web: 'none' })

it('says of every setting at once what does not work, and names it', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const environment = {
    PORT: String(port),
    DATA_DIR: '/proc/slotwise/data',
    DATABASE_URL: 'postgres://app:s3cret@127.0.0.1:1/slotwise',
  }
  const message = await start(environment).then(
    () => '',
    (error: Error) => error.message,
  )
  other.close()
  expect(message.split('\n')).toEqual([
    expect.stringContaining(`PORT ${port} is taken on 127.0.0.1`),
    expect.stringContaining('DATA_DIR cannot be written: /proc/slotwise/data'),
    'DATABASE_URL: no server listens there (127.0.0.1:1/slotwise, ECONNREFUSED)',
  ])
})

it.runIf(inject('postgresUrl'))('names a database that is not there, without its password', async () => {
  const url = new URL(inject('postgresUrl') ?? '')
  url.pathname = '/nowhere'
  url.password = 's3cret'
  await expect(start({ DATABASE_URL: url.href })).rejects.toThrow(
    `DATABASE_URL: the server has no such database (${url.host}/nowhere, 3D000)`,
  )
})

describeOnPostgres('Two processes', use => {
  const environment = () => ({ DATABASE_URL: use().url ?? '' })

  it('start on a pooler in transaction mode once that is said', async () => {
    const pooler = await startTransactionPooler(use().url ?? '', 4)
    await expect(start({ DATABASE_URL: pooler.url })).rejects.toThrow(
      /^DATABASE_URL: a pooler in transaction mode is there. Set DATABASE_POOLER=transaction/,
    )
    await expect(start({ ...environment(), DATABASE_DIRECT_URL: pooler.url })).rejects.toThrow(
      /^DATABASE_DIRECT_URL: a pooler in transaction mode is there/,
    )
    const settings = { DATABASE_URL: pooler.url, DATABASE_POOLER: 'transaction', DEMO: 'off' }
    for (const each of [settings, { ...settings, DATABASE_DIRECT_URL: use().url ?? '' }]) {
      const server = await start(each)
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
      await server.close()
    }
    await pooler.close()
  })

  it('start at once on an empty database with the demo', async () => {
    const servers = await Promise.all([1, 2].map(() => start({ ...environment(), DEMO: 'on' })))
    await Promise.all(servers.map(server => server.close()))
    const { rows } = await use().owner.query('select count(*)::int as users from users')
    expect(rows).toEqual([{ users: demoAccounts.length }])
  }, 60_000)

  it('are restarted one after the other while calls arrive, and none is lost', async () => {
    const settings = { ...environment(), DEMO: 'off', PUBLIC_URL: 'http://localhost' }
    const servers = await Promise.all([1, 2].map(() => start(settings)))
    const answer = await fetch(`${servers[0]?.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'rolling@example.com', password: 'a-good-password-1' }),
    })
    const { access_token } = (await answer.json()) as { access_token: string }
    const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }

    // Acts as a proxy: asks each process, and sends calls in turn to those that are ready.
    let ready = [...servers]
    let isOver = false
    const polling = (async () => {
      while (!isOver) {
        const states = await Promise.all(
          servers.map(async server => {
            const status = await fetch(`${server.url}/readyz`).then(
              ({ status }) => status,
              () => 0,
            )
            return { server, isReady: status === 200 }
          }),
        )
        ready = states.flatMap(({ server, isReady }) => (isReady ? [server] : []))
        await sleep(50)
      }
    })()
    const outcomes: (number | string)[] = []
    const caller = async (name: string) => {
      for (let call = 0; !isOver; call++) {
        const server = ready[call % ready.length] as RunningServer
        const body = JSON.stringify({ name: `${name} ${call}` })
        outcomes.push(
          await fetch(`${server.url}/api/users/me`, { method: 'PATCH', headers, body }).then(
            ({ status }) => status,
            error => String(error.cause ?? error),
          ),
        )
      }
    }
    const calling = Promise.all(['a', 'b', 'c', 'd'].map(caller))
    const untilMore = (count: number) => {
      const before = outcomes.length
      return expect.poll(() => outcomes.length).toBeGreaterThan(before + count)
    }
    for (const place of [0, 1]) {
      await expect.poll(() => ready).toHaveLength(2)
      await untilMore(10)
      servers[place]?.drain()
      await expect.poll(() => ready).not.toContain(servers[place])
      // By then, no call is on its way to a process that has stopped listening.
      await untilMore(4)
      await servers[place]?.close()
      servers[place] = await start(settings)
    }
    await expect.poll(() => ready).toHaveLength(2)
    await untilMore(10)
    isOver = true
    await Promise.all([calling, polling])
    await Promise.all(servers.map(server => server.close()))
    expect(outcomes.length).toBeGreaterThan(40)
    expect(outcomes.filter(outcome => outcome !== 200)).toEqual([])
  }, 60_000)
})
