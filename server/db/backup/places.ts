import { existsSync } from 'node:fs'
import path from 'node:path'
import { createEmbedded, openEmbedded } from '../embedded/openEmbedded'
import type { EmbeddedServer } from '../embedded/startWorker'
import { readMigrations } from '../migrate'
import { ownerPool } from '../postgres'
import { explainingRights } from '../rights'
import { backUp } from './backup'
import { readHead } from './file'
import { restore } from './restore'

interface Place {
  DATABASE_URL?: string | undefined
  DATABASE_DIRECT_URL?: string | undefined
  DATA_DIR: string
}

/** Does not migrate. @throws while a server uses the embedded database */
export const openPlace = async ({
  DATABASE_URL,
  DATABASE_DIRECT_URL = DATABASE_URL,
  DATA_DIR,
}: Place): Promise<Pick<EmbeddedServer, 'pool' | 'stop'>> => {
  if (DATABASE_DIRECT_URL) {
    const pool = ownerPool(DATABASE_DIRECT_URL)
    return { pool, stop: () => pool.end() }
  }
  if (!existsSync(path.join(DATA_DIR, 'database')))
    throw new Error(`DATA_DIR ${path.resolve(DATA_DIR)} has no database.`)
  return openEmbedded(DATA_DIR)
}

/** @throws while a server uses the embedded database */
export const backUpPlace = async (
  place: Place,
  file: string,
  options: Parameters<typeof backUp>[2],
): ReturnType<typeof backUp> => {
  const { pool, stop } = await openPlace(place)
  try {
    return await explainingRights(pool, () => backUp(pool, file, options))
  } finally {
    await stop()
  }
}

/** Creating a current database is many times faster than migrating it. */
const isCurrent = async (file: string, migrations: string | undefined): Promise<boolean> => {
  const head = await readHead(file)
  return Object.keys(await readMigrations(migrations)).every(name => head.migrations.includes(name))
}

/** @throws unless the database is empty */
export const restorePlace = async (
  { DATABASE_URL, DATABASE_DIRECT_URL = DATABASE_URL, DATA_DIR }: Place,
  file: string,
  options: Parameters<typeof restore>[2] = {},
): Promise<void> => {
  const { migrations } = options
  if (!DATABASE_DIRECT_URL) {
    const baked = (await isCurrent(file, migrations)) ? { migrations } : null
    return createEmbedded(DATA_DIR, async pool => void (await restore(pool, file, options)), baked)
  }
  const pool = ownerPool(DATABASE_DIRECT_URL)
  try {
    await explainingRights(pool, () => restore(pool, file, options))
  } finally {
    await pool.end()
  }
}
