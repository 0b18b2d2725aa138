import pg from 'pg'
import type { Sealer } from '../seal'
import { admitOwner, type Session } from './backup/tables'

export interface SealedColumn {
  table: string
  column: string
  id: string
  purpose: (tenantId: string, id: string) => string
}

const probe = { secret: 'slotwise', purpose: 'backup' } as const
const remark = /^Sealed: (\S+)$/
/** An operator has declared that sealed values cannot be opened any more. */
const lost = 'Key lost'
const isPlain = (column: string) => `${pg.escapeIdentifier(column)} like 'plain:%'`

/** A known sealed text, which reveals a changed key. */
export const sealProbe = ({ seal }: Sealer): string => seal(probe.secret, probe.purpose)

export const opensProbe = ({ open }: Sealer, sealed: string): boolean => {
  try {
    return open(sealed, probe.purpose) === probe.secret
  } catch {
    return false
  }
}

interface Readable {
  query: <R extends pg.QueryResultRow>(text: string) => Promise<{ rows: R[] }>
}

const readRemark = async (session: Readable): Promise<string> => {
  const { rows } = await session.query<{ said: string | null }>(
    "select obj_description(to_regclass('webhook_states'), 'pg_class') as said",
  )
  return rows[0]?.said ?? ''
}

const probeIn = (said: string): string | null => remark.exec(said)?.[1] ?? null

/** The probe of the key of earlier starts; null before the first. */
export const readProbe = async (session: Readable): Promise<string | null> => probeIn(await readRemark(session))

/** @param session of the owner, with `app.backup` on */
export const countPlain = async (session: Readable, columns: readonly SealedColumn[]): Promise<number> => {
  let count = 0
  for (const { table, column } of columns) {
    const { rows } = await session.query<{ count: number }>(
      `select count(*)::int as count from ${pg.escapeIdentifier(table)} where ${isPlain(column)}`,
    )
    count += rows[0]?.count ?? 0
  }
  return count
}

const sealColumn = async (
  session: Session,
  { table, column, id, purpose }: SealedColumn,
  { seal }: Sealer,
): Promise<number> => {
  const [from, value, key] = [table, column, id].map(name => pg.escapeIdentifier(name))
  const { rows } = await session.query<{ tenantId: string; id: string; plain: string }>(
    `select tenant_id as "tenantId", ${key} as id, ${value} as plain from ${from} where ${isPlain(column)}`,
  )
  for (const { tenantId, id, plain } of rows) {
    // Only the tenant's role may write its rows.
    await session.query('set local role slotwise_tenant')
    await session.query("select set_config('app.tenant_id', $1, true)", [tenantId])
    await session.query(`update ${from} set ${value} = $1 where tenant_id = $2 and ${key} = $3 and ${value} = $4`, [
      seal(plain.slice('plain:'.length), purpose(tenantId, id)),
      tenantId,
      id,
      plain,
    ])
    await session.query('reset role')
  }
  return rows.length
}

/** For databases of versions without a probe. */
const opensAll = async (session: Session, columns: readonly SealedColumn[], { open }: Sealer): Promise<boolean> => {
  for (const { table, column, id, purpose } of columns) {
    const [from, value, key] = [table, column, id].map(name => pg.escapeIdentifier(name))
    const { rows } = await session.query<{ tenantId: string; id: string; sealed: string }>(
      `select tenant_id as "tenantId", ${key} as id, ${value} as sealed from ${from} where ${value} like 'v1:%' limit 1`,
    )
    try {
      for (const { tenantId, id, sealed } of rows) open(sealed, purpose(tenantId, id))
    } catch {
      return false
    }
  }
  return true
}

const ifLost = `If it is lost, run "comment on table webhook_states is '${lost}'" in the database, start with a new key, and renew the secrets of webhooks and the addresses of calendars`

/**
 * Seals secrets that were written without a key, and stores a probe of the key, one process at a time.
 * @param pool of the tables' owner
 * @param sealer null without a key
 * @returns the number of plain secrets
 * @throws for a key other than that of earlier starts
 */
export const settleSecrets = async (
  pool: pg.Pool,
  columns: readonly SealedColumn[],
  sealer: Sealer | null,
): Promise<number> => {
  const client = await pool.connect()
  try {
    if (!sealer) {
      if (await readProbe(client))
        throw new Error(
          `The secrets in this database are sealed, but SECRETS_KEY is not set: set the key of the earlier starts. ${ifLost}`,
        )
      return 0
    }
    await admitOwner(
      client,
      columns.map(({ table }) => table),
    )
    // If two first starts have different keys, one is refused.
    await client.query(
      "begin; select pg_advisory_xact_lock(hashtextextended('slotwise secrets', 0)); set local app.backup to 'on'",
    )
    const said = await readRemark(client)
    const known = probeIn(said)
    if (!(known ? opensProbe(sealer, known) : said === lost || (await opensAll(client, columns, sealer))))
      throw new Error(
        `SECRETS_KEY is not the key with which this database's secrets are sealed: set that key. ${ifLost}`,
      )
    let count = 0
    for (const column of columns) count += await sealColumn(client, column, sealer)
    if (!known) await client.query(`comment on table webhook_states is 'Sealed: ${sealProbe(sealer)}'`)
    await client.query('commit')
    return count
  } finally {
    await client.query('rollback').catch(() => {})
    client.release()
  }
}
