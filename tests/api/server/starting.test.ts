import { once } from 'node:events'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { readServerConfig } from '../../../server/config'
import { openServer } from '../../../server/db/server'
import { product } from '../../../server/product'
import { type RunningServer, startServer } from '../../../server/startServer'
import { demoAccounts } from '../../../src/resources/demoAccounts'
import { settingsOf } from '../../../testing/testDatabase'
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
    `DATABASE_URL: the server has no such database, make it with createdb (${url.host}/nowhere, 3D000)`,
  )
})

describeOnPostgres('Two processes', use => {
  const environment = () => settingsOf(use().url)

  it('start on a pooler in transaction mode once that is said', async () => {
    const pooler = await startTransactionPooler(use().url ?? '', 4)
    await expect(start({ DATABASE_URL: pooler.url })).rejects.toThrow(
      /^DATABASE_URL: a pooler in transaction mode is there. Set DATABASE_POOLER=transaction/,
    )
    await expect(start({ DATABASE_URL: use().url ?? '', DATABASE_DIRECT_URL: pooler.url })).rejects.toThrow(
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

  it('go on after a newer version that only added to the database, and refuse one that took something away', async () => {
    const newer = path.join(folder, 'newer')
    await cp(product.migrations, newer, { recursive: true })
    const upgrade = async (name: string, sql: string) => {
      await writeFile(path.join(newer, name), sql)
      const server = await openServer({ databaseUrl: use().url ?? '', migrations: newer })
      await server.stop()
    }
    const signIn = { email: 'admin@demo.test', password: 'demo-password-1' }

    await upgrade(
      '9001_more.sql',
      'alter table customers add column shoe_size integer; create table shoes (id integer);',
    )
    const server = await start({ ...environment(), DEMO: 'on' })
    const answer = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(signIn) },
    })
    expect(answer.status).toBe(200)
    await server.close()

    await upgrade('9002_less.sql', 'drop table demand;')
    await expect(start(environment())).rejects.toThrow(
      /newer than this program, which cannot go on with it: product\/9002_less \(the table public\.demand is gone\)/,
    )
  }, 60_000)
})
