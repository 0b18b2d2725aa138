import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { sparePort, unprivilegedUser } from './localPostgres'

const configuration = (server: URL, port: number): string => `[databases]
* = host=${server.hostname} port=${server.port} user=${server.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 10
max_client_conn = 2000
max_db_connections = 10
server_idle_timeout = 5
ignore_startup_parameters = extra_float_digits
`

/** PgBouncer in transaction mode in front of all databases of a server. @throws where it is not installed */
export const startPgBouncer = async (serverUrl: string): Promise<{ url: string; stop(): Promise<void> }> => {
  const user = unprivilegedUser()
  const folder = await mkdtemp(path.join(tmpdir(), 'slotwise-pgbouncer-'))
  if (user) await chown(folder, user.uid, user.gid)
  const url = new URL(serverUrl)
  const port = await sparePort()
  const file = path.join(folder, 'pgbouncer.ini')
  await writeFile(file, configuration(url, port))
  // Debian puts it where only administrators look.
  const env = { PATH: `${process.env.PATH}:/usr/sbin` }
  const bouncer = spawn('pgbouncer', ['--quiet', file], { ...user, cwd: folder, env, stdio: 'ignore' })
  let problem: Error | null = null
  bouncer.once('error', error => {
    problem = error
  })
  url.port = String(port)
  const isReady = async (): Promise<boolean> => {
    const client = new pg.Client(url.href)
    client.on('error', () => {})
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    )
  }
  while (!(await isReady())) {
    if (problem)
      throw new Error('PgBouncer did not start: install it, or give the address of a pooler.', { cause: problem })
    if (bouncer.exitCode !== null) throw new Error(`PgBouncer did not start: exit code ${bouncer.exitCode}`)
    await sleep(50)
  }
  const kill = () => void bouncer.kill('SIGTERM')
  process.once('exit', kill)
  return {
    url: url.href,
    stop: async () => {
      process.off('exit', kill)
      const stopped = once(bouncer, 'exit')
      bouncer.kill('SIGTERM')
      await stopped
      await rm(folder, { recursive: true, force: true })
    },
  }
}
