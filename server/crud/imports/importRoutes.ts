import { sql } from 'kysely'
import { type AuditChanges, busyStatuses, type ImportChanges } from '../../../src/contract'
import * as imports from '../../../src/contract/calls/imports'
import { type AnyField, type AnyResource, fieldOf, hasRole, type Message } from '../../../src/schema'
import { csvRows, enarmed } from '../../../src/schema/csvText'
import { formatInstant } from '../../../src/time/formatInstant'
import { DAY } from '../../../src/time/instant'
import type { Transaction } from '../../db/database'
import { hasCode } from '../../http/databaseProblem'
import type { MemberCaller } from '../../http/identity/caller'
import { implement, Reply } from '../../http/implement'
import { forbidden, invalid, invalidField, type Problem, refusal } from '../../http/problem'
import type { Route } from '../../http/route'
import type { Services } from '../../http/services'
import type { UnitOfWork } from '../../http/unitOfWork'
import { noteAction } from '../audit/noteAction'
import type { ResourceHooks } from '../hooks'
import { errorColumns, headersKey, importedFields, keysOf, mapColumns } from './columns'
import { delimiterOf } from './csvReader'
import { encodingOf } from './encodings'
import { importQueue } from './importQueue'
import { profileOf } from './profiles'
import { type Format, scan } from './scan'
import {
  answeredImport,
  findImport,
  forgetRows,
  keepPieces,
  listImports,
  piecesOf,
  readRows,
  refusedRows,
  requireRoom,
  type StoredImport,
} from './store'
import { requireUndoable } from './undo'

type Hooks = Readonly<Record<string, ResourceHooks>>

/** @throws Problem `forbidden` unless the caller may import it */
const requireResource = (
  name: string,
  { caller, services }: { caller: MemberCaller; services: Pick<Services, 'resources'> },
): AnyResource => {
  const resource = services.resources.find(each => each.name === name && each.import && each.scope === 'tenant')
  if (!resource) throw invalidField('resource', 'validation.notImported')
  const { create, write } = resource.access
  for (const role of [create ?? write, write]) if (!hasRole(caller.role, role)) throw forbidden(role)
  return resource
}

const remembered = async (
  db: Transaction,
  tenantId: string,
  resource: AnyResource,
  headers: readonly string[],
): Promise<Readonly<Record<string, string | null>> | null> => {
  const { rows } = await sql<{ mapping: Readonly<Record<string, string | null>> }>`
    select mapping from import_mappings
    where tenant_id = ${tenantId} and resource = ${resource.name} and headers = ${headersKey(headers)}`.execute(db)
  return rows[0]?.mapping ?? null
}

interface Given {
  resource: AnyResource
  fields: ReadonlyMap<string, AnyField>
  services: Pick<Services, 'labels'>
  aliases: ResourceHooks['aliases']
  profiles: ResourceHooks['profiles']
}

type Pieces = Parameters<typeof scan>[0]

const see =
  ({ fields }: Given): Parameters<typeof scan>[3] =>
  (proofs, name, cell) => {
    const field = fields.get(name)
    if (field) proofs.see(field, cell)
  }

const analyse = (unit: UnitOfWork, tenantId: string, given: Given, pieces: Pieces, format: Format) =>
  scan(
    pieces,
    format,
    async headers =>
      mapColumns(headers, {
        ...{ resource: given.resource, fields: given.fields, labels: given.services.labels, aliases: given.aliases },
        profile: profileOf(given.profiles, headers),
        remembered: await remembered(unit.db, tenantId, given.resource, headers),
      }),
    see(given),
    given.profiles,
  )

const givenFor = (
  resource: AnyResource,
  { caller, services }: { caller: MemberCaller; services: Services },
  hooks: Hooks,
): Given => ({
  ...{ resource, services },
  fields: importedFields(resource, caller.role),
  aliases: hooks[resource.name]?.aliases,
  profiles: hooks[resource.name]?.profiles,
})

/** @throws Problem `validation` at wrong headings */
const requireMapping = (
  { resource, fields }: Given,
  columns: StoredImport['columns'],
  mapping: Readonly<Record<string, string | null>>,
): StoredImport['columns'] => {
  const errors: Record<string, Message> = {}
  const refuse = (header: string, key: Message['key']) => {
    errors[`mapping.${header}`] = { key, args: {} }
  }
  for (const [header, name] of Object.entries(mapping)) {
    if (!columns.some(column => column.header === header)) refuse(header, 'validation.unknown')
    else if (name !== null && !fields.has(name))
      refuse(header, fieldOf(resource, name) ? 'validation.notImported' : 'validation.unknown')
  }
  const chosen = columns.map(column =>
    Object.hasOwn(mapping, column.header) && mapping[column.header] !== column.field
      ? { ...column, field: mapping[column.header] ?? null, via: null }
      : column,
  )
  const names = new Set<string>()
  const byChoice = chosen.toSorted(
    (a, b) => Number(Object.hasOwn(mapping, b.header)) - Number(Object.hasOwn(mapping, a.header)),
  )
  const dropped = new Set<string>()
  for (const { header, field } of byChoice) {
    if (field === null) continue
    if (!names.has(field)) names.add(field)
    else if (Object.hasOwn(mapping, header)) refuse(header, 'validation.mappedTwice')
    else dropped.add(header)
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return chosen.map(column => (dropped.has(column.header) ? { ...column, field: null, via: null } : column))
}

const requireKey = ({ resource }: Given, columns: StoredImport['columns']): void => {
  const names = columns.map(({ field }) => field)
  if (names.includes('id') || keysOf(resource).some(key => key.every(name => names.includes(name)))) return
  const keys = keysOf(resource)
    .map(key => key.join(' + '))
    .join(', ')
  throw invalidField('mapping', 'validation.keyNeeded', { keys })
}

const pieceOf = function* (bytes: Uint8Array): Generator<Uint8Array> {
  const size = 256 * 1024
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

/** @throws Problem `validation` at `file` */
const tableOf = async (
  bytes: Uint8Array,
  { tableInFile }: ResourceHooks,
  { id: tenantId, timeZone }: MemberCaller['tenant'],
  now: number,
): Promise<{ file: Uint8Array; format: Format }> => {
  const encoding = encodingOf(bytes)
  const table = await tableInFile?.(new TextDecoder(encoding).decode(bytes), { tenantId, timeZone, now })
  if (table) return { file: Buffer.from(csvRows(table)), format: { encoding: 'utf-8', delimiter: ',' } }
  const start = new TextDecoder(encoding).decode(bytes.subarray(0, 256 * 1024), { stream: true })
  return { file: bytes, format: { encoding, delimiter: delimiterOf(start) } }
}

const wrongStatus = (): Problem => refusal('wrong_status', 'refusal.notOffered')

const requireStatus = ({ status }: StoredImport, ...wanted: readonly StoredImport['status'][]): void => {
  if (!wanted.includes(status)) throw wrongStatus()
}

const isRecent = ({ undoUntil }: StoredImport, now: number): boolean =>
  undoUntil !== null && Date.parse(undoUntil) > now

/** @throws Problem `import_running` */
const begin = async (
  unit: UnitOfWork,
  tenantId: string,
  { id }: StoredImport,
  status: StoredImport['status'],
  { isAnew }: { isAnew: boolean },
): Promise<StoredImport> => {
  const anew = sql`, done_count = 0, counts = '{"create": 0, "update": 0, "unchanged": 0, "error": 0, "conflict": 0}'`
  try {
    await sql`
      update imports set status = ${status}, acting_user_id = ${unit.caller.userId}, failure = null, run_at = now(),
        leased_until = null ${isAnew ? anew : sql``}
        ${status === 'importing' ? sql`, started_at = coalesce(started_at, ${formatInstant(unit.now)}), finished_at = null` : sql``}
      where tenant_id = ${tenantId} and id = ${id}`.execute(unit.db)
  } catch (error) {
    if (hasCode(error, '23505')) throw refusal('import_running', 'refusal.importRunning', {}, { cause: error })
    throw error
  }
  unit.due.add(importQueue)
  return findImport(unit.db, tenantId, id)
}

const noteEnd = (
  unit: UnitOfWork,
  { resource: name, fileName, counts }: StoredImport,
  action: 'deleted' | 'status_changed',
  changes: AuditChanges = {},
): void => {
  unit.reason = `Import ${fileName}`
  const isGone = action === 'deleted'
  const rows = Object.entries(counts).map(([outcome, count]) => [
    outcome,
    isGone ? { from: count, to: null } : { from: null, to: count },
  ])
  noteAction(unit, {
    ...{ action, resource: { name }, record: null, label: fileName },
    changes: { ...changes, ...Object.fromEntries(rows) },
  })
}

type Write = <T>(work: (unit: UnitOfWork) => Promise<T>) => Promise<T>

/** An import that a call changes, locked. */
interface Held<B = unknown> {
  unit: UnitOfWork
  tenantId: string
  stored: StoredImport
  request: { caller: MemberCaller; services: Services; body: B }
  hooks: Hooks
}

const change = async ({ unit, tenantId, stored, request, hooks }: Held<ImportChanges>): Promise<StoredImport> => {
  requireStatus(stored, 'uploaded', 'checked')
  const given = givenFor(requireResource(stored.resource, request), request, hooks)
  await keepChanges(unit, tenantId, stored, given, request.body)
  return findImport(unit.db, tenantId, stored.id)
}

const check = async ({ unit, tenantId, stored, request, hooks }: Held): Promise<StoredImport> => {
  requireStatus(stored, 'uploaded', 'checked', 'failed')
  // An import that has started is resumed instead.
  if (stored.startedAt) throw wrongStatus()
  const given = givenFor(requireResource(stored.resource, request), request, hooks)
  requireKey(given, stored.columns)
  if (stored.questions.length > 0)
    throw invalid(Object.fromEntries(stored.questions.map(name => [name, { key: 'validation.sayHow', args: {} }])))
  await rememberMapping(unit.db, tenantId, stored)
  await forgetRows(unit.db, tenantId, stored.id)
  return begin(unit, tenantId, stored, 'checking', { isAnew: true })
}

const start = async ({ unit, tenantId, stored, request }: Held): Promise<StoredImport> => {
  requireStatus(stored, 'checked')
  requireResource(stored.resource, request)
  const { error, conflict } = stored.counts
  if (stored.onError === 'nothing' && error + conflict > 0)
    throw refusal('import_has_errors', 'refusal.importHasErrors', { count: error + conflict })
  return begin(unit, tenantId, stored, 'importing', { isAnew: true })
}

const cancel = async ({ unit, tenantId, stored }: Held): Promise<StoredImport> => {
  requireStatus(stored, 'checking', 'importing')
  const isCheck = stored.status === 'checking'
  await forgetRows(unit.db, tenantId, stored.id, { after: isCheck ? 0 : stored.doneCount })
  await sql`
    update imports set status = ${isCheck ? 'uploaded' : 'cancelled'}, leased_until = null
      ${isCheck ? sql`, done_count = 0` : sql`, finished_at = ${formatInstant(unit.now)}, undo_until = ${formatInstant(unit.now + DAY)}`}
    where tenant_id = ${tenantId} and id = ${stored.id}`.execute(unit.db)
  const after = await findImport(unit.db, tenantId, stored.id)
  noteEnd(unit, stored, 'status_changed', { status: { from: stored.status, to: after.status } })
  return after
}

const resume = async ({ unit, tenantId, stored, request }: Held): Promise<StoredImport> => {
  requireStatus(stored, 'cancelled', 'failed')
  // Later, its file is deleted.
  if (!stored.startedAt || !isRecent(stored, unit.now)) throw wrongStatus()
  requireResource(stored.resource, request)
  return begin(unit, tenantId, stored, 'importing', { isAnew: false })
}

const undo = async ({ unit, tenantId, stored, request, hooks }: Held): Promise<StoredImport> => {
  requireStatus(stored, 'done', 'cancelled', 'failed')
  if (!isRecent(stored, unit.now)) throw refusal('undo_expired', 'refusal.undoExpired')
  const resource = requireResource(stored.resource, request)
  await requireUndoable(unit, stored, { resource, resources: request.services.resources, hooks, tenantId })
  return begin(unit, tenantId, stored, 'undoing', { isAnew: false })
}

const errorsFile = async (db: Transaction, tenantId: string, stored: StoredImport): Promise<Response> => {
  // It may contain refused rows itself.
  const own = stored.columns.flatMap(({ header }, index) => (errorColumns.includes(header) ? [] : [{ header, index }]))
  const headers = own.map(({ header }) => header)
  const parts = [Buffer.from(`\ufeff${csvRows([[...headers, ...errorColumns]])}`)]
  for await (const refused of refusedRows(db, tenantId, stored.id)) {
    const rows = refused.map(({ line, code, cells, sentences }) => [
      // A cell may already be disarmed.
      ...own.map(({ index }) => enarmed(cells[index] ?? '')),
      ...[
        line,
        code,
        Object.entries(sentences)
          .map(([field, sentence]) => `${field}: ${sentence}`)
          .join('; '),
      ],
    ])
    parts.push(Buffer.from(csvRows(rows)))
  }
  const name = stored.fileName.replace(/\.\w+$/, '').replace(/[^\p{L}\p{N} ._-]/gu, '_')
  return new Response(new Blob(parts), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="errors.csv"; filename*=UTF-8''${encodeURIComponent(`${name}-errors.csv`)}`,
    },
  })
}

/** docs/importing.md */
export const importRoutes = (hooks: Hooks): Route[] => {
  const answered = (
    { caller, services }: { caller: MemberCaller; services: Pick<Services, 'resources'> },
    stored: StoredImport,
  ) => {
    const headers = stored.columns.map(({ header }) => header)
    const profile = profileOf(hooks[stored.resource]?.profiles, headers)
    const resource = services.resources.find(({ name }) => name === stored.resource)
    return {
      ...answeredImport(stored),
      profile: profile?.name ?? null,
      fields: resource ? [...importedFields(resource, caller.role).keys()] : [],
      keys: resource ? keysOf(resource).map(key => [...key]) : [],
    }
  }
  const held =
    <B>(work: (held: Held<B>) => Promise<StoredImport>) =>
    (request: Held<B>['request'] & { params: { id: string }; write: Write }) => {
      const tenantId = request.caller.tenant.id
      return request.write(async unit => {
        const stored = await findImport(unit.db, tenantId, request.params.id, { lock: true })
        return answered(request, await work({ unit, tenantId, stored, request, hooks }))
      })
    }
  return [
    implement(imports.upload, async request => {
      const { query, body, caller } = request
      await request.authorized()
      const resource = requireResource(query.resource, request)
      const given = givenFor(resource, request, hooks)
      if (body.length === 0) throw invalidField('file', 'validation.noRows')
      const tenantId = caller.tenant.id
      const { file, format } = await tableOf(body, hooks[resource.name] ?? {}, caller.tenant, request.services.now())
      return request.write(async unit => {
        await requireRoom(unit.db, tenantId, file.length)
        const { columns, rowCount, proofs } = await analyse(unit, tenantId, given, pieceOf(file), format)
        const { rows } = await sql<{ id: string }>`
        insert into imports (tenant_id, resource, file_name, encoding, delimiter, date_format, decimal, time_zone, columns,
          questions, row_count, created_by)
        values (${tenantId}, ${resource.name}, ${query.fileName ?? `${resource.name}.csv`}, ${format.encoding}, ${format.delimiter},
          ${proofs.dateFormat}, ${proofs.decimal}, ${caller.tenant.timeZone}, ${JSON.stringify(columns)}::jsonb,
          ${JSON.stringify(proofs.questions)}::jsonb, ${rowCount}, ${caller.userId})
        returning id`.execute(unit.db)
        const id = rows[0]?.id ?? ''
        await keepPieces(unit.db, tenantId, id, file)
        return answered(request, await findImport(unit.db, tenantId, id))
      })
    }),
    implement(imports.list, ({ query, caller, services, read }) =>
      read(async db => {
        const { imports: found, total } = await listImports(db, caller.tenant.id, query)
        return new Reply(
          found.map(stored => answered({ caller, services }, stored)),
          { 'X-Total-Count': String(total) },
        )
      }),
    ),
    implement(imports.get, ({ params, caller, services, read }) =>
      read(async db => answered({ caller, services }, await findImport(db, caller.tenant.id, params.id))),
    ),
    implement(imports.remove, ({ params, caller, write }) =>
      write(async unit => {
        const stored = await findImport(unit.db, caller.tenant.id, params.id, { lock: true })
        if (busyStatuses.includes(stored.status)) throw refusal('import_running', 'refusal.importRunning')
        if (isRecent(stored, unit.now)) throw refusal('wrong_status', 'refusal.importUndoable')
        await sql`delete from imports where tenant_id = ${caller.tenant.id} and id = ${params.id}`.execute(unit.db)
        noteEnd(unit, stored, 'deleted')
      }),
    ),
    implement(imports.change, held(change)),
    implement(imports.check, held(check)),
    implement(imports.start, held(start)),
    implement(imports.cancel, held(cancel)),
    implement(imports.resume, held(resume)),
    implement(imports.undo, held(undo)),
    implement(imports.rows, ({ params, query, caller, read, services }) =>
      read(async db => {
        const stored = await findImport(db, caller.tenant.id, params.id)
        const resource = services.resources.find(({ name }) => name === stored.resource) as AnyResource
        const reader = { resource, role: caller.role }
        const { rows, total } = await readRows(db, caller.tenant.id, params.id, query, reader)
        return new Reply(rows, { 'X-Total-Count': String(total) })
      }),
    ),
    implement(imports.errors, ({ params, caller, read }) =>
      read(async db => errorsFile(db, caller.tenant.id, await findImport(db, caller.tenant.id, params.id))),
    ),
  ]
}

const rememberMapping = async (db: Transaction, tenantId: string, stored: StoredImport): Promise<void> => {
  const headers = headersKey(stored.columns.map(({ header }) => header))
  const mapping = Object.fromEntries(stored.columns.map(({ header, field }) => [header, field]))
  await sql`
    insert into import_mappings (tenant_id, resource, headers, mapping)
    values (${tenantId}, ${stored.resource}, ${headers}, ${JSON.stringify(mapping)}::jsonb)
    on conflict (tenant_id, resource, headers) do update set mapping = excluded.mapping`.execute(db)
}

const keepChanges = async (
  unit: UnitOfWork,
  tenantId: string,
  stored: StoredImport,
  given: Given,
  { mapping = {}, ...changes }: ImportChanges,
): Promise<void> => {
  const { db } = unit
  const format = {
    encoding: changes.encoding ?? stored.encoding,
    delimiter: changes.delimiter ?? stored.delimiter,
  }
  const isReadOtherwise = format.encoding !== stored.encoding || format.delimiter !== stored.delimiter
  const pieces = () => piecesOf(work => work(db), tenantId, stored.id)
  const known = isReadOtherwise ? (await analyse(unit, tenantId, given, pieces(), format)).columns : stored.columns
  const columns = requireMapping(given, known, mapping)
  const { proofs, rowCount } = await scan(pieces(), format, async () => columns, see(given), given.profiles)
  const chosenDateFormat = changes.dateFormat ?? stored.chosenDateFormat
  const chosenDecimal = changes.decimal ?? stored.chosenDecimal
  const answered = { dateFormat: chosenDateFormat, decimal: chosenDecimal }
  const questions = proofs.questions.filter(name => answered[name] === null)
  await sql`
    update imports set status = 'uploaded', encoding = ${format.encoding}, delimiter = ${format.delimiter},
      columns = ${JSON.stringify(columns)}::jsonb, questions = ${JSON.stringify(questions)}::jsonb, row_count = ${rowCount},
      chosen_date_format = ${chosenDateFormat}, chosen_decimal = ${chosenDecimal},
      date_format = ${chosenDateFormat ?? proofs.dateFormat}, decimal = ${chosenDecimal ?? proofs.decimal},
      time_zone = ${changes.timeZone ?? stored.timeZone}, blanks = ${changes.blanks ?? stored.blanks},
      on_error = ${changes.onError ?? stored.onError}, operation = ${changes.operation ?? stored.operation}, done_count = 0,
      counts = '{"create": 0, "update": 0, "unchanged": 0, "error": 0, "conflict": 0}', failure = null
    where tenant_id = ${tenantId} and id = ${stored.id}`.execute(db)
  await forgetRows(db, tenantId, stored.id)
}
