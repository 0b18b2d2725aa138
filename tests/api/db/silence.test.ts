import { sql } from 'kysely'
import { afterEach, expect, it, vi } from 'vitest'
import { type Actor, type Database, openDatabase, type Transaction } from '../../../server/db/database'
import { describeOnPostgres } from '../support/describeOnDatabase'
import { type SilentProxy, startSilentProxy } from '../support/silentProxy'

const platform: Actor = { as: 'platform' }
const poolSize = 4
const soon = { timeout: 30_000, interval: 50 }

describeOnPostgres('A server that falls silent', use => {
  let proxy: SilentProxy
  let database: Database

  const open = async () => {
    proxy = await startSilentProxy(use().url ?? '')
    database = await openDatabase({ databaseUrl: proxy.url, poolSize, lookEvery: 100 })
  }
  afterEach(async () => {
    await database.close()
    await proxy.close()
  })

  const ask = (seconds = 0) => database.run(platform, trx => sql`select pg_sleep(${seconds})`.execute(trx))
  /** Asks once per connection of the pool. */
  const askOnAll = (seconds = 0.1) => Promise.allSettled(Array.from({ length: poolSize }, () => ask(seconds)))
  const tell = (text: string) =>
    database.run(platform, (trx: Transaction) => sql`select pg_notify('news', ${text})`.execute(trx))

  it('is noticed: who waits is told so, and who comes then gets connections that work', async () => {
    await open()
    await askOnAll()
    proxy.swallow()
    const hung = await askOnAll()
    expect(hung.map(({ status }) => status)).toEqual(Array(poolSize).fill('rejected'))
    for (const each of hung) expect(each).toMatchObject({ reason: { code: 'ETIMEDOUT' } })
    const after = await askOnAll()
    expect(after.map(({ status }) => status)).toEqual(Array(poolSize).fill('fulfilled'))
  })

  it('is noticed in the midst of a transaction', async () => {
    await open()
    const work = database.run(platform, async trx => {
      await sql`select 1`.execute(trx)
      proxy.swallow()
      await sql`select 2`.execute(trx)
    })
    await expect(work).rejects.toMatchObject({ code: 'ETIMEDOUT' })
    await ask()
  })

  it('keeps no locks for those that it has lost', async () => {
    await open()
    const lock = (trx: Transaction) => sql`select pg_advisory_xact_lock(1)`.execute(trx)
    const work = database.run(platform, async trx => {
      await lock(trx)
      proxy.swallow()
      await sql`select 1`.execute(trx)
    })
    await expect(work).rejects.toMatchObject({ code: 'ETIMEDOUT' })
    await database.run(platform, lock)
  })

  it('is not ready while somebody waits for it', async () => {
    await open()
    await database.ping()
    proxy.swallow()
    const hung = ask().catch(() => {})
    const isRefused = () =>
      database.ping().then(
        () => false,
        () => true,
      )
    await expect.poll(isRefused).toBe(true)
    await hung
    await vi.waitFor(() => database.ping(), soon)
  })

  it('says that notifications may have been missed, and tells those that follow', async () => {
    await open()
    const heard: (string | null)[] = []
    await database.listen('news', payload => heard.push(payload))
    await tell('before')
    await expect.poll(() => heard).toEqual(['before'])
    proxy.swallow()
    await expect.poll(() => heard).toContain(null)
    await tell('after')
    await expect.poll(() => heard).toEqual(['before', null, 'after'])
  })

  it('is not blamed for a statement that takes its time', async () => {
    await open()
    await ask(2.5)
  })

  it('is waited for while it cannot be reached at all, until the process stops', async () => {
    await open()
    await ask()
    proxy.swallow()
    proxy.swallowNew(true)
    const hung = expect(ask()).rejects.toMatchObject({ code: 'ETIMEDOUT' })
    await vi.waitFor(() => expect(database.ping()).rejects.toThrow(), soon)
    database.hurry()
    await hung
  })
})
