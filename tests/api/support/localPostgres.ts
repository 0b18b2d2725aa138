import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const debianFolder = '/usr/lib/postgresql'

/** The folder of a PostgreSQL server's programs: on the PATH, or the newest that Debian installed beside it. */
const findPrograms = (): string | null => {
  const onPath = (process.env.PATH ?? '').split(path.delimiter)
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : []
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a)).map(each => path.join(debianFolder, each, 'bin'))
  const hasBoth = (folder: string) => ['initdb', 'postgres'].every(name => existsSync(path.join(folder, name)))
  return [...onPath, ...newestFirst].find(hasBoth) ?? null
}

export const isPostgresInstalled = (): boolean => findPrograms() !== null

/** PostgreSQL refuses to run as root: then as `postgres`, or as nobody where there is no such user. */
export const unprivilegedUser = (): { uid: number; gid: number } | null => {
  if (process.getuid?.() !== 0) return null
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }))
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return { uid: 65_534, gid: 65_534 }
  }
}

export const sparePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('No port to be had.')
  return address.port
}

const untilReady = async (url: string, server: ChildProcess) => {
  while (server.exitCode === null) {
    const client = new pg.Client(url)
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await sleep(30)
    }
  }
  throw new Error(`PostgreSQL did not start: exit code ${server.exitCode}`)
}

export interface LocalPostgres {
  /** Of a superuser. */
  url: string
  /** Kills the server at once, as a crash would. */
  crash(): Promise<void>
  /** Starts it again with the same data, on the same port. */
  restart(): Promise<void>
  /** Stops it, and deletes its data. */
  stop(): Promise<void>
}

/**
 * Starts a throw-away PostgreSQL server on a spare port; null when none is installed.
 * @param own settings beside ours
 */
export const startLocalPostgres = async (own: Readonly<Record<string, string>> = {}): Promise<LocalPostgres | null> => {
  const programs = findPrograms()
  if (!programs) return null
  const user = unprivilegedUser()
  const folder = await mkdtemp(path.join(tmpdir(), 'slotwise-postgres-'))
  if (user) await chown(folder, user.uid, user.gid)

  const options = { ...user, cwd: folder, env: { LC_ALL: 'C', TZ: 'UTC' } }
  const initialise = ['-D', `${folder}/data`, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync']
  execFileSync(path.join(programs, 'initdb'), initialise, { ...options, stdio: 'pipe' })

  const port = await sparePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    full_page_writes: 'off',
    jit: 'off',
    max_connections: '200',
    ...own,
  }
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const start = () =>
    spawn(
      path.join(programs, 'postgres'),
      [
        '-D',
        `${folder}/data`,
        '-p',
        String(port),
        ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
      ],
      { ...options, stdio: 'ignore' },
    )
  let server = start()
  const end = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const stopped = once(server, 'exit')
    server.kill(signal)
    await stopped
  }
  const killServer = () => void server.kill('SIGQUIT')
  process.once('exit', killServer)

  await untilReady(url, server)
  return {
    url,
    // SIGQUIT: the server's own word for ending without a checkpoint, all of its processes at once.
    crash: () => end('SIGQUIT'),
    restart: async () => {
      server = start()
      await untilReady(url, server)
    },
    stop: async () => {
      process.off('exit', killServer)
      await end('SIGINT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
