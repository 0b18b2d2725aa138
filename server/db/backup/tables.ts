import { createHash } from 'node:crypto'
import pg from 'pg'

export type Session = Pick<pg.ClientBase, 'query'>

export interface BackedTable {
  schema: string
  name: string
  columns: { name: string; type: string }[]
  isGuarded: boolean
}

/** In PostgreSQL's form and column order. */
export type Row = (string | null)[]

/** Others may exist, such as those of a Supabase project. */
const schemas = ['public', 'auth_service']

export const fullName = ({ schema, name }: Pick<BackedTable, 'schema' | 'name'>): string => `${schema}.${name}`

const quoted = (name: string): string => pg.escapeIdentifier(name)

export const target = ({ schema, name }: Pick<BackedTable, 'schema' | 'name'>): string =>
  `${quoted(schema)}.${quoted(name)}`

export const plainText = `set local timezone to 'UTC'; set local datestyle to 'ISO'; set local intervalstyle to 'postgres';
  set local extra_float_digits to 1; set local bytea_output to 'hex'; set local statement_timeout to 0;
  set local idle_in_transaction_session_timeout to 0; set local lock_timeout to 0`

export const listTables = async (session: Session): Promise<BackedTable[]> => {
  const { rows } = await session.query<BackedTable>(
    `select nspname as schema, relname as name, relrowsecurity as "isGuarded", coalesce((
        select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum)
        from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''), '[]') as columns
      from pg_class as c join pg_namespace as n on n.oid = relnamespace
      where nspname = any($1) and relkind in ('r', 'p') and not relispartition
        and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
      order by 1, 2`,
    [schemas],
  )
  return rows
}

const policy = 'owner_reads_for_backup'
const condition = "(current_setting('app.backup'::text, true) = 'on'::text)"

/** Milliseconds. A longer wait would block a table in use. */
const policyPatience = 2_000

/**
 * Row-level security also binds the owner, who would silently read no rows. While `app.backup` is on, this policy
 * admits the owner, but no role of requests.
 * @param only these tables; all by default
 */
export const admitOwner = async (session: Session, only?: readonly string[]): Promise<void> => {
  const { rows } = await session.query<{ schema: string; name: string }>(
    `select nspname as schema, relname as name from pg_class as c join pg_namespace as n on n.oid = relnamespace
      where nspname = any($1) and relkind in ('r', 'p') and relrowsecurity and ($3::text[] is null or relname = any($3))
        and not exists (select from pg_policy where polrelid = c.oid and polname = $2) order by 1, 2`,
    [schemas, policy, only ?? null],
  )
  for (const table of rows) {
    await session
      .query(
        `begin; set local lock_timeout to ${policyPatience};
        create policy ${policy} on ${target(table)} for select to current_user
          using (current_setting('app.backup', true) = 'on'); commit`,
      )
      .catch(async (error: Error & { code?: string }) => {
        await session.query('rollback')
        // Another process has created it meanwhile.
        if (error.code === '42710') return
        throw new Error(`${fullName(table)} cannot be opened to a backup: ${error.message}`)
      })
  }
}

/** @throws naming the tables whose policies might hide rows from this user */
export const expectAllRows = async (session: Session): Promise<void> => {
  await session.query("select set_config('app.backup', 'on', true)")
  const { rows } = await session.query<{ name: string }>(
    `select nspname || '.' || relname as name from pg_class as c join pg_namespace as n on n.oid = relnamespace
      where nspname = any($1) and relkind in ('r', 'p') and row_security_active(c.oid) and (
        not exists (select from pg_policy where polrelid = c.oid and polname = $2 and polpermissive and polcmd in ('r', '*')
          and pg_get_expr(polqual, polrelid) = $3
          and exists (select from unnest(polroles) as role where pg_has_role(current_user, role, 'usage')))
        or exists (select from pg_policy where polrelid = c.oid and not polpermissive and polcmd in ('r', '*')
          and exists (select from unnest(polroles) as role where role = 0 or pg_has_role(current_user, role, 'usage')))) order by 1`,
    [schemas, policy, condition],
  )
  if (rows.length === 0) return
  const { rows: inheriting } = await session.query<{ name: string }>(
    `select quote_ident(current_user) as name from pg_roles
      where rolname = 'slotwise_limited' and pg_has_role(current_user, oid, 'usage')`,
  )
  // Before PostgreSQL 16, a grant does not say whether it is inherited.
  const remedy = inheriting.map(({ name }) => ` It inherits the roles of requests: alter role ${name} noinherit.`)
  const hidden = rows.map(({ name }) => name).join(', ')
  throw new Error(`Rows of ${hidden} could be hidden from this database user.${remedy.join('')}`)
}

/** Bytes per query; a single row may exceed it. */
const batchBytes = 1_000_000
const mostRows = 1_000

/** Counts compressed and external values without reading them. */
const batchOf = async (session: Session, table: BackedTable): Promise<number> => {
  const sizes = table.columns.map(({ name }) => `coalesce(pg_column_size(${quoted(name)}), 0)`)
  const { rows } = await session.query<{ size: number | null }>(
    `select max(${sizes.join(' + ') || '0'})::int as size from ${target(table)}`,
  )
  // Hex doubles bytes, and long texts are compressed on disk.
  return Math.min(mostRows, Math.max(1, Math.floor(batchBytes / (4 * (rows[0]?.size || 1)))))
}

export async function* readRows(session: Session, table: BackedTable): AsyncGenerator<Row[]> {
  const batch = await batchOf(session, table)
  const columns = table.columns.map(({ name }) => `${quoted(name)}::text`).join(', ')
  await session.query(`declare backup_rows no scroll cursor for select ${columns} from ${target(table)}`)
  for (;;) {
    const query = { text: `fetch ${batch} from backup_rows`, rowMode: 'array' as const }
    const { rows } = await session.query<Row>(query)
    if (rows.length > 0) yield rows
    if (rows.length < batch) break
  }
  await session.query('close backup_rows')
}

export interface Tally {
  rows: number
  hash: string
}

export const createTally = () => {
  const mask = (1n << 64n) - 1n
  let rows = 0
  const sums = [0n, 0n, 0n, 0n]
  return {
    add: (line: string): void => {
      rows++
      const digest = createHash('sha256').update(line).digest()
      for (const [at, sum] of sums.entries()) sums[at] = (sum + digest.readBigUInt64BE(at * 8)) & mask
    },
    get value(): Tally {
      return { rows, hash: sums.map(sum => sum.toString(16).padStart(16, '0')).join('') }
    },
  }
}

export const tallyOf = async (session: Session, table: BackedTable): Promise<Tally> => {
  const tally = createTally()
  for await (const rows of readRows(session, table)) for (const row of rows) tally.add(JSON.stringify(row))
  return tally.value
}

export interface SequenceState {
  schema: string
  name: string
  lastValue: string
  isCalled: boolean
}

export const readSequences = async (session: Session): Promise<SequenceState[]> => {
  const { rows } = await session.query<{ schema: string; name: string }>(
    `select nspname as schema, relname as name from pg_class join pg_namespace as n on n.oid = relnamespace
      where nspname = any($1) and relkind = 'S' order by 1, 2`,
    [schemas],
  )
  const states: SequenceState[] = []
  for (const sequence of rows) {
    const { rows: found } = await session.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${target(sequence)}`,
    )
    if (found[0]) states.push({ ...sequence, ...found[0] })
  }
  return states
}
