import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, realpathSync } from 'node:fs'
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
  /** Starts a copy that follows it: from then on nothing is acknowledged that the copy does not have. */
  startStandby(): Promise<Standby>
  /** Stops it, and deletes its data. */
  stop(): Promise<void>
}

export interface Standby extends LocalPostgres {
  /** Lets it take over. */
  promote(): Promise<void>
}

type Settings = Readonly<Record<string, string>>

const usual: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  full_page_writes: 'off',
  jit: 'off',
  max_connections: '200',
}

/** Until the copy has all that was acknowledged. */
const untilFollowed = async (client: pg.Client): Promise<void> => {
  const until = async (sql: string, values: string[] = []) => {
    while ((await client.query(sql, values)).rowCount === 0) await sleep(30)
  }
  await until("select from pg_stat_replication where sync_state = 'sync'")
  // The process that does it also makes commits wait, and reads its settings first.
  await client.query('checkpoint')
  const { rows } = await client.query<{ at: string }>('select pg_current_wal_lsn()::text as at')
  await until('select from pg_stat_replication where flush_lsn >= $1::pg_lsn', [rows[0]?.at ?? ''])
}

const makeFolder = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'slotwise-postgres-'))
  const user = unprivilegedUser()
  if (user) await chown(folder, user.uid, user.gid)
  return folder
}

/** Runs one of PostgreSQL's programs to its end. */
const runProgram = (programs: string, folder: string, name: string, args: readonly string[]) => {
  const options = { ...unprivilegedUser(), cwd: folder, env: { LC_ALL: 'C', TZ: 'UTC' } }
  execFileSync(path.join(programs, name), args, { ...options, stdio: 'pipe' })
}

/** Starts a server on the data in a folder. */
const serve = async (programs: string, folder: string, own: Settings): Promise<Standby> => {
  const port = await sparePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const settings = Object.entries({ ...usual, ...own }).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  const start = () =>
    spawn(path.join(programs, 'postgres'), ['-D', `${folder}/data`, '-p', String(port), ...settings], {
      ...unprivilegedUser(),
      cwd: folder,
      env: { LC_ALL: 'C', TZ: 'UTC' },
      stdio: 'ignore',
    })
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
    startStandby: async () => {
      const copy = await makeFolder()
      const from = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres']
      // Beside the server itself, where the PATH has links to a few programs.
      const beside = path.dirname(realpathSync(path.join(programs, 'postgres')))
      runProgram(beside, copy, 'pg_basebackup', [...from, '-D', `${copy}/data`, '-R', '-c', 'fast', '--no-sync'])
      const standby = await serve(programs, copy, own)
      const client = new pg.Client(url)
      await client.connect()
      await client.query("alter system set synchronous_standby_names = '*'")
      await client.query('select pg_reload_conf()')
      await untilFollowed(client)
      await client.end()
      return standby
    },
    promote: async () => {
      const client = new pg.Client(url)
      await client.connect()
      await client.query('select pg_promote()')
      await client.end()
    },
    stop: async () => {
      process.off('exit', killServer)
      await end('SIGINT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Starts a throw-away PostgreSQL server on a spare port; null when none is installed.
 * @param own settings beside ours
 */
export const startLocalPostgres = async (own: Settings = {}): Promise<LocalPostgres | null> => {
  const programs = findPrograms()
  if (!programs) return null
  const folder = await makeFolder()
  const initialise = ['-D', `${folder}/data`, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync']
  runProgram(programs, folder, 'initdb', initialise)
  return serve(programs, folder, own)
}
