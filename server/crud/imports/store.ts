import { type RawBuilder, sql } from 'kysely'
import type { Import, ImportRow } from '../../../src/contract/calls/imports'
import { type AnyResource, type Message, type Role, readableValues } from '../../../src/schema'
import { englishText } from '../../../src/schema/checkTexts'
import type { Transaction } from '../../db/database'
import { invalidField, notFound } from '../../http/problem'
import { lockInvariant } from '../lockInvariant'
import type { RowOutcome } from './rows'

export interface StoredImport extends Omit<Import, 'failure' | 'profile' | 'fields' | 'keys'> {
  chosenDateFormat: Import['dateFormat']
  chosenDecimal: Import['decimal']
  actingUserId: string | null
  failure: string | null
}

const columns = sql`id, resource, file_name, status, encoding, delimiter, chosen_date_format, chosen_decimal, date_format,
  decimal, time_zone, blanks, on_error, operation, columns, questions, row_count, done_count, counts, failure, created_by,
  created_at, acting_user_id, started_at, finished_at, undo_until`

/**
 * @param lock lets others write the import's rows meanwhile
 * @throws Problem `not_found`
 */
export const findImport = async (
  db: Transaction,
  tenantId: string,
  id: string,
  { lock = false } = {},
): Promise<StoredImport> => {
  const { rows } = await sql<StoredImport>`
    select ${columns} from imports where tenant_id = ${tenantId} and id = ${id} ${lock ? sql`for no key update` : sql``}`.execute(
    db,
  )
  if (!rows[0]) throw notFound('import')
  return rows[0]
}

export const listImports = async (
  db: Transaction,
  tenantId: string,
  { resource, page, perPage }: { resource: string | undefined; page: number; perPage: number },
): Promise<{ imports: StoredImport[]; total: number }> => {
  const isAsked = sql`tenant_id = ${tenantId} ${resource ? sql`and resource = ${resource}` : sql``}`
  const { rows } = await sql<StoredImport>`
    select ${columns} from imports where ${isAsked} order by created_at desc, id desc
    limit ${perPage} offset ${(page - 1) * perPage}`.execute(db)
  const { rows: counted } = await sql<{
    total: number
  }>`select count(*) as total from imports where ${isAsked}`.execute(db)
  return { imports: rows, total: counted[0]?.total ?? 0 }
}

export const answeredImport = ({
  chosenDateFormat: _,
  chosenDecimal: __,
  actingUserId: ___,
  ...stored
}: StoredImport): Omit<Import, 'profile' | 'fields' | 'keys'> => stored

const pieceSize = 256 * 1024

export const keepPieces = async (
  db: Transaction,
  tenantId: string,
  importId: string,
  bytes: Uint8Array,
): Promise<void> => {
  for (let piece = 0; piece * pieceSize < bytes.length; piece++) {
    const part = Buffer.from(bytes.subarray(piece * pieceSize, (piece + 1) * pieceSize))
    await sql`insert into import_pieces (tenant_id, import_id, piece, bytes)
      values (${tenantId}, ${importId}, ${piece}, ${part})`.execute(db)
  }
}

export const forgetPieces = async (db: Transaction, tenantId: string, importId: string): Promise<void> => {
  await sql`delete from import_pieces where tenant_id = ${tenantId} and import_id = ${importId}`.execute(db)
}

const most = { files: 20, bytes: 200 * 1024 * 1024 }

/**
 * Locks the tenant's uploads.
 * @throws Problem `validation` at `file` if too much would wait
 */
export const requireRoom = async (db: Transaction, tenantId: string, bytes: number): Promise<void> => {
  await lockInvariant(db, `imports ${tenantId}`)
  const { rows } = await sql<{ files: number; bytes: number }>`
    select count(distinct import_id)::int as files, coalesce(sum(octet_length(bytes)), 0)::float8 as bytes
    from import_pieces where tenant_id = ${tenantId}`.execute(db)
  const waiting = rows[0] ?? { files: 0, bytes: 0 }
  if (waiting.files >= most.files) throw invalidField('file', 'validation.tooManyImports', { max: most.files })
  if (waiting.bytes + bytes > most.bytes) throw invalidField('file', 'validation.importsTooLarge')
}

export async function* piecesOf(
  run: <T>(work: (db: Transaction) => Promise<T>) => Promise<T>,
  tenantId: string,
  importId: string,
): AsyncGenerator<Uint8Array> {
  for (let piece = 0; ; piece++) {
    const { rows } = await run(db =>
      sql<{ bytes: Uint8Array }>`select bytes from import_pieces
        where tenant_id = ${tenantId} and import_id = ${importId} and piece = ${piece}`.execute(db),
    )
    if (!rows[0]) return
    yield rows[0].bytes
  }
}

export const keepRows = (tenantId: string, importId: string, outcomes: readonly RowOutcome[]): RawBuilder<unknown> => {
  const rows = outcomes.map(({ recordId, ...rest }) => ({ record_id: recordId, ...rest }))
  return sql`
    insert into import_rows (tenant_id, import_id, row, line, outcome, record_id, version, key, changes, messages, code, notes,
      cells)
    select ${tenantId}, ${importId}, row, line, outcome, record_id, version, key, changes, messages, code, notes, cells
    from jsonb_populate_recordset(null::import_rows, ${JSON.stringify(rows)}::jsonb)
    on conflict (tenant_id, import_id, row) do update set outcome = excluded.outcome, record_id = excluded.record_id,
      version = excluded.version, key = excluded.key, changes = excluded.changes, messages = excluded.messages,
      code = excluded.code, notes = excluded.notes, cells = excluded.cells`
}

export const forgetRows = async (
  db: Transaction,
  tenantId: string,
  importId: string,
  { after = 0 } = {},
): Promise<void> => {
  await sql`delete from import_rows where tenant_id = ${tenantId} and import_id = ${importId} and row > ${after}`.execute(
    db,
  )
}

const sentencesOf = (messages: Readonly<Record<string, Message>>): Record<string, string> =>
  Object.fromEntries(Object.entries(messages).map(([name, one]) => [name, englishText(one)]))

interface RefusedRow {
  row: number
  line: number
  code: string
  cells: readonly string[]
  sentences: Readonly<Record<string, string>>
}

export async function* refusedRows(
  db: Transaction,
  tenantId: string,
  importId: string,
): AsyncGenerator<readonly RefusedRow[]> {
  for (let last = 0; ; ) {
    const { rows } = await sql<Omit<RefusedRow, 'sentences'> & { messages: Readonly<Record<string, Message>> }>`
      select row, line, code, cells, messages from import_rows
      where tenant_id = ${tenantId} and import_id = ${importId} and cells is not null and row > ${last}
      order by row limit 1000`.execute(db)
    if (rows.length === 0) return
    yield rows.map(({ messages, ...row }) => ({ ...row, sentences: sentencesOf(messages) }))
    last = rows.at(-1)?.row ?? last
  }
}

interface StoredRow extends Omit<ImportRow, 'id' | 'errors'> {
  recordId: string | null
  total: number
}

export const readRows = async (
  db: Transaction,
  tenantId: string,
  importId: string,
  { outcome, page, perPage }: { outcome: string | undefined; page: number; perPage: number },
  reader: { resource: AnyResource; role: Role },
): Promise<{ rows: ImportRow[]; total: number }> => {
  const isAsked = sql`tenant_id = ${tenantId} and import_id = ${importId} ${outcome ? sql`and outcome = ${outcome}` : sql``}`
  const { rows } = await sql<StoredRow>`
    select row, line, outcome, record_id, key, changes, messages, code, notes from import_rows where ${isAsked}
    order by row limit ${perPage} offset ${(page - 1) * perPage}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from import_rows where ${isAsked}`.execute(db)
  return {
    rows: rows.map(({ recordId: id, changes, messages, ...row }) => ({
      ...row,
      id,
      changes: readableValues(reader.resource, changes, reader.role),
      messages,
      errors: sentencesOf(messages as Readonly<Record<string, Message>>),
    })),
    total: counted[0]?.total ?? 0,
  }
}
