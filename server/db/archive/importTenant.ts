import pg from 'pg'
import type * as z from 'zod'
import { invitationDays, tenants } from '../../../src/core'
import { checkValue } from '../../../src/schema/validation'
import { actAs } from '../connection'
import { type ArchivedTable, catalogueOf, insertionOrder } from './catalogue'
import { fileEntry, fileSchema, personSchema, tableEntry, userColumns } from './format'
import { type Carried, type FileStore, filesTable, tenantsTable, usersTable } from './parts'
import { type Archive, openArchive } from './readArchive'

export interface ImportOptions {
  carried: Carried
  files: FileStore | null
  slug?: string | undefined
  /** Settings that a pooled connection lacks. */
  greeting?: string | undefined
  /** Prevents bookings and mails until a superuser activates the tenant. */
  isSuspended?: boolean | undefined
  progress?: (text: string) => void
}

export interface Imported {
  tenantId: string
  slug: string
  rows: number
  members: { email: string; hasAccount: boolean }[]
  anew: Record<string, string[]>
}

const batchRows = 500
const batchBytes = 1_000_000

async function* batchesOf(lines: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = []
  let bytes = 0
  for await (const line of lines) {
    batch.push(line)
    bytes += line.length
    if (batch.length < batchRows && bytes < batchBytes) continue
    yield batch
    batch = []
    bytes = 0
  }
  if (batch.length > 0) yield batch
}

type FileRow = z.output<typeof fileSchema>

const parsed = <T>(schema: z.ZodType<T>, line: string, table: string): T => {
  const { success, data } = schema.safeParse(JSON.parse(line))
  if (!success) throw new Error(`A row of ${table} is not as an archive has it.`)
  return data
}

class Writing {
  readonly #client: pg.PoolClient
  readonly #archive: Archive
  readonly #tenantId: string
  readonly #ids: ReadonlyMap<string, string>
  rows = 0

  constructor(client: pg.PoolClient, archive: Archive, tenantId: string, ids: ReadonlyMap<string, string>) {
    this.#client = client
    this.#archive = archive
    this.#tenantId = tenantId
    this.#ids = ids
  }

  /** @throws after the last one unless the number of rows matches the manifest */
  async *#batches(table: string): AsyncGenerator<string[]> {
    const { rows: expected = 0 } = this.#archive.manifest.tables[table] ?? {}
    let rows = 0
    const known = this.#ids.size > 0 ? new RegExp([...this.#ids.keys()].join('|'), 'g') : null
    for await (const batch of batchesOf(this.#archive.lines(tableEntry(table)))) {
      rows += batch.length
      yield known ? batch.map(line => line.replace(known, id => this.#ids.get(id) ?? id)) : batch
    }
    if (rows !== expected) throw new Error(`${table} has ${rows} rows, and not the ${expected} that were written.`)
  }

  async #run(table: string, text: string, values: readonly unknown[]): Promise<void> {
    try {
      await this.#client.query(text, [...values])
    } catch (error) {
      throw new Error(`A row of ${table} is refused:`, { cause: error })
    }
  }

  async #insert(
    { name, columns }: ArchivedTable,
    late: readonly string[],
    lines: readonly string[],
    further: Readonly<Record<string, string>>,
    values: readonly unknown[],
  ): Promise<void> {
    const given = columns.filter(column => !late.includes(column)).map(column => pg.escapeIdentifier(column))
    await this.#run(
      name,
      `insert into public.${name} (${[...given, ...Object.keys(further)].join(', ')})
        select ${[...given, ...Object.values(further)].join(', ')} from jsonb_populate_recordset(null::public.${name}, $1::jsonb)`,
      [`[${lines.join(',')}]`, ...values],
    )
    this.rows += lines.length
  }

  async insert(table: ArchivedTable, late: readonly string[]): Promise<void> {
    for await (const batch of this.#batches(table.name))
      await this.#insert(table, late, batch, { tenant_id: '$2::uuid' }, [this.#tenantId])
  }

  /** @param changed replaces the archive's values, including the id, so that a forged row hits no other tenant */
  async insertTenant(
    table: ArchivedTable,
    late: readonly string[],
    changed: { id: string; slug: string },
  ): Promise<void> {
    if (this.#archive.manifest.tables[table.name]?.rows !== 1) throw new Error('An archive holds one tenant.')
    for await (const batch of this.#batches(table.name)) {
      const lines = batch.map(line => JSON.stringify({ ...JSON.parse(line), ...changed }))
      await this.#insert(table, late, lines, {}, [])
    }
  }

  async insertFiles(table: ArchivedTable, contentOf: (file: FileRow) => Promise<Buffer | null>): Promise<void> {
    const further = { tenant_id: '$2::uuid', content: '$3::bytea' }
    for await (const batch of this.#batches(table.name))
      for (const line of batch)
        await this.#insert(table, [], [line], further, [
          this.#tenantId,
          await contentOf(parsed(fileSchema, line, table.name)),
        ])
  }

  async fill({ name, keys }: ArchivedTable, late: readonly string[]): Promise<void> {
    if (late.length === 0) return
    const ofTenant = ['old.tenant_id = $2::uuid', ...keys.map(key => `old.${key} = new.${key}`)]
    const isSame = name === tenantsTable ? 'old.id = $2::uuid' : ofTenant.join(' and ')
    const text = `
      update public.${name} as old set ${late.map(column => `${column} = new.${column}`).join(', ')}
      from jsonb_populate_recordset(null::public.${name}, $1::jsonb) as new
      where ${isSame} and num_nonnulls(${late.map(column => `new.${column}`).join(', ')}) > 0`
    for await (const batch of this.#batches(name)) await this.#run(name, text, [`[${batch.join(',')}]`, this.#tenantId])
  }
}

const settlePeople = async (
  client: pg.PoolClient,
  archive: Archive,
  ids: Map<string, string>,
): Promise<Imported['members']> => {
  const members: Imported['members'] = []
  for await (const line of archive.lines(tableEntry(usersTable))) {
    const { id, email } = parsed(personSchema, line, usersTable)
    const { rows: known } = await client.query<{ id: string; hasAccount: boolean }>(
      'select id, auth_id is not null as "hasAccount" from users where email = $1',
      [email],
    )
    let [person] = known
    if (!person) {
      const columns = userColumns.join(', ')
      const { rows } = await client.query<{ id: string; hasAccount: boolean }>(
        `insert into users (${columns}) select case when exists (select from users where users.id = given.id) then uuid_v7() else id end,
            ${userColumns.slice(1).join(', ')} from jsonb_populate_record(null::users, $1::jsonb) as given
          returning id, false as "hasAccount"`,
        [line],
      )
      person = rows[0]
    }
    if (!person) throw new Error(`${email} could not be added.`)
    if (person.id !== id) ids.set(id, person.id)
    members.push({ email, hasAccount: person.hasAccount })
  }
  return members
}

/**
 * Invites people with an account here, since nobody becomes a member without agreeing.
 * @throws without a superuser, who is the inviter
 */
const inviteKnown = async (client: pg.PoolClient, tenantId: string, members: Imported['members']): Promise<void> => {
  const emails = members.flatMap(({ email, hasAccount }) => (hasAccount ? [email] : []))
  if (emails.length === 0) return
  const { rows: superusers } = await client.query<{ id: string }>(
    `select id from users where user_type = 'superuser' and is_active order by created_at, id limit 1`,
  )
  const [inviter] = superusers
  if (!inviter) throw new Error('A superuser has to invite the members first: slotwise superuser add EMAIL')
  const { rows: shared } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = 'memberships'::regclass and attnum > 0 and not attisdropped
        and attname not in ('tenant_id', 'id', 'created_at', 'updated_at', 'version')
      intersect select attname from pg_attribute where attrelid = 'invitations'::regclass and not attisdropped order by 1`,
  )
  const brought = shared.map(({ name }) => name)
  await client.query(actAs({ as: 'tenant', tenantId }))
  await client.query(
    `with known as (
        delete from memberships using users where users.id = user_id and users.email = any($1)
        returning ${brought.map(name => `memberships.${name}`).join(', ')}, users.email
      )
      insert into invitations (tenant_id, ${brought.join(', ')}, email, invited_by, expires_at)
        select $2, known.*, $3, now() + make_interval(days => $4) from known`,
    [emails, tenantId, inviter.id, invitationDays],
  )
  await client.query(actAs({ as: 'platform' }))
}

const requireSameTables = ({ manifest }: Archive, tables: readonly ArchivedTable[]): void => {
  const here = new Map(tables.map(({ name, columns }) => [name, [...columns].sort().join()]))
  for (const [name, { columns }] of Object.entries(manifest.tables)) {
    if (name === usersTable) continue
    if (here.get(name) !== [...columns].sort().join())
      throw new Error(
        `The archive was made by version ${manifest.version}, in which the table ${name} has other columns: export it again with this version.`,
      )
  }
}

/**
 * Imports a tenant from an archive, wholly or not at all. Ids stay the same unless those of the tenant or its members
 * are taken.
 * @param pool may act as any role
 * @throws if the archive is damaged or of other tables, its slug is taken, or the database refuses a row
 */
export const importTenant = async (
  pool: pg.Pool,
  file: string,
  { carried, files: store, slug, greeting, isSuspended = false, progress }: ImportOptions,
): Promise<Imported> => {
  const archive = await openArchive(file)
  const { tenant, anew } = archive.manifest
  const client = await pool.connect()
  const stored: string[] = []
  let tenantId = tenant.id
  try {
    const named = slug ?? tenant.slug
    if ('problem' in checkValue(tenants.fields.slug.schema, named))
      throw new Error('The archive has a slug that no tenant may have: give another with --slug.')
    await client.query(
      `begin; ${greeting ? `${greeting}; ` : ''}${actAs({ as: 'platform' })}; set local slotwise.copying to 'on'`,
    )
    const { rows: taken } = await client.query<{ id: string; slug: string }>(
      'select id, slug from tenants where id = $1 or slug = $2',
      [tenant.id, named],
    )
    if (taken.some(one => one.slug === named))
      throw new Error(`There is a tenant ${named} already: give this one another name with --slug.`)
    const ids = new Map<string, string>()
    if (taken.some(one => one.id === tenant.id)) {
      const { rows } = await client.query<{ id: string }>('select uuid_v7() as id')
      if (rows[0]) ids.set(tenant.id, rows[0].id)
    }
    tenantId = ids.get(tenant.id) ?? tenant.id
    const keep = async ({ id, type, size }: FileRow): Promise<Buffer | null> => {
      const bytes = await archive.bytes(fileEntry(id), size)
      if (!store) return bytes
      stored.push(id)
      await store.put(tenantId, { id, type, bytes })
      return null
    }
    const tables = await catalogueOf(async (text, values) => (await client.query(text, [...values])).rows, carried)
    requireSameTables(archive, tables)
    const members = await settlePeople(client, archive, ids)
    const writing = new Writing(client, archive, tenantId, ids)
    const own = tables.find(({ name }) => name === tenantsTable)
    if (!own) throw new Error('There is no table of tenants.')
    // Optional columns may refer to later rows, and a check wants a picture and its facts together.
    const ownLate = own.optional
    const steps = insertionOrder(tables.filter(table => table !== own))
    await writing.insertTenant(own, ownLate, { id: tenantId, slug: named, ...(isSuspended && { is_active: false }) })
    await client.query(actAs({ as: 'tenant', tenantId }))
    for (const { table, late } of steps) {
      if (table.name === filesTable) await writing.insertFiles(table, keep)
      else await writing.insert(table, late)
      progress?.(`${table.name}: ${writing.rows} rows in all`)
    }
    for (const { table, late } of steps) await writing.fill(table, late)
    await client.query(actAs({ as: 'platform' }))
    await writing.fill(own, ownLate)
    await inviteKnown(client, tenantId, members)
    await client.query('commit')
    return { tenantId, slug: named, rows: writing.rows, members, anew }
  } catch (error) {
    if (stored.length > 0) await store?.remove(tenantId, stored)
    throw error
  } finally {
    await client.query('rollback').catch(() => {})
    client.release()
    archive.close()
  }
}
