import pg from 'pg'
import { connectionOptions } from './postgres'

const pidOf = async (client: pg.Client): Promise<number | undefined> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid

/** Milliseconds, for a pooler with a single connection. */
const holdFor = 300

/**
 * Whether a connection's transactions use different server connections, so no setting, prepared statement or LISTEN
 * lasts.
 */
export const isTransactionPooler = async (databaseUrl: string): Promise<boolean> => {
  const clients = [1, 2].map(() => new pg.Client(connectionOptions(databaseUrl)))
  const [asked, other] = clients as [pg.Client, pg.Client]
  for (const client of clients) client.on('error', () => {})
  try {
    await Promise.all(clients.map(client => client.connect()))
    const before = await pidOf(asked)
    // Takes the connection that the first one gave back.
    await other.query('begin')
    const held = await pidOf(other)
    const release = setTimeout(() => void other.query('rollback').catch(() => {}), holdFor)
    const after = await pidOf(asked)
    clearTimeout(release)
    return before !== after || before === held
  } finally {
    await Promise.all(clients.map(client => client.end().catch(() => {})))
  }
}
