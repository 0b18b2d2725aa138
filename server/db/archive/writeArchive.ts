import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import yazl from 'yazl'
import { bareName, columnsOf } from '../columns'
import type { Database, Transaction } from '../database'
import { tableName } from '../tables'
import { writeWhole } from '../wholeFile'
import { type ArchivedTable, type Ask, catalogueOf } from './catalogue'
import { fileEntry, type Manifest, manifestEntry, tableEntry, userColumns } from './format'
import { type Carried, type FileStore, usersTable } from './parts'

const rowsPerFetch = 500

/** Where a table refers to itself, parents come first. */
const rowsSql = ({ name, columns, keys, identity, references }: ArchivedTable, only: string | undefined): string => {
  // Former members are not exported: optional references to them become null, and rows that require one are omitted.
  const unknown = (column: string) => `not exists (select from users where users.id = ${name}.${column})`
  const people = references.filter(({ to }) => to === usersTable)
  const cells = columns.map(column => {
    const cell = `${name}.${pg.escapeIdentifier(column)}`
    const isPerson = people.some(one => one.column === column && one.isNullable)
    return isPerson ? `case when ${unknown(column)} then null else ${cell} end as ${column}` : cell
  })
  const conditions = [
    ...(only ? [`(${only})`] : []),
    ...people.flatMap(({ column, isNullable }) => (isNullable ? [] : [`not ${unknown(column)}`])),
  ]
  const own = references.find(({ to }) => to === name)
  const depths = `with recursive depths as (
      select id, 0 as depth from ${name} where ${own?.column} is null
      union all select ${name}.id, depth + 1 from ${name} join depths on ${name}.${own?.column} = depths.id
    )`
  return `${own ? depths : ''} select to_jsonb(rows)::text as line from (
      select ${cells.join(', ')} from ${name} ${own ? `join depths on depths.id = ${name}.id` : ''}
      where ${conditions.join(' and ') || 'true'}
      order by ${[...(own ? ['depth'] : []), ...(identity ? [identity] : keys).map(key => `${name}.${key}`)].join(', ')}
    ) as rows`
}

const ask =
  (db: Transaction): Ask =>
  async <Row>(text: string, values: readonly unknown[]) =>
    (await db.executeQuery(CompiledQuery.raw(text, [...values]))).rows as Row[]

async function* rowLines(db: Transaction, query: string): AsyncGenerator<string> {
  const run = ask(db)
  await run(`declare archive_rows no scroll cursor for ${query}`, [])
  for (;;) {
    const rows = await run<{ line: string }>(`fetch ${rowsPerFetch} from archive_rows`, [])
    for (const { line } of rows) yield `${line}\n`
    if (rows.length < rowsPerFetch) break
  }
  await run('close archive_rows', [])
}

const namesAnew = async (db: Transaction, { anew }: Carried): Promise<Manifest['anew']> => {
  const names: Manifest['anew'] = {}
  for (const resource of anew) {
    const field = resource.fields[resource.represent]
    const column = field && columnsOf(resource.represent, field)[0]?.name
    const { rows } = await sql<{ name: string | null }>`
      select ${sql.ref(bareName(column ?? 'id'))}::text as name from ${sql.table(tableName(resource))} order by 1`.execute(
      db,
    )
    if (rows.length > 0) names[resource.name] = rows.map(({ name }) => name ?? '')
  }
  return names
}

export interface ArchiveOptions {
  carried: Carried
  files: FileStore | null
  version: string
  progress?: (text: string) => void
}

/**
 * A tenant's data at one moment, without secrets (docs/archives.md).
 * @throws like `writeWhole`, and for an unknown tenant
 */
export const writeArchive = async (
  database: Database,
  tenantId: string,
  file: string,
  { carried, files: store, version, progress }: ArchiveOptions,
): Promise<Manifest> => {
  const write = async (db: Transaction, part: string): Promise<Manifest> => {
    const { rows: tenants } = await sql<Manifest['tenant']>`select id, slug, name from tenants`.execute(db)
    const [tenant] = tenants
    if (!tenant) throw new Error('There is no such tenant.')
    const manifest: Manifest = {
      ...{ format: 1, madeAt: new Date().toISOString(), version, tenant },
      ...{ tables: {}, entries: {}, anew: await namesAnew(db, carried) },
    }
    const zip = new yazl.ZipFile()
    zip.on('error', error => (zip.outputStream as Readable).destroy(error))
    const add = (entry: string, parts: () => AsyncIterable<string | Uint8Array>): void => {
      const hash = createHash('sha256')
      const hashed = async function* () {
        for await (const one of parts()) {
          hash.update(one)
          yield Buffer.from(one)
        }
        manifest.entries[entry] = hash.digest('hex')
      }
      zip.addReadStreamLazy(entry, {}, done => done(null, Readable.from(hashed(), { objectMode: false })))
    }
    const people: ArchivedTable = {
      name: usersTable,
      columns: [...userColumns],
      optional: [],
      keys: ['id'],
      identity: null,
      references: [],
    }
    const tables = await catalogueOf(ask(db), carried)
    for (const table of [people, ...tables]) {
      const about = { columns: table.columns, rows: 0 }
      manifest.tables[table.name] = about
      add(tableEntry(table.name), async function* () {
        for await (const line of rowLines(db, rowsSql(table, carried.only[table.name]))) {
          about.rows++
          yield line
        }
        progress?.(`${table.name}: ${about.rows} rows`)
      })
    }
    const { rows: files } = await sql<{ id: string }>`select id from files order by id`.execute(db)
    for (const { id: fileId } of files)
      add(fileEntry(fileId), async function* () {
        const { rows } = await sql<{ content: Buffer | null }>`select content from files where id = ${fileId}`.execute(
          db,
        )
        const bytes = rows[0]?.content ?? (await store?.get(tenant.id, fileId))
        if (!bytes) throw new Error(`The bytes of the file ${fileId} are not to be found.`)
        yield bytes
      })
    zip.addReadStreamLazy(manifestEntry, {}, done => {
      done(null, Readable.from([`${JSON.stringify(manifest, null, 2)}\n`], { objectMode: false }))
    })
    zip.end()
    await pipeline(zip.outputStream, createWriteStream(part, { mode: 0o600, flush: true }))
    return manifest
  }
  return writeWhole(file, part =>
    database.run({ as: 'tenant', tenantId }, db => write(db, part), { readOnly: true, large: true, moment: true }),
  )
}
