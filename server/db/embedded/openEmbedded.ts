import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { bakedDatabase } from '../bakedDatabase'
import { lockDataFolder } from './dataFolderLock'
import { type EmbeddedServer, startWorker } from './startWorker'
import { unpack } from './unpack'

const makeUnfinished = async (dataDir: string): Promise<string> => {
  const prefix = 'database.new'
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(prefix)) await rm(path.join(dataDir, name), { recursive: true })
  }
  const unfinished = path.join(dataDir, prefix)
  await mkdir(unfinished, { mode: 0o700 })
  return unfinished
}

const createDatabase = async (dataDir: string, folder: string, migrations: string | undefined) => {
  const unfinished = await makeUnfinished(dataDir)
  await unpack(await bakedDatabase(migrations), unfinished)
  await rename(unfinished, folder)
}

/** @throws if another process uses the folder */
export const openEmbedded = async (dataDir: string, migrations?: string): Promise<EmbeddedServer> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const unlock = await lockDataFolder(dataDir)
  try {
    const folder = path.join(dataDir, 'database')
    if (!existsSync(folder)) await createDatabase(dataDir, folder, migrations)
    const server = await startWorker({ folder })
    const stop = async () => {
      await server.stop()
      await unlock()
    }
    return { ...server, stop }
  } catch (error) {
    await unlock()
    throw error
  }
}

/**
 * A failure leaves no database.
 * @throws if there is one already, or another process uses the folder
 */
export const createEmbedded = async (
  dataDir: string,
  fill: (pool: EmbeddedServer['pool']) => Promise<void>,
  baked: { migrations: string | undefined } | null,
) => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const unlock = await lockDataFolder(dataDir)
  const folder = path.join(dataDir, 'database')
  try {
    if (existsSync(folder)) throw new Error(`DATA_DIR ${path.resolve(dataDir)} has a database already: choose another.`)
    const unfinished = await makeUnfinished(dataDir)
    try {
      if (baked) await unpack(await bakedDatabase(baked.migrations), unfinished)
      const server = await startWorker({ folder: unfinished })
      await fill(server.pool).finally(server.stop)
      await rename(unfinished, folder)
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true })
      throw error
    }
  } finally {
    await unlock()
  }
}
