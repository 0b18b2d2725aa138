import pg from 'pg'
import { isTransactionPooler } from './poolers'
import { connectionOptions, refuseOldServer } from './postgres'

const databaseReasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no server listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the host’s name could not be looked up',
  ETIMEDOUT: 'the host does not answer',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  ECONNRESET: 'the server closed the connection',
  '28P01': 'the server refuses user or password',
  '28000': 'the server refuses the user',
  '3D000': 'the server has no such database, make it with createdb',
  '53300': 'the server has no connection left',
  '57P03': 'the server is starting or stopping',
}

const cannotConnect = (setting: string, databaseUrl: string, error: unknown): Error => {
  const { host, pathname } = new URL(databaseUrl)
  const { code, message, errors } = error as Error & { code?: string; errors?: NodeJS.ErrnoException[] }
  const said = message || errors?.[0]?.message || String(code)
  const reason = databaseReasons[code ?? errors?.[0]?.code ?? ''] ?? said
  return new Error(`${setting}: ${reason} (${host}${pathname}${code ? `, ${code}` : ''})`)
}

/** @throws naming the setting if the server cannot be used */
const checkDatabase = async (setting: string, databaseUrl: string, isLent: boolean): Promise<void> => {
  const client = new pg.Client(connectionOptions(databaseUrl))
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw cannotConnect(setting, databaseUrl, error)
  }
  try {
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    refuseOldServer(rows[0]?.server_version ?? '')
    if (!isLent && (await isTransactionPooler(databaseUrl)))
      throw new Error(
        `${setting}: a pooler in transaction mode is there. ${
          setting === 'DATABASE_URL' ? 'Set DATABASE_POOLER=transaction, or use' : 'Use'
        } its session mode (Supabase: port 5432) or the direct address`,
      )
  } finally {
    await client.end().catch(() => {})
  }
}

export interface DatabasePlaces {
  DATABASE_URL?: string | undefined
  DATABASE_POOLER?: 'transaction' | undefined
  DATABASE_DIRECT_URL?: string | undefined
}

export const checkDatabases = ({
  DATABASE_URL,
  DATABASE_POOLER,
  DATABASE_DIRECT_URL,
}: DatabasePlaces): Promise<void>[] => [
  ...(DATABASE_URL ? [checkDatabase('DATABASE_URL', DATABASE_URL, DATABASE_POOLER === 'transaction')] : []),
  ...(DATABASE_DIRECT_URL ? [checkDatabase('DATABASE_DIRECT_URL', DATABASE_DIRECT_URL, false)] : []),
]
