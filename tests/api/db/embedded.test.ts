import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../../server/db/database'
import { lockDataFolder } from '../../../server/db/embedded/dataFolderLock'
import { openServer } from '../../../server/db/server'
import { bundled } from '../support/bundled'

let writer: string
beforeAll(async () => {
  writer = await bundled(path.join(import.meta.dirname, 'writer.ts'))
})
afterAll(() => rm(path.dirname(writer), { recursive: true }))

let dataDir: string
let lockFile: string
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'slotwise-data-'))
  lockFile = path.join(dataDir, 'database.lock')
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

/** Starts a process that opens the database and writes; `lines` holds its output. */
const startWriter = (round: number) => {
  const child = spawn(process.execPath, ['--liftoff-only', writer, dataDir, String(round)])
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', line => lines.push(line))
  return { child, lines }
}

const kill = async (child: ChildProcess) => {
  const gone = once(child, 'close')
  child.kill('SIGKILL')
  await gone
}

const until = async (holds: () => boolean) => {
  while (!holds()) await sleep(10)
}

const pairs = (database: Database): Promise<{ name: string; rows: number }[]> =>
  database.run(
    { as: 'platform' },
    async trx =>
      (await sql<{ name: string; rows: number }>`select name, count(*) as rows from users group by name`.execute(trx))
        .rows,
  )

/** `node scripts/tryFaults.mjs` sets 20. */
const rounds = Number(process.env.KILL_ROUNDS ?? 2)

describe('The embedded database', () => {
  it('keeps what was written when it is closed and opened again', async () => {
    const first = await openDatabase({ dataDir })
    await first.run({ as: 'platform' }, trx => trx.insertInto('users').values({ email: 'a@demo.test' }).execute())
    await first.close()
    expect(existsSync(lockFile)).toBe(false)
    const second = await openDatabase({ dataDir })
    const users = await second.run({ as: 'platform' }, trx => trx.selectFrom('users').select('email').execute())
    await second.close()
    expect(users).toEqual([{ email: 'a@demo.test' }])
  })

  it(
    'loses nothing acknowledged when its process is killed, whenever that is, and always opens again',
    async () => {
      const kept: string[] = []
      for (let round = 0; round < rounds; round++) {
        const { child, lines } = startWriter(round)
        await until(() => lines.length > 20 + round * 20)
        await kill(child)
        kept.push(...lines.filter(line => line.startsWith('kept ')).map(line => line.slice(5)))

        const database = await openDatabase({ dataDir })
        const found = await pairs(database)
        await database.close()
        expect(found.filter(({ rows }) => rows !== 2)).toEqual([])
        expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(kept))
      }
      expect(kept.length).toBeGreaterThan(rounds * 10)
    },
    60_000 + rounds * 60_000,
  )

  it('opens after its process was killed while it was being made', async () => {
    for (const wait of [50, 200]) {
      const { child, lines } = startWriter(0)
      await until(() => lines.includes('opening'))
      await sleep(wait)
      await kill(child)
      const database = await openDatabase({ dataDir })
      await database.ping()
      await database.close()
      await rm(dataDir, { recursive: true })
    }
    await mkdir(path.join(dataDir, 'database.new/base'), { recursive: true })
    const database = await openDatabase({ dataDir })
    await database.close()
    expect(existsSync(path.join(dataDir, 'database.new'))).toBe(false)
  })

  it('starts again when it breaks, as it does on a full disk, with all that it acknowledged', async () => {
    const { pool, stop } = await openServer({ dataDir })
    const log = path.join(dataDir, 'database/pg_wal')
    await pool.query('create table kept (n int)')
    await rename(log, `${log}.away`)
    let acknowledged = 0
    const write = async () => {
      await pool.query('insert into kept values ($1)', [acknowledged])
      acknowledged++
      // The next segment needs a file in a folder that is missing.
      await pool.query('select pg_switch_wal()')
    }
    const outcome = () =>
      write().then(
        () => 'written',
        error => error.message,
      )
    await expect.poll(outcome).toBe('The embedded database has stopped.')
    await rename(`${log}.away`, log)
    await expect.poll(outcome).toBe('written')
    const { rows } = await pool.query('select count(distinct n) as count from kept')
    await stop()
    expect(rows).toEqual([{ count: acknowledged }])
  })

  it('refuses a second process on its folder, says which has it, and is free when that one is killed', async () => {
    const { child, lines } = startWriter(0)
    await until(() => lines.includes('ready'))
    const opening = openDatabase({ dataDir })
    await expect(opening).rejects.toThrow(`in use by process ${child.pid}, since`)
    await expect(opening).rejects.toThrow('DATA_DIR')
    await kill(child)
    const database = await openDatabase({ dataDir })
    await database.close()
  })
})

describe('The lock on a data folder', () => {
  /** Writes another process's lock. */
  const leave = async (change: Record<string, unknown>, age = 0) => {
    await rm(lockFile, { force: true })
    const unlock = await lockDataFolder(dataDir)
    const holder = JSON.parse(await readFile(lockFile, 'utf8'))
    await unlock()
    await writeFile(lockFile, JSON.stringify({ ...holder, ...change }))
    const then = new Date(Date.now() - age)
    await utimes(lockFile, then, then)
  }
  const take = async () => (await lockDataFolder(dataDir))()

  it('holds against its own process too', async () => {
    const unlock = await lockDataFolder(dataDir)
    await expect(take()).rejects.toThrow(`process ${process.pid}`)
    await unlock()
    await take()
  })

  it('is taken over from a process that is gone, even when its number now belongs to another', async () => {
    await leave({ pid: 2 ** 22 + 1 })
    await take()
    await leave({ pid: process.pid, began: '1' })
    await take()
  })

  it('is left to a process elsewhere that gave a sign of life, and taken when that is long ago', async () => {
    await leave({ machine: 'other-host 1 1' }, 5_000)
    await expect(take()).rejects.toThrow('other-host')
    await leave({ machine: 'other-host 1 1' }, 60_000)
    await take()
  })

  it('is left to a process that is just writing it', async () => {
    await writeFile(lockFile, '')
    await expect(take()).rejects.toThrow('in use by another process')
    await utimes(lockFile, new Date(0), new Date(0))
    await take()
  })

  it('goes to one of several that find it abandoned at once', async () => {
    await leave({ pid: 2 ** 22 + 1 })
    const taken = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataFolder(dataDir)))
    const held = taken.filter(({ status }) => status === 'fulfilled')
    expect(held).toHaveLength(1)
  })
})
