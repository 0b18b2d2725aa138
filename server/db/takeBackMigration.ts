import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import { cacheFolder } from '../root'
import { openEmbedded } from './embedded/openEmbedded'
import { appliedTo, machineFolder } from './migrate'
import { ownerPool } from './postgres'

const noteOf = (file: string): string =>
  path.join(cacheFolder, `before-${createHash('sha256').update(file).digest('hex').slice(0, 16)}.json`)

export const noteBefore = async (migration: string, snapshot: string): Promise<void> => {
  await mkdir(cacheFolder, { recursive: true })
  await writeFile(noteOf(migration), existsSync(snapshot) ? await readFile(snapshot, 'utf8') : '')
}

/** @throws while a server uses the embedded database */
export const appliedMigrations = async ({
  DATABASE_URL,
  DATABASE_DIRECT_URL = DATABASE_URL,
  DATA_DIR,
}: {
  DATABASE_URL?: string | undefined
  DATABASE_DIRECT_URL?: string | undefined
  DATA_DIR: string
}): Promise<string[]> => {
  if (!DATABASE_DIRECT_URL && !existsSync(path.join(DATA_DIR, 'database'))) return []
  const { pool, stop } = DATABASE_DIRECT_URL
    ? { pool: ownerPool(DATABASE_DIRECT_URL), stop: () => pool.end() }
    : await openEmbedded(DATA_DIR)
  try {
    return await appliedTo(new Kysely({ dialect: new PostgresDialect({ pool }) }))
  } finally {
    await stop()
  }
}

/**
 * @param applied names in a database's ledger
 * @returns the deleted files' names
 * @throws, with nothing changed, for a migration that has run or was written elsewhere
 */
export const takeBackMigration = async (folder: string, applied: readonly string[]): Promise<string[]> => {
  const files = (await readdir(folder)).filter(file => file.endsWith('.sql')).sort()
  const last = files.at(-1)
  if (!last) throw new Error('There is no migration to take back.')
  const stem = path.basename(last, '.sql').slice('0000_'.length)
  const pair = files.at(-2)?.slice('0000_'.length) === `${stem.replace(/_online$/, '')}.sql` && stem.endsWith('_online')
  const gone = pair ? files.slice(-2) : [last]
  const sequence = folder === machineFolder ? 'machine' : 'product'
  for (const file of gone) {
    if (applied.includes(`${sequence}/${path.basename(file, '.sql')}`))
      throw new Error(`${file} has run: change the declarations back, and write another migration.`)
    if (!existsSync(noteOf(path.join(folder, file))))
      throw new Error(`${file} was not written here: what schema.json said before is known to version control alone.`)
  }
  const before = await readFile(noteOf(path.join(folder, gone[0] as string)), 'utf8')
  const snapshot = path.join(folder, 'schema.json')
  await (before ? writeFile(snapshot, before) : rm(snapshot))
  await Promise.all(
    gone.flatMap(file => [path.join(folder, file), noteOf(path.join(folder, file))]).map(each => rm(each)),
  )
  return gone
}
