import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { settleDemo } from '../../../server/core/demo'
import { backUp } from '../../../server/db/backup/backup'
import { checkBackup, type Entry, readBackup, writeBackup } from '../../../server/db/backup/file'
import { restorePlace } from '../../../server/db/backup/places'
import { listTables, plainText, readSequences, tallyOf } from '../../../server/db/backup/tables'
import { databaseOn } from '../../../server/db/database'
import { openEmbedded } from '../../../server/db/embedded/openEmbedded'
import { ownerPool } from '../../../server/db/postgres'
import { settleSecrets } from '../../../server/db/sealed'
import { openServer, type Server } from '../../../server/db/server'
import { demo } from '../../../server/demo/demo'
import { product } from '../../../server/product'
import { createSealer } from '../../../server/seal'
import { secretPurpose } from '../../../server/webhooks/settings'
import { openTestDatabase } from '../../../testing/testDatabase'
import { authServiceOn } from '../support/authServiceOn'

const serverUrl = inject('postgresUrl')
const kinds = serverUrl ? (['embedded', 'postgres'] as const) : (['embedded'] as const)
type Kind = (typeof kinds)[number]

let folder: string
const undo: (() => Promise<unknown>)[] = []
const owner = `backup_owner_${randomBytes(4).toString('hex')}`

const asSuperuser = async (text: string, url = serverUrl ?? ''): Promise<void> => {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(text).finally(() => client.end())
}

/** An empty database whose user is no superuser, as on a hosted server. */
const emptyDatabase = async (): Promise<string> => {
  const name = `slotwise_backup_${randomBytes(6).toString('hex')}`
  await asSuperuser(`create database ${name} owner ${owner} template template0`)
  undo.unshift(() => asSuperuser(`drop database ${name} with (force)`))
  const url = new URL(serverUrl ?? '')
  url.pathname = `/${name}`
  // Owning the database makes nobody the schema's owner who inherits nothing.
  await asSuperuser(`alter schema public owner to ${owner}`, url.href)
  url.username = owner
  return url.href
}

const open = async (kind: Kind): Promise<Server> => {
  const server = await openServer(kind === 'embedded' ? { memory: true } : { databaseUrl: await emptyDatabase() })
  undo.unshift(() => server.stop())
  return server
}

const fill = async (server: Server): Promise<void> => {
  const database = databaseOn(server)
  const auth = await authServiceOn(database, { confirmEmail: false, admitsDemo: true })
  await settleDemo(database, auth, demo, { isOn: true, log: () => {} })
  const tenants = await database.run({ as: 'platform' }, db => db.selectFrom('tenants').select('id').execute())
  for (const { id } of tenants)
    await database.run({ as: 'tenant', tenantId: String(id) }, db =>
      sql`insert into webhook_states (tenant_id, webhook_id, secret, secret_hint)
        select tenant_id, id, 'plain:whsec_' || id, '' from webhooks`.execute(db),
    )
}

/** Rows, sequences, and their guards. */
const everythingIn = async (pool: pg.Pool) => {
  const client = await pool.connect()
  try {
    await client.query(`begin isolation level repeatable read read only; ${plainText}`)
    await client.query("select set_config('app.backup', 'on', true)")
    const rows: Record<string, unknown> = {}
    for (const table of await listTables(client)) rows[`${table.schema}.${table.name}`] = await tallyOf(client, table)
    const { rows: guards } = await client.query<{ guard: string }>(
      `select concat_ws(' ', schemaname, tablename, policyname, cmd, qual, with_check,
            array(select case when r = current_user::text then 'owner' else r::text end from unnest(roles) as r)) as guard from pg_policies
        union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
          where contype in ('f', 'p', 'u', 'c', 'x') and connamespace <> 'pg_catalog'::regnamespace and connamespace <> 'information_schema'::regnamespace
        union all select concat_ws(' ', tgrelid::regclass, tgname, tgenabled) from pg_trigger where not tgisinternal
        union all select concat_ws(' ', oid::regclass, relrowsecurity, relforcerowsecurity) from pg_class
          where relkind = 'r' and relnamespace in ('public'::regnamespace, 'auth_service'::regnamespace)
        order by 1`,
    )
    return { rows, sequences: await readSequences(client), guards: guards.map(({ guard }) => guard) }
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const rowsOf = async <Name extends string>(file: string, ...names: Name[]) => {
  const found = Object.fromEntries(names.map(name => [name, []])) as Record<string, Record<string, string | null>[]>
  let into: { name: string; columns: { name: string }[] } | undefined
  for await (const entry of readBackup(file)) {
    if (Array.isArray(entry))
      found[into?.name ?? '']?.push(Object.fromEntries(entry.map((value, at) => [into?.columns[at]?.name, value])))
    else if ('table' in entry) into = entry.table
  }
  return found as Record<Name, Record<string, string | null>[]>
}

async function* ofNewerProgram(file: string): AsyncGenerator<Entry> {
  for await (const entry of readBackup(file))
    yield 'head' in entry
      ? { head: { ...entry.head, version: '9.0.0', migrations: [...entry.head.migrations, 'product/9999_later'] } }
      : entry
}

async function* withOtherRow(file: string): AsyncGenerator<Entry> {
  let isChanged = false
  for await (const entry of readBackup(file)) {
    if (!Array.isArray(entry) || isChanged) {
      yield entry
      continue
    }
    isChanged = true
    yield entry.map(() => 'x')
  }
}

const options = { version: '0.0.0', sealed: null }
const sources = new Map<Kind, { file: string; server: Server; everything: Awaited<ReturnType<typeof everythingIn>> }>()

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'slotwise-backup-'))
  if (serverUrl) {
    // Makes the roles.
    await (await openTestDatabase(serverUrl)).close()
    await asSuperuser(
      `create role ${owner} login noinherit; grant slotwise_tenant, slotwise_platform, slotwise_auth, slotwise_limited, slotwise_search to ${owner}`,
    )
  }
  for (const kind of kinds) {
    const server = await open(kind)
    await fill(server)
    const file = path.join(folder, `${kind}.backup`)
    await backUp(server.pool, file, options)
    sources.set(kind, { file, server, everything: await everythingIn(server.pool) })
  }
}, 120_000)
afterAll(async () => {
  for (const each of undo) await each()
  if (serverUrl) await asSuperuser(`drop role ${owner}`)
  await rm(folder, { recursive: true, force: true })
})

const sourceOf = (kind: Kind) => {
  const source = sources.get(kind)
  if (!source) throw new Error('There is no such source.')
  return source
}

/** As two first starts with a key do, at once, after a move from an installation without one. */
const expectSealed = async (url: string): Promise<void> => {
  const pools = [ownerPool(url), ownerPool(url)] as const
  const sealer = createSealer(randomBytes(32))
  try {
    const counts = await Promise.all(pools.map(pool => settleSecrets(pool, product.sealed, sealer)))
    expect(counts.sort()).toEqual([0, expect.toSatisfy(count => count > 0)])
    const file = path.join(await mkdtemp(path.join(folder, 'sealed-')), 'a.backup')
    expect((await backUp(pools[0], file, { ...options, columns: product.sealed })).plain).toBe(0)
    const { webhook_states } = await rowsOf(file, 'webhook_states')
    expect(webhook_states).not.toEqual([])
    for (const { secret, tenant_id, webhook_id } of webhook_states)
      expect(sealer.open(String(secret), secretPurpose(String(tenant_id), String(webhook_id)))).toBe(
        `whsec_${webhook_id}`,
      )
    const another = createSealer(randomBytes(32))
    const isRefused = () =>
      expect(settleSecrets(pools[1], product.sealed, another)).rejects.toThrow(/^SECRETS_KEY is not the key with which/)
    await isRefused()
    // Versions before noted no key: one that opens nothing is refused there, too, and the right one is noted.
    await pools[0].query('comment on table webhook_states is null')
    await isRefused()
    expect(await settleSecrets(pools[0], product.sealed, sealer)).toBe(0)
    await isRefused()
    await expect(settleSecrets(pools[1], product.sealed, null)).rejects.toThrow(
      /^The secrets in this database are sealed, but SECRETS_KEY is not set/,
    )
    await pools[0].query("comment on table webhook_states is 'Key lost'")
    expect(await settleSecrets(pools[1], product.sealed, another)).toBe(0)
  } finally {
    for (const pool of pools) await pool.end()
  }
}

describe.each(kinds.flatMap(from => kinds.map(to => ({ from, to }))))('A backup: $from → $to', ({ from, to }) => {
  it('gives back every row, sequence, policy, key and trigger', async () => {
    const { file, everything } = sourceOf(from)
    const place =
      to === 'embedded'
        ? { DATA_DIR: await mkdtemp(path.join(folder, 'restored-')) }
        : { DATA_DIR: folder, DATABASE_URL: await emptyDatabase() }
    await restorePlace(place, file, { verify: true })
    const { pool, stop } = place.DATABASE_URL
      ? { pool: ownerPool(place.DATABASE_URL), stop: () => pool.end() }
      : await openEmbedded(place.DATA_DIR)
    try {
      expect(await everythingIn(pool)).toEqual(everything)
      expect(everything.rows).toMatchObject({ 'public.bookings': { rows: expect.any(Number) } })
      expect(everything.rows['auth_service.signing_keys']).toMatchObject({ rows: 1 })
    } finally {
      await stop()
    }
    if (place.DATABASE_URL) await expectSealed(place.DATABASE_URL)
    // Rows are never overwritten.
    const isNotEmpty = to === 'embedded' ? /has a database already/ : /is not empty: /
    await expect(restorePlace(place, file, {})).rejects.toThrow(isNotEmpty)
  })
})

describe.each(kinds)('A backup (%s)', kind => {
  it('holds one moment, and all that was acknowledged before it, while eight clients write', async () => {
    const { server } = sourceOf(kind)
    const database = databaseOn(server)
    const userId = await database.run(
      { as: 'platform' },
      async db => (await db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow()).id,
    )
    let isOver = false
    const acknowledged: string[] = []
    const write = async (client: number) => {
      for (let count = 0; !isOver; count++) {
        const slug = `pair-${client}-${count}`
        await database.run({ as: 'platform' }, async db => {
          const tenant = { name: slug, slug, timeZone: 'UTC', currency: 'EUR' }
          const { id } = await db.insertInto('tenants').values(tenant).returning('id').executeTakeFirstOrThrow()
          await db.insertInto('memberships').values({ tenantId: id, userId, role: 'owner' }).execute()
        })
        acknowledged.push(slug)
        await sleep(1)
      }
    }
    const writing = Promise.all(Array.from({ length: 8 }, (_, client) => write(client)))
    while (acknowledged.length < 40) await sleep(5)
    const before = [...acknowledged]
    const file = path.join(folder, `${kind}-busy.backup`)
    await backUp(server.pool, file, options)
    isOver = true
    await writing

    const { tenants, memberships } = await rowsOf(file, 'tenants', 'memberships')
    const pairs = tenants.filter(({ slug }) => slug?.startsWith('pair-'))
    const members = new Set(memberships.map(({ tenant_id }) => tenant_id))
    expect(pairs.filter(({ id }) => !members.has(id))).toEqual([])
    const kept = new Set(pairs.map(({ slug }) => slug))
    expect(before.filter(slug => !kept.has(slug))).toEqual([])
  })
})

describe('A backup', () => {
  it('that was changed or cut short anywhere is refused by name, and nothing is written', async () => {
    const { file } = sourceOf('embedded')
    const whole = await readFile(file)
    const broken = path.join(folder, 'broken.backup')
    const { length } = whole
    const places = [
      0,
      16,
      17,
      19,
      22,
      26,
      1000,
      length >> 1,
      length - 100,
      length - 80,
      length - 73,
      length - 66,
      length - 1,
    ]
    for (const at of places) {
      const changed = Buffer.from(whole)
      changed[at] = (changed[at] ?? 0) ^ 1
      await writeFile(broken, changed)
      await expect(checkBackup(broken), `byte ${at} of ${length}`).rejects.toThrow(broken)
    }
    for (const size of [0, 50, length >> 1, length - 73, length - 1]) {
      await writeFile(broken, whole.subarray(0, size))
      await expect(checkBackup(broken), `${size} bytes of ${length}`).rejects.toThrow(broken)
    }
    const differing = path.join(folder, 'differing.backup')
    await writeBackup(differing, withOtherRow(sourceOf('embedded').file))
    await expect(checkBackup(differing)).rejects.toThrow(/rows of its table \S+ differ from those that were written/)
    const DATA_DIR = path.join(folder, 'nothing')
    await expect(restorePlace({ DATA_DIR }, broken, {})).rejects.toThrow(broken)
    expect(existsSync(path.join(DATA_DIR, 'database'))).toBe(false)
  })

  it('of a newer program is refused, and nothing is written', async () => {
    const newer = path.join(folder, 'newer.backup')
    await writeBackup(newer, ofNewerProgram(sourceOf('embedded').file))
    const DATA_DIR = path.join(folder, 'older')
    await expect(restorePlace({ DATA_DIR }, newer, {})).rejects.toThrow(
      'The backup is of version 9.0.0, newer than this program: it has run product/9999_later.',
    )
    expect(existsSync(path.join(DATA_DIR, 'database'))).toBe(false)
  })

  it('leaves no file when it fails, and writes over none', async () => {
    const { server } = sourceOf('embedded')
    const file = path.join(folder, 'nowhere', 'x.backup')
    await expect(backUp(server.pool, file, options)).rejects.toThrow(/There is no folder .*nowhere: make it first/)
    const { file: known } = sourceOf('embedded')
    await expect(backUp(server.pool, known, options)).rejects.toThrow(/is there already/)
    expect((await stat(known)).size).toBeGreaterThan(0)
  })

  it.runIf(serverUrl)('is refused with the table’s name where a policy could hide rows', async () => {
    const { server } = sourceOf('postgres')
    await server.pool.query('create policy only_some on customers as restrictive for select using (false)')
    await expect(backUp(server.pool, path.join(folder, 'hidden.backup'), options)).rejects.toThrow(
      /Rows of public\.customers could be hidden/,
    )
    await server.pool.query('drop policy only_some on customers')
  })

  it.runIf(serverUrl)('says what to change where its user inherits the limits of requests', async () => {
    // Before PostgreSQL 16 the role says whether it inherits, then each grant.
    const letInherit = (inherits: boolean) =>
      asSuperuser(`alter role ${owner} ${inherits ? 'inherit' : 'noinherit'};
        do $$ begin
          if current_setting('server_version_num')::int >= 160000 then
            execute 'grant slotwise_limited to ${owner} with inherit ${inherits}';
          end if;
        end $$`)
    await letInherit(true)
    await expect(backUp(sourceOf('postgres').server.pool, path.join(folder, 'hidden.backup'), options))
      .rejects.toThrow(`alter role ${owner} noinherit`)
      .finally(() => letInherit(false))
  })
})
