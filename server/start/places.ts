import { mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import type { ServerConfig } from '../config'
import { checkDatabases } from '../db/checkDatabase'

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

export const cannotListen = (
  error: Error,
  { HOST, ...config }: ServerConfig,
  setting: 'PORT' | 'METRICS_PORT' = 'PORT',
): Error => {
  const port = config[setting]
  const because = (sentence: string) => new Error(sentence, { cause: error })
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return because(`${setting} ${port} is taken on ${HOST}: stop the program that has it, or choose another`)
    case 'EACCES':
      return because(`${setting} ${port} may not be opened by this user: choose one above 1023`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return because(`HOST ${HOST} is no address of this machine`)
    default:
      return because(`HOST and ${setting} cannot be listened on: ${HOST}:${port}`)
  }
}

export const portInUse = (config: ServerConfig): Promise<string | null> => {
  const { PORT, HOST } = config
  const server = createServer()
  return new Promise(resolve => {
    server
      .once('error', error =>
        resolve(
          codeOf(error) === 'EADDRINUSE'
            ? `PORT ${PORT} is taken on ${HOST}, by a running Slotwise or another program`
            : cannotListen(error, config).message,
        ),
      )
      .listen(PORT, HOST, () => server.close(() => resolve(null)))
  })
}

/** Node's recursive `mkdir` never returns below a folder such as /proc. */
const makeFolder = async (folder: string): Promise<void> => {
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return
    const parent = path.dirname(folder)
    if (codeOf(error) !== 'ENOENT' || parent === folder) throw error
    await makeFolder(parent)
    await mkdir(folder, { mode: 0o700 })
  }
}

/** @throws naming the setting if the folder is not writable */
export const checkDataFolder = async (dataDir: string): Promise<void> => {
  const folder = path.resolve(dataDir)
  const probe = path.join(folder, `.probe-${process.pid}`)
  try {
    await makeFolder(folder)
    await writeFile(probe, '')
    // A process in another container may have the same id and have removed the file already.
    await rm(probe, { force: true })
  } catch (error) {
    throw new Error(`DATA_DIR cannot be written: ${folder} (${codeOf(error) ?? error})`)
  }
}

/** @throws with one line per problem */
export const checkPlaces = async (config: ServerConfig): Promise<void> => {
  const { API_URL, DATABASE_URL, DATA_DIR, SMTP_URL } = config
  if (API_URL) return
  await together([DATABASE_URL && SMTP_URL ? undefined : checkDataFolder(DATA_DIR), ...checkDatabases(config)])
}

/** @throws one error for all failures, a line each */
export const together = async <const T extends readonly unknown[]>(
  tasks: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> => {
  const settled = await Promise.allSettled(tasks)
  const failures = settled.flatMap(each => (each.status === 'rejected' ? [each.reason as Error] : []))
  if (failures.length > 1) throw new Error(failures.map(({ message }) => message).join('\n'))
  if (failures.length === 1) throw failures[0]
  return settled.map(each => each.status === 'fulfilled' && each.value) as { -readonly [K in keyof T]: Awaited<T[K]> }
}
