import { sql } from 'kysely'
import type { AuditAction, AuditChanges } from '../../../src/contract'
import {
  type AnyField,
  type AnyResource,
  type Fields,
  fieldOf,
  hasRole,
  inputNames,
  pathParamNames,
  readableValues,
  sameValue,
  takeBackRole,
  takingBack,
} from '../../../src/schema'
import { validate } from '../../../src/schema/validation'
import { auditEventOf, recordedValue } from '../../audit/auditLog'
import type { ApiRecord } from '../../audit/change'
import { assignmentLink } from '../../db/links'
import { toRow } from '../../db/rows'
import { forbidden, invalid, Problem, refusal } from '../../http/problem'
import type { UnitOfWork } from '../../http/unitOfWork'
import { assign, assignedIds } from '../assignments'
import { findCascade } from '../cascade'
import { refusals, requireRoom, requireVersion } from '../checks'
import { withFiles } from '../files/withFiles'
import type { ResourceHooks } from '../hooks'
import { all, type Condition, equals, findRecord, requireParents, type Scope, scopeValues } from '../scope'
import { deleteRecord, updateRecord } from '../single'
import { takeOutOfTrash } from '../trash/trashedRows'
import { insertRecord, updateRecords } from '../write'

export interface TakenEntry {
  id: string
  sequence: number
  actorType: string
  actorId: string | null
  action: AuditAction
  entityType: string
  entityId: string
  entityLabel: string | null
  changes: AuditChanges
  requestId: string | null
  via: string | null
}

/** Oldest first. `condition` selects the tenant. */
export const findEntries = async (db: UnitOfWork['db'], condition: Condition): Promise<TakenEntry[]> => {
  const { rows } = await sql<TakenEntry>`
    select id, sequence, actor_type, actor_id, action, entity_type, entity_id, entity_label, changes, request_id, via
    from audit_entries where ${condition} and entity_id is not null order by sequence`.execute(db)
  return rows
}

interface Net {
  kind: 'created' | 'updated' | 'deleted'
  id: string
  entries: readonly TakenEntry[]
  changes: AuditChanges
}

const netOf = (entries: readonly TakenEntry[]): Net => {
  const changes: Record<string, { from: unknown; to: unknown }> = {}
  for (const entry of entries)
    for (const [name, { from, to }] of Object.entries(entry.changes))
      changes[name] = { from: changes[name] ? changes[name].from : from, to }
  const has = (action: AuditAction) => entries.some(entry => entry.action === action)
  const kind = has('created') ? 'created' : has('deleted') ? 'deleted' : 'updated'
  return { kind, id: entries[0]?.entityId ?? '', entries, changes }
}

type Hooks = Readonly<Record<string, ResourceHooks>>

/** A deletion takes nested records along, so all hooks are needed. */
interface Taking {
  scope: Scope
  hooks: Hooks
}

/** @throws Problem `forbidden`, or `conflict` for changes that cannot be taken back */
const requireRight = ({ resource, caller }: Scope, { entries, changes }: Net): void => {
  for (const { action, via, actorType } of entries) {
    const role = actorType === 'system' ? null : takeBackRole(resource, { action, via })
    if (role === null) throw refusal('conflict', 'refusal.notTakenBack')
    if (!hasRole(caller.role, role)) throw forbidden(role)
  }
  const isForgotten = Object.values(changes).some(({ from, to }) => from === null && to === null)
  if (isForgotten) throw refusal('conflict', 'refusal.forgotten')
}

/** @throws Problem `conflict` naming the author of a later change, only at `names` if given */
const refuseLater = async (
  { db }: UnitOfWork,
  { resource, caller }: Scope,
  { id, entries }: Net,
  names?: readonly string[],
): Promise<void> => {
  const last = entries.at(-1)?.sequence ?? 0
  const { rows } = await sql<{ actorName: string | null; names: string[] }>`
    select actor_name, array(select jsonb_object_keys(changes)) as names from audit_entries
    where tenant_id = ${caller.tenant?.id} and entity_type = ${resource.name} and entity_id = ${id} and sequence > ${last}
    order by sequence desc`.execute(db)
  const whoIn = (found: (typeof rows)[number] | undefined): string => found?.actorName ?? 'Slotwise'
  if (!names) {
    if (rows.length === 0) return
    throw refusal('conflict', 'refusal.changedSince', { who: whoIn(rows[0]) })
  }
  const errors = names.map(name => {
    const who = whoIn(rows.find(row => row.names.includes(name)))
    return [name, { key: 'validation.changedSince', args: { who } }] as const
  })
  const who = Array.from(new Set(errors.map(([, { args }]) => args.who))).join(', ')
  throw refusal('conflict', 'refusal.changedSince', { who }, { errors: Object.fromEntries(errors) })
}

const writtenValue = (field: AnyField | undefined, current: unknown, from: unknown): unknown =>
  from === null && (Array.isArray(current) || Array.isArray(field?.default)) ? [] : from

const takeBackUpdate = async (unit: UnitOfWork, { scope, hooks }: Taking, net: Net): Promise<void> => {
  const { resource, caller } = scope
  const sets = resource.assigns ?? {}
  const isStored = (name: string): boolean => {
    const field = (resource.fields as Fields)[name]
    return field !== undefined && !field.computed && field.kind !== 'count'
  }
  const names = Object.keys(readableValues(resource, net.changes, caller.role)).filter(
    name => isStored(name) || sets[name],
  )
  const action = net.entries.some(({ via }) => via !== null && via !== takingBack)
  const fields = names.filter(name => !sets[name] && (action || inputNames(resource).includes(name)))
  const values = (record: ApiRecord) =>
    Object.fromEntries(
      fields.map(name => [name, writtenValue(fieldOf(resource, name), record[name], net.changes[name]?.from)]),
    )
  const assigned = names.filter(name => sets[name])
  if (fields.length + assigned.length === 0) throw refusal('conflict', 'refusal.notTakenBack')

  await scope.hooks.lockFirst?.(unit, values({ id: net.id } as ApiRecord), [net.id])
  const record = await findRecord(unit.db, scope, net.id, { lock: true })
  const now: Record<string, unknown> = { ...record }
  for (const name of assigned) {
    const assignment = sets[name]
    if (assignment) now[name] = await assignedIds(unit, assignment, assignmentLink(resource, name), net.id)
  }
  const isAt = (side: 'from' | 'to') => (name: string) => sameValue(recordedValue(now[name]), net.changes[name]?.[side])
  const compared = [...fields, ...assigned]
  if (compared.every(isAt('from'))) throw refusal('conflict', 'refusal.takenBackAlready')
  const changed = compared.filter(name => !isAt('to')(name))
  if (changed.length > 0) await refuseLater(unit, scope, net, changed)

  const input = values(record)
  const changes = { input, ifMatch: null }
  if (fields.length > 0) {
    if (action) {
      // No input sets these fields, so only the hooks check them.
      const planned = { resource, before: record, after: { ...record, ...input } }
      for (const problem of (await refusals(unit, scope, [planned])).values()) throw problem
      await updateRecords(unit, scope, [record], input)
    }
    if (!action) await (scope.hooks.writes?.update ?? updateRecord)(unit, scope, net.id, changes)
  }
  for (const name of assigned) {
    const ids = (net.changes[name]?.from ?? []) as string[]
    const target = sets[name]?.of().name ?? ''
    await assign(unit, scope, name, hooks[target] ?? {}, { id: net.id, ids })
  }
}

const takeBackCreation = async (unit: UnitOfWork, { scope }: Taking, net: Net): Promise<void> => {
  const record = await findRecord(unit.db, scope, net.id, { lock: true })
  await refuseLater(unit, scope, net)
  const inside = (await findCascade(unit.db, scope, [net.id])).flatMap(({ records }) => records)
  if (inside.some(({ createdAt, version }) => createdAt !== record.createdAt || version > 1))
    throw refusal('in_use', 'refusal.filledSince')
  await (scope.hooks.writes?.remove ?? deleteRecord)(unit, scope, net.id, { ifMatch: null })
}

const storedBefore = ({ resource }: Scope, { changes }: Net): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(resource.fields as Fields).flatMap(([name, field]) => {
      if (field.computed || field.kind === 'count' || pathParamNames(resource.api).includes(name)) return []
      return [[name, writtenValue(field, undefined, changes[name]?.from ?? null)]]
    }),
  )

const takeBackDeletion = async (unit: UnitOfWork, taking: Taking, net: Net): Promise<void> => {
  const { resource, hooks, caller } = taking.scope
  const { rows } = await sql`select 1 from ${sql.table(resource.name)}
    where ${all([equals(resource, 'tenantId', caller.tenant?.id), equals(resource, 'id', net.id)])}`.execute(unit.db)
  if (rows.length > 0) throw refusal('conflict', 'refusal.takenBackAlready')
  const last = net.entries.at(-1)?.sequence ?? 0
  const purged = await sql`select 1 from audit_entries where tenant_id = ${caller.tenant?.id}
    and entity_type = ${resource.name} and entity_id = ${net.id} and action = 'purged' and sequence > ${last}`.execute(
    unit.db,
  )
  if (purged.rows.length > 0) throw refusal('conflict', 'refusal.purged')
  await requireParents(unit.db, taking.scope)
  const stored = storedBefore(taking.scope, net)
  const createdAt = net.changes.createdAt?.from
  const columns: ResourceHooks['columns'] = (of, values) => ({
    ...hooks.columns?.(of, values),
    ...toRow(resource, stored),
    id: net.id,
    ...(createdAt ? { createdAt } : {}),
  })
  const scope = { ...taking.scope, hooks: { ...hooks, columns } }
  const inputs = Object.fromEntries(inputNames(resource).map(name => [name, stored[name]]))
  if (hooks.writes) await hooks.writes.create(unit, scope, inputs)
  else {
    const given = await withFiles(unit.db, inputs, { resource, caller })
    // Restored values are unchanged, so the caller's role does not matter.
    const validated = validate(resource, given, { role: 'superuser', around: null })
    if (!validated.ok) throw invalid(validated.errors)
    const values = { ...stored, ...validated.values }
    const errors = (await hooks.check?.(unit, { before: null, after: { ...values, ...scopeValues(scope) } })) ?? {}
    if (Object.keys(errors).length > 0) throw invalid(errors)
    await requireRoom(unit, scope)
    await insertRecord(unit, scope, values)
  }
  for (const [name, { of, through }] of Object.entries(resource.assigns ?? {})) {
    const ids = through ? null : (net.changes[name]?.from as string[] | null | undefined)
    if (ids) await assign(unit, taking.scope, name, taking.hooks[of().name] ?? {}, { id: net.id, ids })
  }
  await takeBackNested(unit, taking, net)
  await takeOutOfTrash(unit, resource, net.id)
  await findRecord(unit.db, taking.scope, net.id)
}

const takeBackNested = async (unit: UnitOfWork, { scope, hooks }: Taking, { id, entries }: Net): Promise<void> => {
  const requestId = entries.at(-1)?.requestId
  if (!requestId) return
  for (const child of scope.resources) {
    const parent = pathParamNames(child.api).at(-1)
    const field = parent && fieldOf(child, parent)
    if (
      child.scope !== 'tenant' ||
      !field ||
      field.kind !== 'reference' ||
      field.options.to().name !== scope.resource.name
    )
      continue
    const found = await findEntries(
      unit.db,
      sql`tenant_id = ${scope.caller.tenant?.id} and entity_type = ${child.name} and request_id = ${requestId}
        and action = 'deleted' and changes -> ${parent} ->> 'from' = ${id}`,
    )
    for (const entry of found) {
      const params = await parametersOf(unit, child, entry)
      const within: Scope = { ...scope, resource: child, hooks: hooks[child.name] ?? {}, params }
      await takeBackDeletion(unit, { scope: within, hooks }, netOf([entry]))
    }
  }
}

export const parametersOf = async (
  { db, caller }: Pick<UnitOfWork, 'db' | 'caller'>,
  resource: AnyResource,
  { entityId, changes }: Pick<TakenEntry, 'entityId' | 'changes'>,
): Promise<Record<string, string>> => {
  const names = pathParamNames(resource.api).filter(name => name !== 'tenantId')
  const tenantId = caller.tenant?.id ?? ''
  const known = { tenantId, ...Object.fromEntries(names.map(name => [name, String(changes[name]?.from ?? '')])) }
  if (names.length === 0) return known
  const { rows } = await sql<Record<string, string>>`
    select ${sql.join(names.map(name => sql.ref(name)))} from ${sql.table(resource.name)}
    where tenant_id = ${tenantId} and id = ${entityId}`.execute(db)
  return { ...known, ...rows[0] }
}

const ways = { created: takeBackCreation, updated: takeBackUpdate, deleted: takeBackDeletion }

/**
 * Takes back the changes of one record, as a new change.
 * @param entries oldest first
 * @throws Problem naming the obstacle
 */
export const takeBack = async (
  unit: UnitOfWork,
  taking: Taking,
  entries: readonly TakenEntry[],
  ifMatch: string | null = null,
): Promise<AuditChanges> => {
  const { scope } = taking
  const net = netOf(entries)
  requireRight(scope, net)
  if (ifMatch && net.kind !== 'deleted')
    await requireVersion(unit.db, scope, await findRecord(unit.db, scope, net.id, { lock: true }), ifMatch)
  const first = unit.changes.length
  await ways[net.kind](unit, taking, net).catch(error => {
    const isGone = net.kind !== 'deleted' && error instanceof Problem && error.code === 'not_found'
    throw isGone && !error.options.errors ? refusal('conflict', 'refusal.recordGone', {}, { cause: error }) : error
  })
  const written: Record<string, { from: unknown; to: unknown }> = {}
  for (const change of unit.changes.slice(first)) {
    if (change.resource !== scope.resource || (change.after ?? change.before)?.id !== net.id) continue
    for (const [name, { from, to }] of Object.entries(auditEventOf(change)?.changes ?? {}))
      written[name] = { from: written[name] ? written[name].from : from, to }
  }
  return readableValues(scope.resource, written, scope.caller.role)
}
