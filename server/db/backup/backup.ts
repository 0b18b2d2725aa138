import type pg from 'pg'
import { countPlain, type SealedColumn } from '../sealed'
import { type BackupHead, type Entry, writeBackup } from './file'
import {
  admitOwner,
  createTally,
  expectAllRows,
  fullName,
  listTables,
  plainText,
  readRows,
  readSequences,
  type Session,
  type Tally,
} from './tables'

export type Progress = (text: string) => void

interface BackupOptions {
  version: string
  sealed: string | null
  columns?: readonly SealedColumn[]
  progress?: Progress
}

async function* entriesOf(
  session: Session,
  { version, sealed, progress }: BackupOptions,
  tallies: Record<string, Tally>,
): AsyncGenerator<Entry> {
  const tables = await listTables(session)
  if (!tables.some(table => fullName(table) === 'public.migrations'))
    throw new Error('This database was never used by Slotwise: there is nothing to back up.')
  const { rows: ledger } = await session.query<{ name: string }>('select name from migrations order by name')
  const { rows: servers } = await session.query<{ server: string }>(
    `select current_setting('server_version') as server`,
  )
  const head: BackupHead = {
    format: 1,
    madeAt: new Date().toISOString(),
    version,
    server: servers[0]?.server ?? '',
    migrations: ledger.map(({ name }) => name),
    sealed,
  }
  yield { head }
  for (const table of tables) {
    yield { table: { schema: table.schema, name: table.name, columns: table.columns } }
    const tally = createTally()
    for await (const rows of readRows(session, table)) {
      for (const row of rows) {
        tally.add(JSON.stringify(row))
        yield row
      }
      progress?.(`${fullName(table)}: ${tally.value.rows} rows`)
    }
    tallies[fullName(table)] = tally.value
    yield { end: tally.value }
  }
  yield { sequences: await readSequences(session) }
  yield { done: { tables: tables.length } }
}

/**
 * @param pool of the tables' owner
 * @throws if a row could be hidden from it, or the file cannot be written; no file is left then
 */
export const backUp = async (
  pool: pg.Pool,
  file: string,
  options: BackupOptions,
): Promise<{ bytes: number; tables: Record<string, Tally>; plain: number }> => {
  const client = await pool.connect()
  const tables: Record<string, Tally> = {}
  try {
    await admitOwner(client)
    await client.query(`begin isolation level repeatable read read only; ${plainText}`)
    await expectAllRows(client)
    const plain = await countPlain(client, options.columns ?? [])
    const { bytes } = await writeBackup(file, entriesOf(client, options, tables))
    await client.query('rollback')
    // The doctor reads the time from here.
    await client.query(`comment on schema auth_service is 'Last backup: ${new Date().toISOString()}'`)
    return { bytes, tables, plain }
  } finally {
    await client.query('rollback').catch(() => {})
    client.release()
  }
}
