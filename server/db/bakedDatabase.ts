import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../root'
import { startWorker } from './embedded/startWorker'
import { migrate, readMigrations } from './migrate'

const cacheFolder = path.join(projectRoot, 'node_modules/.cache/slotwise')

const fingerprint = async (migrations?: string): Promise<string> => {
  const files = ['node_modules/@electric-sql/pglite/package.json', 'server/db/embedded/worker.mjs']
  const contents = await Promise.all(files.map(file => readFile(path.join(projectRoot, file), 'utf8')))
  const everything = JSON.stringify([...contents, await readMigrations(migrations)])
  return createHash('sha256').update(everything).digest('hex').slice(0, 16)
}

/** A gzip dump with all migrations and no rows. A copy is many times faster than a new database. */
export const bakedDatabase = async (migrations?: string): Promise<string> => {
  const file = path.join(cacheFolder, `database-${await fingerprint(migrations)}.tgz`)
  if (existsSync(file)) return file

  const server = await startWorker({})
  try {
    await migrate(server.pool, migrations)
    await server.pool.query('checkpoint')
    await mkdir(cacheFolder, { recursive: true })
    // Safe for parallel processes: each renames a complete file into place.
    const unfinished = `${file}.${process.pid}`
    await writeFile(unfinished, await server.dump())
    await rename(unfinished, file)
    return file
  } finally {
    await server.stop()
  }
}
