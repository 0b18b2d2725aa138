import pg from 'pg'
import type { Sealer } from '../seal'
import { admitOwner, type Session } from './backup/tables'

/** A column of secrets that the product must read again. */
export interface SealedColumn {
  /** In SQL, as are `column` and `id`. */
  table: string
  column: string
  /** The column that tells the secrets of a tenant apart. */
  id: string
  purpose: (tenantId: string, id: string) => string
}

const probe = { secret: 'slotwise', purpose: 'backup' } as const
const remark = /^Sealed: (\S+)$/
const isPlain = (column: string) => `${pg.escapeIdentifier(column)} like 'plain:%'`

/** A known text, sealed, so that another key is noticed. */
export const sealProbe = ({ seal }: Sealer): string => seal(probe.secret, probe.purpose)

export const opensProbe = ({ open }: Sealer, sealed: string): boolean => {
  try {
    return open(sealed, probe.purpose) === probe.secret
  } catch {
    return false
  }
}

/** The probe of the key with which processes have started; null before the first. */
export const readProbe = async (session: Session): Promise<string | null> => {
  const { rows } = await session.query<{ said: string | null }>(
    "select obj_description(to_regclass('webhook_states'), 'pg_class') as said",
  )
  return remark.exec(rows[0]?.said ?? '')?.[1] ?? null
}

/** @param session of the owner, with `app.backup` on */
export const countPlain = async (session: Session, columns: readonly SealedColumn[]): Promise<number> => {
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
    // Only the role of the tenant may write its rows.
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

/**
 * Seals what was written without a key, and notes a probe of the key. One process does so at a time.
 * @param pool of the tables' owner
 * @param sealer null without a key
 * @returns how many secrets were plain
 * @throws for another key than that of earlier starts
 */
export const settleSecrets = async (
  pool: pg.Pool,
  columns: readonly SealedColumn[],
  sealer: Sealer | null,
): Promise<number> => {
  const client = await pool.connect()
  try {
    const known = await readProbe(client)
    if (known && !(sealer && opensProbe(sealer, known)))
      throw new Error(
        `SECRETS_KEY is not ${sealer ? 'the key' : 'set, but there is one'} with which this database's secrets are sealed: set that key. If it is lost, run "comment on table webhook_states is null" in the database, start with a new key, and renew the secrets of webhooks and the addresses of calendars`,
      )
    if (!sealer) return 0
    await admitOwner(
      client,
      columns.map(({ table }) => table),
    )
    await client.query(
      "begin; select pg_advisory_xact_lock(hashtextextended('slotwise secrets', 0)); set local app.backup to 'on'",
    )
    let count = 0
    for (const column of columns) count += await sealColumn(client, column, sealer)
    if (!known && !(await readProbe(client)))
      await client.query(`comment on table webhook_states is 'Sealed: ${sealProbe(sealer)}'`)
    await client.query('commit')
    return count
  } finally {
    await client.query('rollback').catch(() => {})
    client.release()
  }
}
