import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from '../root'
import { startWorker } from './embedded/startWorker'
import { migrate, readMigrations } from './migrate'

const cacheFolder = path.join(projectRoot, 'node_modules/.cache/slotwise')

/** Changes with everything that the dump depends on: the engine, how it is started, and the migrations. */
const fingerprint = async (): Promise<string> => {
  const files = ['node_modules/@electric-sql/pglite/package.json', 'server/db/embedded/worker.mjs']
  const contents = await Promise.all(files.map(file => readFile(path.join(projectRoot, file), 'utf8')))
  const everything = JSON.stringify([...contents, await readMigrations()])
  return createHash('sha256').update(everything).digest('hex').slice(0, 16)
}

/**
 * The path of a gzip dump of an embedded database with all migrations applied and no rows; made when it is missing. A new
 * database begins as a copy of it, in a fraction of the time that PostgreSQL needs to make one.
 */
export const bakedDatabase = async (): Promise<string> => {
  const file = path.join(cacheFolder, `database-${await fingerprint()}.tgz`)
  if (existsSync(file)) return file

  const server = await startWorker({})
  try {
    await migrate(server.pool)
    await server.pool.query('checkpoint')
    await mkdir(cacheFolder, { recursive: true })
    // Two processes may be here at once: each renames a whole file into place.
    const unfinished = `${file}.${process.pid}`
    await writeFile(unfinished, await server.dump())
    await rename(unfinished, file)
    return file
  } finally {
    await server.stop()
  }
}
