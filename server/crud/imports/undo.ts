import { sql } from 'kysely'
import { type AnyResource, pathParamNames, takingBack } from '../../../src/schema'
import { importColumns } from '../../../src/schema/importColumns'
import { labelOf } from '../../audit/auditLog'
import type { ApiRecord } from '../../audit/change'
import { refusal } from '../../http/problem'
import type { UnitOfWork } from '../../http/unitOfWork'
import { noteAction } from '../audit/noteAction'
import { findEntries, parametersOf, type TakenEntry, takeBack } from '../audit/takeBack'
import { findCascade } from '../cascade'
import type { ResourceHooks } from '../hooks'
import { findRecords, type Scope } from '../scope'
import { updateRecord } from '../single'
import { usedRecords } from '../usage'
import { deleteRecords } from '../write'
import { scopeOver } from './references'
import type { StoredImport } from './store'

type Hooks = Readonly<Record<string, ResourceHooks>>

interface Blocking {
  resource: string
  id: string
  label: string
  reason: 'changed' | 'used'
}

export interface Undoing {
  resource: AnyResource
  resources: readonly AnyResource[]
  hooks: Hooks
  tenantId: string
}

const scopeOf = ({ caller }: UnitOfWork, { resource, resources, hooks }: Undoing): Scope =>
  scopeOver(resource, { caller, resources, hooks: hooks[resource.name] ?? {} })

interface Written {
  recordId: string
  outcome: 'create' | 'update'
  key: string | null
  isChanged: boolean
}

const writtenBy = async (unit: UnitOfWork, { id }: StoredImport, undoing: Undoing): Promise<Written[]> => {
  const { resource, tenantId } = undoing
  const table = sql.table(resource.name)
  const { rows } = await sql<Written>`
    select import_rows.record_id, import_rows.outcome, import_rows.key,
      ${table}.version is distinct from import_rows.version as is_changed
    from import_rows left join ${table} on ${table}.tenant_id = import_rows.tenant_id and ${table}.id = import_rows.record_id
    where import_rows.tenant_id = ${tenantId} and import_rows.import_id = ${id} and outcome in ('create', 'update')
    order by row desc`.execute(unit.db)
  return rows
}

const pieces = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size))

/** Records per statement. Records that refer to each other must share one. */
const pieceSize = 1000

const requireNone = ({ fileName: file }: StoredImport, blocking: readonly Blocking[]): void => {
  const count = blocking.length
  const extensions = { blocking: blocking.slice(0, 20), count }
  if (count > 0) throw refusal('undo_blocked', 'refusal.undoBlocked', { count, file }, { extensions })
}

const madeBesides = async (
  unit: UnitOfWork,
  { id, startedAt }: StoredImport,
  { resource, resources, hooks, tenantId }: Undoing,
): Promise<{ scope: Scope; records: ApiRecord[] }[]> => {
  const { rows } = await sql<{ entityType: string; ids: string[] }>`
    select entity_type, array_agg(entity_id::text) as ids from audit_entries
    where tenant_id = ${tenantId} and at >= ${startedAt} and request_id = ${id} and action = 'created'
    and entity_type <> ${resource.name} and entity_id is not null group by entity_type`.execute(unit.db)
  const found: { scope: Scope; records: ApiRecord[] }[] = []
  for (const { entityType, ids } of rows) {
    const other = resources.find(({ name }) => name === entityType)
    if (!other) continue
    const scope = scopeOf(unit, { resource: other, resources, hooks, tenantId })
    found.push({ scope, records: await findRecords(unit.db, scope, ids, { lock: true }) })
  }
  return found
}

type Besides = Awaited<ReturnType<typeof madeBesides>>

/** Ignores the import's own records, which are deleted or restored first. @throws Problem `undo_blocked` */
const requireBesides = async (
  { db }: UnitOfWork,
  stored: StoredImport,
  { resource: own, tenantId }: Undoing,
  besides: Besides,
): Promise<void> => {
  const ids = sql`select record_id from import_rows
    where tenant_id = ${tenantId} and import_id = ${stored.id} and outcome in ('create', 'update')
    and record_id is not null`
  const blocking: Blocking[] = []
  for (const { scope, records } of besides) {
    const { resource } = scope
    const made = records.map(({ id }) => id)
    const used = await usedRecords(db, scope, made, { resource: own, ids })
    for (const record of records) {
      const reason = Number(record.version) > 1 ? 'changed' : used.has(record.id) ? 'used' : null
      if (!reason) continue
      blocking.push({ resource: resource.name, id: record.id, label: labelOf(resource, record) ?? '', reason })
    }
  }
  requireNone(stored, blocking)
}

const deleteBesides = async (unit: UnitOfWork, stored: StoredImport, undoing: Undoing): Promise<void> => {
  const besides = await madeBesides(unit, stored, undoing)
  await requireBesides(unit, stored, undoing, besides)
  for (const { scope, records } of besides) if (records.length > 0) await deleteRecords(unit, scope, records)
}

/** For entities whose changes cannot be taken back. */
const writeBack = async (unit: UnitOfWork, scope: Scope, entries: readonly TakenEntry[]): Promise<void> => {
  const before: Record<string, unknown> = {}
  for (const { changes } of entries)
    for (const [name, { from }] of Object.entries(changes)) if (!(name in before)) before[name] = from
  const names = importColumns(scope.resource)
  const input = Object.fromEntries(Object.entries(before).filter(([name]) => names.has(name)))
  const id = entries[0]?.entityId ?? ''
  await (scope.hooks.writes?.update ?? updateRecord)(unit, scope, id, { input, ifMatch: null })
}

const refuseBlocked = async (
  unit: UnitOfWork,
  stored: StoredImport,
  undoing: Undoing,
  written: readonly Written[],
): Promise<void> => {
  const scope = scopeOf(unit, undoing)
  const { resource } = undoing
  const blocked = new Map(written.filter(({ isChanged }) => isChanged).map(one => [one.recordId, 'changed' as const]))
  const made = written.flatMap(({ recordId, outcome }) => (outcome === 'create' ? recordId : []))
  const used = new Set<string>()
  for (const ids of pieces(made, pieceSize)) {
    for (const id of (await usedRecords(unit.db, scope, ids)).keys()) used.add(id)
    for (const { resource: child, records } of await findCascade(unit.db, scope, ids)) {
      const parent = pathParamNames(child.api).at(-1) ?? ''
      for (const record of records) used.add(String(record[parent]))
    }
  }
  const reasons: Blocking[] = written.flatMap(({ recordId: id, key }) => {
    const reason = blocked.get(id) ?? (used.has(id) ? 'used' : null)
    return reason ? [{ resource: resource.name, id, label: key ?? '', reason }] : []
  })
  requireNone(stored, reasons)
}

/** @throws Problem `undo_blocked`, naming the obstacles */
export const requireUndoable = async (unit: UnitOfWork, stored: StoredImport, undoing: Undoing): Promise<void> => {
  await refuseBlocked(unit, stored, undoing, await writtenBy(unit, stored, undoing))
  await requireBesides(unit, stored, undoing, await madeBesides(unit, stored, undoing))
}

/** @throws Problem `undo_blocked` */
export const undoImport = async (unit: UnitOfWork, stored: StoredImport, undoing: Undoing): Promise<void> => {
  const { resource, hooks, tenantId } = undoing
  const written = await writtenBy(unit, stored, undoing)
  await refuseBlocked(unit, stored, undoing, written)
  unit.via = takingBack
  const scope = scopeOf(unit, undoing)
  for (const some of pieces(written, pieceSize)) {
    const changed = some.filter(({ outcome }) => outcome === 'update').map(({ recordId }) => recordId)
    const entries = await findEntries(
      unit.db,
      sql`tenant_id = ${tenantId} and entity_type = ${resource.name} and entity_id = any(${changed}::uuid[])
        and request_id = ${stored.id}`,
    )
    const byRecord = new Map<string, TakenEntry[]>()
    for (const entry of entries) byRecord.set(entry.entityId, [...(byRecord.get(entry.entityId) ?? []), entry])
    for (const [first, ...more] of byRecord.values()) {
      if (!first) continue
      const params = await parametersOf(unit, resource, first)
      const own = { ...scope, resource, params }
      if (resource.notTakenBack) await writeBack(unit, own, [first, ...more])
      else await takeBack(unit, { scope: own, hooks }, [first, ...more])
    }
    const made = some.filter(({ outcome }) => outcome === 'create').map(({ recordId }) => recordId)
    const records = await findRecords(unit.db, scope, made, { lock: true })
    if (records.length > 0) {
      await scope.hooks.beforeDelete?.(unit, records)
      await deleteRecords(unit, scope, records)
    }
    await unit.writeSoFar()
  }
  await deleteBesides(unit, stored, undoing)
  noteAction(unit, {
    ...{ action: 'undone', resource, record: null, label: stored.fileName },
    changes: { count: { from: written.length, to: 0 } },
  })
}
