import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { bakedDatabase } from '../bakedDatabase'
import { lockDataFolder } from './dataFolderLock'
import { type EmbeddedServer, startWorker } from './startWorker'
import { unpack } from './unpack'

/** Unpacks beside the final folder and renames: an interrupted unpacking never looks complete. */
const createDatabase = async (dataDir: string, folder: string, migrations: string | undefined) => {
  const prefix = 'database.new'
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(prefix)) await rm(path.join(dataDir, name), { recursive: true })
  }
  const unfinished = path.join(dataDir, prefix)
  await mkdir(unfinished, { mode: 0o700 })
  await unpack(await bakedDatabase(migrations), unfinished)
  await rename(unfinished, folder)
}

/** Creates the database if it is missing. @throws when another process uses the folder */
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
