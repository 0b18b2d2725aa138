import { existsSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import type { Sealer } from '../seal'
import { checkDatabases, type DatabasePlaces } from './checkDatabase'
import { driftOn } from './drift'
import { openEmbedded } from './embedded/openEmbedded'
import { breaksOfNewer } from './goingBack'
import { readMigrations } from './migrate'
import { ownerPool } from './postgres'
import { lackingRight, type Rights, rightsSql } from './rights'
import { countPlain, opensProbe, readProbe, type SealedColumn } from './sealed'
import type { SchemaModel } from './tables'

export interface Finding {
  check: string
  state: 'ok' | 'warning' | 'failed'
  said: string
}

export type Said = string | Pick<Finding, 'state' | 'said'>

export const warning = (said: string): Said => ({ state: 'warning', said })
export const failed = (said: string): Said => ({ state: 'failed', said })

/** A check that throws fails. */
export const examine = async (check: string, work: () => Promise<Said> | Said): Promise<Finding> => {
  try {
    const said = await work()
    return typeof said === 'string' ? { check, state: 'ok', said } : { check, ...said }
  } catch (error) {
    return { check, state: 'failed', said: (error as Error).message }
  }
}

interface Examined extends DatabasePlaces {
  DATA_DIR: string
  DATABASE_POOL: number
  isPublic: boolean
  schema: SchemaModel
  migrations?: string | undefined
  hasKey: boolean
  sealer: Sealer
  sealed: readonly SealedColumn[]
  opens: (sealed: string, of: { tenantId: string; webhookId: string }) => boolean
}

type Ask = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>

const roles = ['slotwise_tenant', 'slotwise_platform', 'slotwise_auth']
const extensions = ['btree_gin', 'btree_gist', 'citext', 'pg_trgm']
const names = (rows: readonly { name: string }[]): string => rows.map(({ name }) => name).join(', ')

const hours = (ms: number): string => `${Math.round(ms / 3_600_000)} h`

/** Milliseconds. */
const clockTolerance = { warning: 2_000, failure: 30_000 }
const backupAge = 26 * 3_600_000
const waitingFor = "interval '15 minutes'"

type Checks = Record<string, () => Promise<Said>>

const checksOfServer = (ask: Ask): Checks => ({
  version: async () => {
    const [row] = await ask<{ version: string }>("select current_setting('server_version') as version")
    const major = Number.parseInt(row?.version ?? '', 10)
    return major >= 15 ? `PostgreSQL ${row?.version}` : failed(`PostgreSQL ${row?.version}: 15 or later is needed`)
  },
  rights: async () => {
    const [row] = await ask<Rights & { makes: boolean; roles: boolean }>(
      `select rights.*, has_database_privilege(current_database(), 'create') as makes,
        (select rolcreaterole or rolsuper from pg_roles where rolname = current_user) as roles from (${rightsSql}) as rights`,
    )
    const lacking = row && lackingRight(row)
    if (lacking) return failed(lacking)
    if (!row?.makes) return failed('the user may not create schemas in this database: grant create on database')
    return row.roles
      ? 'the user owns the tables and may make roles'
      : 'the user owns the tables; roles are made already'
  },
  extensions: async () => {
    const found = await ask<{ name: string; installed: boolean }>(
      'select name, installed_version is not null as installed from pg_available_extensions where name = any($1)',
      [extensions],
    )
    const lacking = extensions.filter(name => !found.some(each => each.name === name))
    if (lacking.length > 0) return failed(`the server lacks ${lacking.join(', ')}: install its contrib package`)
    const later = found.filter(({ installed }) => !installed)
    return later.length > 0
      ? warning(`not made yet: ${names(later)}. The first start makes them`)
      : extensions.join(', ')
  },
  roles: async () => {
    const found = await ask<{ name: string; isStrong: boolean; isOurs: boolean }>(
      `select rolname as name, rolsuper or rolbypassrls as "isStrong", pg_has_role(current_user, oid, 'member') as "isOurs"
        from pg_roles where rolname = any($1)`,
      [roles],
    )
    const strong = found.filter(({ isStrong }) => isStrong)
    if (strong.length > 0)
      return failed(`${names(strong)} must be neither superuser nor exempt from row-level security`)
    const foreign = found.filter(({ isOurs }) => !isOurs)
    if (foreign.length > 0) return failed(`the user may not act as ${names(foreign)}: grant the role to it`)
    const lacking = roles.filter(role => !found.some(({ name }) => name === role))
    return lacking.length > 0
      ? warning(`not made yet: ${lacking.join(', ')}. The first start makes them`)
      : roles.join(', ')
  },
})

const checksOfTables = (ask: Ask, { schema, migrations }: Examined, pool: pg.Pool): Checks => ({
  isolation: async () => {
    const open = await ask<{ name: string }>(
      `select relname as name from pg_class as c where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
        and exists (select from pg_attribute where attrelid = c.oid and attname = 'tenant_id' and not attisdropped)
        and not (relrowsecurity and relforcerowsecurity)`,
    )
    return open.length > 0
      ? failed(`row-level security is off or not forced: ${names(open)}. Alter these tables: enable and force it`)
      : 'row-level security is forced on every table of tenants'
  },
  schema: async () => {
    const differences = await driftOn(pool, schema)
    return differences.length > 0
      ? warning(`not as the migrations made it: ${differences.slice(0, 5).join(' ')}`)
      : 'as the migrations made it'
  },
  migrations: async () => {
    const [ledger] = await ask<{ exists: boolean }>("select to_regclass('migrations') is not null as exists")
    const known = Object.keys(await readMigrations(migrations))
    if (!ledger?.exists) return warning(`an empty database: the first start runs ${known.length} migrations`)
    const applied = (await ask<{ name: string }>('select name from migrations')).map(({ name }) => name)
    const newer = applied.filter(name => !known.includes(name))
    const breaks = newer.length > 0 ? await breaksOfNewer(ask, newer) : []
    if (breaks.length > 0) return failed(`a newer version has run ${breaks.join(', ')}: start that version`)
    if (newer.length > 0)
      return warning(`a newer version has run ${newer.join(', ')}, beside which this one can go on. Start that version`)
    const pending = known.filter(name => !applied.includes(name))
    return pending.length > 0 ? warning(`the next start runs ${pending.join(', ')}`) : `${applied.length}, none to come`
  },
})

const checksOfConnection = (
  ask: Ask,
  { DATABASE_URL, DATABASE_POOLER, DATABASE_DIRECT_URL, DATABASE_POOL }: Examined,
): Checks => ({
  clock: async () => {
    const before = Date.now()
    const [row] = await ask<{ at: string }>('select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as at')
    const off = Math.abs(Number(row?.at) - (before + Date.now()) / 2)
    if (off > clockTolerance.failure) return failed(`${Math.round(off / 1000)} s off the database's: set it by NTP`)
    if (off > clockTolerance.warning) return warning(`${Math.round(off / 1000)} s off the database's: set it by NTP`)
    return `${Math.round(off)} ms off the database's`
  },
  pooler: async () => {
    if (!DATABASE_POOLER) return 'none in transaction mode'
    return DATABASE_DIRECT_URL
      ? 'transaction mode, and a direct address beside it'
      : warning('transaction mode alone: with DATABASE_DIRECT_URL changes reach other screens at once')
  },
  connections: async () => {
    if (!DATABASE_URL) return 'one, of this process'
    const [row] = await ask<{ most: number; used: number }>(
      "select current_setting('max_connections')::int as most, (select count(*)::int from pg_stat_activity) as used",
    )
    const { most = 0, used = 0 } = row ?? {}
    return most - used <= DATABASE_POOL + 1
      ? warning(`${used} of ${most} are in use, and a process opens ${DATABASE_POOL + 1}: lower DATABASE_POOL`)
      : `${used} of ${most} are in use; a process opens up to ${DATABASE_POOL + 1}`
  },
})

const checksOfRows = (ask: Ask, { isPublic, opens, hasKey, sealer, sealed }: Examined): Checks => ({
  secrets: async () => {
    const rows = await ask<{ secret: string; tenantId: string; webhookId: string }>(
      `select secret, tenant_id as "tenantId", webhook_id as "webhookId" from webhook_states limit 5`,
    )
    const session = { query: async <R extends object>(text: string) => ({ rows: await ask<R>(text) }) }
    const probe = await readProbe(session)
    const closed = rows.filter(({ secret, ...of }) => !opens(secret, of))
    if (closed.length > 0 || (probe && !opensProbe(sealer, probe)))
      return failed('SECRETS_KEY does not open what is sealed: set the key that was set before')
    const plain = await countPlain(session, sealed)
    if (plain > 0)
      return (hasKey ? warning : String)(
        `${plain} secrets are still plain: the ${hasKey ? 'next' : 'first'} start with SECRETS_KEY seals them`,
      )
    if (probe) return 'SECRETS_KEY opens what is sealed'
    return hasKey ? 'no start has used SECRETS_KEY yet' : 'none'
  },
  'demo accounts': async () => {
    const [row] = await ask<{ count: number }>('select count(*)::int as count from users where is_demo')
    if (!row?.count) return 'none'
    return isPublic
      ? failed(`${row.count} can sign in by the password in the README: set DEMO=off`)
      : `${row.count}, refused or on this machine only`
  },
  superusers: async () => {
    const [row] = await ask<{ count: number }>(
      "select count(*)::int as count from users where user_type = 'superuser' and is_active",
    )
    return row?.count ? `${row.count}` : warning('nobody is one yet: slotwise superuser add EMAIL')
  },
  'mails that wait': async () => {
    const [row] = await ask<{ count: number }>(
      `select count(*)::int as count from auth_service.mails where due_at < now() - ${waitingFor}`,
    )
    return row?.count ? warning(`${row.count} for over 15 minutes: does a process run with JOBS=on?`) : 'none'
  },
  'webhooks that wait': async () => {
    const [row] = await ask<{ count: number }>(
      `select count(*)::int as count from webhook_deliveries
        where status in ('pending', 'retrying') and next_attempt_at < now() - ${waitingFor}`,
    )
    return row?.count ? warning(`${row.count} for over 15 minutes: does a process run with JOBS=on?`) : 'none'
  },
  'last backup': async () => {
    const [row] = await ask<{ said: string | null }>(
      "select obj_description('auth_service'::regnamespace, 'pg_namespace') as said",
    )
    const at = Date.parse(/^Last backup: (\S+)$/.exec(row?.said ?? '')?.[1] ?? '')
    if (Number.isNaN(at)) return warning('none was made by slotwise backup')
    const age = Date.now() - at
    return age > backupAge ? warning(`${hours(age)} ago: make one each day`) : `${hours(age)} ago`
  },
})

const first = ['version', 'rights', 'extensions', 'roles', 'migrations', 'clock', 'connections']

/** As the owner, who sees all rows like a backup, or with the superusers' role. */
const asker =
  (pool: pg.Pool): Ask =>
  async <Row extends object>(text: string, values: unknown[] = []) => {
    const client = await pool.connect()
    try {
      await client.query("begin read only; set local app.backup to 'on'")
      if (/from (?:users|webhook_deliveries)\b/.test(text)) await client.query('set local role slotwise_platform')
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.query('rollback').catch(() => {})
      client.release()
    }
  }

export const examineDatabase = async (examined: Examined): Promise<Finding[]> => {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR } = examined
  let pool: pg.Pool | undefined
  let stop = async () => {}
  const reached = await examine('database', async () => {
    if (DATABASE_URL) {
      await Promise.all(checkDatabases(examined))
      pool = ownerPool(DATABASE_DIRECT_URL ?? DATABASE_URL)
      stop = async () => pool?.end()
      return 'answers'
    }
    if (!existsSync(path.join(DATA_DIR, 'database'))) return 'embedded; the first start makes it'
    const server = await openEmbedded(DATA_DIR)
    pool = server.pool
    stop = server.stop
    return 'embedded'
  })
  if (!pool) return [reached]
  try {
    const findings = [reached]
    const ask = asker(pool)
    const checks = {
      ...checksOfServer(ask),
      ...checksOfTables(ask, examined, pool),
      ...checksOfConnection(ask, examined),
      ...checksOfRows(ask, examined),
    }
    const { rows } = await pool.query<{ exists: boolean }>("select to_regclass('migrations') is not null as exists")
    for (const [name, work] of Object.entries(checks))
      if (rows[0]?.exists || first.includes(name)) {
        const finding = await examine(name, work)
        findings.push(finding)
        // The others would fail for the same reason.
        if (name === 'rights' && finding.state === 'failed') break
      }
    return findings
  } finally {
    await stop()
  }
}
