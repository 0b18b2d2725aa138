import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { cacheFolder, projectRoot } from '../root'
import { engineFolder, startWorker, workerFile } from './embedded/startWorker'
import { migrate, readMigrations } from './migrate'

const fingerprint = async (migrations?: string): Promise<string> => {
  const files = [path.join(engineFolder, '../package.json'), workerFile]
  const contents = await Promise.all(files.map(file => readFile(file, 'utf8')))
  const everything = JSON.stringify([...contents, await readMigrations(migrations)])
  return createHash('sha256').update(everything).digest('hex').slice(0, 16)
}

/** A gzip dump with all migrations and no rows. Copying it is many times faster than migrating. */
export const bakedDatabase = async (migrations?: string): Promise<string> => {
  const name = `database-${await fingerprint(migrations)}.tgz`
  const [shipped, file] = [path.join(projectRoot, 'server', name), path.join(cacheFolder, name)]
  if (existsSync(shipped)) return shipped
  if (existsSync(file)) return file

  const server = await startWorker({ isRepeatable: true })
  try {
    await migrate(server.pool, migrations)
    // Rewriting the table removes the times of the migrations, so two dumps are equal.
    await server.pool.query(
      "alter table migrations alter column timestamp type varchar(255) using '2020-01-01T00:00:00.000Z'",
    )
    // Without templates, the database has half the files.
    await server.pool.query("update pg_database set datistemplate = false where datname like 'template_'")
    for (const name of ['template0', 'template1']) await server.pool.query(`drop database ${name}`)
    await mkdir(cacheFolder, { recursive: true })
    // Each parallel process renames a complete file into place.
    const unfinished = `${file}.${process.pid}`
    await writeFile(unfinished, await server.dump())
    await rename(unfinished, file)
    return file
  } finally {
    await server.stop()
  }
}
