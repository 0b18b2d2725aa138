import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { watchBreaks } from '../goingBack'
import { appliedTo, machineFolder, migrate, readMigrations } from '../migrate'
import { forgetProgress, hasBegun, runOnline, untilFree } from './runOnline'
import { addedBefore, isOnline } from './steps'

interface Options {
  /** One process at a time. Waiting must not keep a snapshot, since an index build would wait for it. */
  alone: <T>(name: string, work: () => Promise<T>) => Promise<T>
  migrations?: string | undefined
  onStep?: ((name: string, sql: string) => void) | undefined
}

/** Milliseconds that requests may queue behind a migration waiting for a long request. */
const patience = 3_000

/**
 * Applies pending migrations while the previous version's processes serve. Marked ones run beside them, the others in
 * transactions before, between and after.
 * @returns whether any was pending
 */
export const migrateOnline = async (
  pool: pg.Pool,
  { alone, migrations, onStep = () => {} }: Options,
): Promise<boolean> => {
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }) })
  const texts = await readMigrations(migrations, machineFolder)
  const names = Object.keys(texts)
  const applied = await appliedTo(db as never)
  const pending = (known: readonly string[]) =>
    names.filter(name => !known.includes(name) && isOnline(texts[name] ?? ''))
  // Nobody uses a new database, nor one whose ledger is replaced.
  if (applied.every(name => !name.includes('/')) || pending(applied).length === 0)
    return untilFree(() => migrate(pool, migrations, machineFolder, { patience }))

  await alone('migrations', async () => {
    const done = await appliedTo(db as never)
    for (const name of pending(done)) {
      const before = names.slice(0, names.indexOf(name))
      await untilFree(() =>
        migrate(pool, migrations, machineFolder, {
          isWanted: each => before.includes(each) || done.includes(each),
          patience,
        }),
      )
      const client = await pool.connect()
      try {
        // An interrupted run's removals are no longer in the catalog, so the ledger records an unknown.
        const note =
          !(await hasBegun(client, name)) &&
          (await watchBreaks(async text => (await client.query(text)).rows, addedBefore(name, texts)))
        await runOnline(client, name, texts[name] ?? '', sql => onStep(name, sql)).catch(cause => {
          throw new Error(`The migration ${name} failed.`, { cause })
        })
        await client.query('begin')
        if (note) await note()
        await client.query('insert into migrations (name, timestamp) values ($1, $2)', [name, new Date().toISOString()])
        await client.query(`${forgetProgress}; commit`)
      } finally {
        client.release()
      }
      done.push(...before.filter(each => !done.includes(each)), name)
    }
  })
  await untilFree(() => migrate(pool, migrations, machineFolder, { patience }))
  return true
}
