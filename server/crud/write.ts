import { sql } from 'kysely'
import { type AnyResource, allFields, type Fields, memoize } from '../../src/schema'
import type { ApiRecord, Change } from '../audit/change'
import { beyondRows } from '../db/beyondRows'
import { guardedFields } from '../db/constraints'
import { linkOf } from '../db/links'
import { dependsOnLinks } from '../db/rowRules'
import { toJsonRow, toRow } from '../db/rows'
import { anyTable } from '../db/sql'
import { hasCode } from '../http/databaseProblem'
import { Problem } from '../http/problem'
import { sendIn, type UnitOfWork } from '../http/unitOfWork'
import { findCascade, withOwnSets } from './cascade'
import { recordColumns, toRecord } from './columns'
import { replaceTargets } from './links'
import { requireStillWritable } from './rows'
import { all, findRecord, findRecords, isOneOf, type Scope, scopeConditions, scopeValues } from './scope'
import { putInTrash } from './trash/trashedRows'

type Noted = Pick<Change, 'before' | 'after'>

/** Every create, update and delete passes through here. */
const note = (
  unit: UnitOfWork,
  { resource, hooks }: Pick<Scope, 'resource' | 'hooks'>,
  changes: readonly Noted[],
): void => {
  for (const change of changes) {
    const record = change.after ?? change.before
    const label = record ? hooks.label?.(record) : undefined
    const { audited, isDiscreet } = hooks
    const asAnswered = hooks.asAnswered && ((record: ApiRecord) => hooks.asAnswered?.(record, unit) ?? record)
    unit.changes.push({ resource, ...change, label, audited, asAnswered, isDiscreet })
  }
}

const noteAndFollow = async <T extends ApiRecord>(
  unit: UnitOfWork,
  scope: Scope,
  changes: readonly Noted[],
  records: readonly T[] = [],
): Promise<T[]> => {
  note(unit, scope, changes)
  const { hooks, resource } = scope
  const noted = unit.changes.length
  for (const change of changes) await hooks.after?.(unit, change, scope)
  const later = new Map(
    unit.changes
      .slice(noted)
      .flatMap(({ resource: { name }, after }) => (after && name === resource.name ? [[after.id, after as T]] : [])),
  )
  return records.map(record => later.get(record.id) ?? record)
}

/**
 * Logs a changed assignment when the transaction ends. The same ids in the same order are no change.
 * @param before the assigned ids, as `after`
 */
export const noteAssignment = (
  unit: UnitOfWork,
  of: Pick<Scope, 'resource' | 'hooks'>,
  record: ApiRecord,
  name: string,
  before: readonly string[],
  after: readonly string[],
): void => {
  if (before.join() === after.join()) return
  note(unit, of, [{ before: { ...record, [name]: before }, after: { ...record, [name]: after } }])
}

const pairs = (before: readonly ApiRecord[], after: readonly ApiRecord[]): Noted[] => {
  const byId = new Map(after.map(record => [record.id, record]))
  return before.map(record => ({ before: record, after: byId.get(record.id) ?? null }))
}

const fieldLinks = memoize((resource: AnyResource) =>
  Object.keys(resource.fields as Fields).flatMap(name => linkOf(resource, name) ?? []),
)

const derivedNames = memoize((resource: AnyResource) =>
  Object.entries(resource.fields as Fields).flatMap(([name, { derived }]) => (derived ? name : [])),
)

const writeLinks = async (
  { db }: UnitOfWork,
  { resource, caller }: Scope,
  ids: readonly string[],
  values: Readonly<Record<string, unknown>>,
): Promise<boolean> => {
  let hasLinks = false
  for (const link of fieldLinks(resource)) {
    if (values[link.name] === undefined) continue
    const targets = (values[link.name] ?? []) as readonly string[]
    await replaceTargets(db, caller.tenant?.id ?? '', link, ids, targets)
    hasLinks ||= targets.length > 0
  }
  return hasLinks
}

/** Inserts a record of validated values, with its references. `createRecord` also checks a client's input. */
export const insertRecord = async <R extends AnyResource>(
  unit: UnitOfWork,
  scope: Scope<R>,
  values: Readonly<Record<string, unknown>>,
): Promise<ApiRecord<R>> => {
  const { resource, hooks } = scope
  const db = dependsOnLinks(resource) ? beyondRows(unit.db) : unit.db
  const row = await anyTable(db)
    .insertInto(resource.name)
    .values({ ...toRow(resource, values), ...hooks.columns?.(unit, values), ...scopeValues(scope) })
    .returning(recordColumns(resource, hooks))
    .executeTakeFirstOrThrow()
  const written = toRecord(resource, row)
  const hasLinks = await writeLinks(unit, scope, [written.id], values)
  await requireStillWritable(unit.db, scope, [written.id])
  const record = hasLinks ? await findRecord(unit.db, scope, written.id, { isWhole: true }) : written
  const [followed = record] = await noteAndFollow(unit, scope, [{ before: null, after: record }], [record])
  return followed
}

/** A record without links, all of whose values are known: `id` is `uuid_v7()`, `at` the database's `now()`. */
interface PreparedRecord {
  id: string
  /** ISO 8601. */
  at: string
  createdAt?: string | undefined
  values: Readonly<Record<string, unknown>>
  columns: Readonly<Record<string, unknown>>
  computed: Readonly<Record<string, unknown>>
}

/**
 * Inserts a record without checks and without waiting; the end of the unit waits.
 * @returns the record as a later read returns it
 * @throws Error if a hook's value is missing
 */
export const insertPrepared = <R extends AnyResource>(
  unit: UnitOfWork,
  scope: Scope<R>,
  { id, at, createdAt = at, values, columns, computed }: PreparedRecord,
): ApiRecord<R> => {
  const { resource, hooks } = scope
  for (const name of [...derivedNames(resource), ...Object.keys({ ...hooks.computed, ...hooks.extras })])
    if (!(name in computed)) throw new Error(`${resource.name}: ${name} of its hooks is missing.`)
  const system = { createdAt, updatedAt: at, version: 1 }
  const fields = Object.entries(allFields(resource)).map(([name, field]) => [
    name,
    values[name] === undefined ? (field.default ?? null) : values[name],
  ])
  const whole = { ...Object.fromEntries(fields), ...system }
  const placed = { ...scopeValues(scope), id }
  const row = { ...toRow(resource, whole), ...columns, ...placed }
  sendIn(unit, anyTable(unit.db).insertInto(resource.name).values(row).compile())
  const record = { ...placed, ...whole, ...computed } as ApiRecord<R>
  note(unit, scope, [{ before: null, after: record }])
  if (hooks.after) unit.atEnd.push(async () => hooks.after?.(unit, { before: null, after: record }, scope))
  return record
}

/**
 * Inserts records in one statement, without checks. Only for resources without a `references` field.
 * @param rows each with validated values, and columns besides the fields
 */
export const insertRecords = async <R extends AnyResource>(
  unit: UnitOfWork,
  scope: Scope<R>,
  rows: readonly { values: Readonly<Record<string, unknown>>; columns: Readonly<Record<string, unknown>> }[],
): Promise<ApiRecord<R>[]> => {
  if (rows.length === 0) return []
  const { resource, hooks } = scope
  const written = await anyTable(unit.db)
    .insertInto(resource.name)
    .values(rows.map(({ values, columns }) => ({ ...toRow(resource, values), ...columns, ...scopeValues(scope) })))
    .returning(recordColumns(resource, hooks))
    .execute()
  const records = written.map(row => toRecord(resource, row))
  return noteAndFollow(
    unit,
    scope,
    records.map(after => ({ before: null, after })),
    records,
  )
}

/**
 * Writes the same validated values to locked records, without checks: one statement, plus one per `references` field.
 * Records count as changed even without a value.
 */
export const updateRecords = async <R extends AnyResource>(
  unit: UnitOfWork,
  scope: Scope<R>,
  before: readonly ApiRecord[],
  values: Readonly<Record<string, unknown>>,
): Promise<ApiRecord<R>[]> => {
  const { resource, hooks } = scope
  const ids = before.map(({ id }) => id)
  await writeLinks(unit, scope, ids, values)
  const row = { ...toRow(resource, values), ...hooks.changedColumns }
  const rows = await anyTable(unit.db)
    .updateTable(resource.name)
    .set(Object.keys(row).length > 0 ? row : { updatedAt: sql.ref('updatedAt') })
    .where(all([...scopeConditions(scope), isOneOf(resource, 'id', ids)]))
    .returning(recordColumns(resource, hooks))
    .execute()
  const records = rows.map(row => toRecord(resource, row))
  await requireStillWritable(unit.db, scope, ids)
  return noteAndFollow(unit, scope, pairs(before, records), records)
}

const isFilled = (value: unknown): boolean => Array.isArray(value) && value.length > 0

const insertLinks = async (
  { db }: UnitOfWork,
  { resource, caller }: Scope,
  given: readonly Readonly<Record<string, unknown>>[],
): Promise<void> => {
  for (const link of fieldLinks(resource)) {
    const rows = given.flatMap(({ id, [link.name]: targets }) =>
      ((targets ?? []) as readonly string[]).map((target, place) => ({ owner: id, target, place })),
    )
    if (rows.length === 0) continue
    await sql`
      insert into ${sql.table(link.table)} (tenant_id, owner_id, target_id, ${sql.ref(link.rank)})
      select ${caller.tenant?.id}::uuid, owner, target, place
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (owner uuid, target uuid, place int)`.execute(db)
  }
}

/**
 * Inserts very many records in one statement with one parameter, without checks.
 * @param given each with an `id` if they have `references` fields
 */
export const insertMany = async <R extends AnyResource>(
  unit: UnitOfWork,
  scope: Scope<R>,
  given: readonly Readonly<Record<string, unknown>>[],
): Promise<void> => {
  const { resource, hooks } = scope
  const rows = given.map(values => ({
    ...toJsonRow(resource, values),
    ...(values.id !== undefined && { id: values.id }),
  }))
  const [first] = rows
  if (!first) return
  const table = sql.table(resource.name)
  const columns = sql.join(Object.keys(first).map(name => sql.ref(name)))
  const placed = Object.entries(scopeValues(scope))
  const hasLinks = fieldLinks(resource).some(({ name }) => given.some(values => isFilled(values[name])))
  const { rows: written } = await sql<Record<string, unknown>>`
    insert into ${table} (${sql.join(placed.map(([name]) => sql.ref(name)))}, ${columns})
    select ${sql.join(placed.map(([, value]) => sql`${value}::uuid`))}, ${columns}
    from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb)
    returning ${hasLinks ? sql`id` : sql.join(recordColumns(resource, hooks))}`.execute(unit.db)
  if (hasLinks) await insertLinks(unit, scope, given)
  const records = hasLinks
    ? await findRecords(
        unit.db,
        scope,
        written.map(({ id }) => String(id)),
        { isWhole: true },
      )
    : written.map(row => toRecord(resource, row))
  await noteAndFollow(
    unit,
    scope,
    records.map(after => ({ before: null, after })),
  )
}

/** Like `insertMany`, for locked records, each with its own values. */
export const updateEach = async <R extends AnyResource>(
  unit: UnitOfWork,
  scope: Scope<R>,
  changes: readonly { before: ApiRecord; values: Readonly<Record<string, unknown>> }[],
): Promise<void> => {
  const { resource, hooks } = scope
  const changed = Array.from(new Set(changes.flatMap(({ values }) => Object.keys(values))))
  const rows = changes.map(({ before, values }) => {
    const whole = { ...before, ...values } as Record<string, unknown>
    return { id: before.id, ...toJsonRow(resource, Object.fromEntries(changed.map(name => [name, whole[name]]))) }
  })
  const [first] = rows
  if (!first) return
  const table = sql.table(resource.name)
  const { id: _, ...columns } = first
  const set = Object.keys(columns).map(name => sql`${sql.ref(name)} = ${sql.ref(`given.${name}`)}`)
  const { rows: written } = await sql<Record<string, unknown>>`
    update ${table} set ${sql.join(set)}
    from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb) as given
    where ${all(scopeConditions(scope))} and ${sql.ref(`${resource.name}.id`)} = given.id
    returning ${sql.join(recordColumns(resource, hooks))}`.execute(unit.db)
  const before = changes.map(({ before }) => before)
  await noteAndFollow(
    unit,
    scope,
    pairs(
      before,
      written.map(row => toRecord(resource, row)),
    ),
  )
}

/**
 * Deletes locked records with their nested ones, without the hooks' checks.
 * @throws Problem `in_use` if others refer to one of them
 */
export const deleteRecords = async (unit: UnitOfWork, scope: Scope, before: readonly ApiRecord[]): Promise<void> => {
  const { resource, resources } = scope
  const ids = before.map(({ id }) => id)
  const cascade = await findCascade(unit.db, scope, ids)
  const complete = await withOwnSets(unit.db, scope, before)
  await putInTrash(unit, scope, before, cascade)
  try {
    await anyTable(unit.db)
      .deleteFrom(resource.name)
      .where(all([...scopeConditions(scope), isOneOf(resource, 'id', ids)]))
      .execute()
  } catch (error) {
    if (!hasCode(error, '23503')) throw error
    const user = guardedFields(resources).get(error.constraint ?? '')?.resource
    throw new Problem('in_use', `Still used by ${user?.label[1].toLowerCase() ?? 'other records'}.`, { cause: error })
  }
  for (const { resource, records } of cascade) note(unit, { resource, hooks: {} }, pairs(records, []))
  await noteAndFollow(unit, scope, pairs(complete, []))
}
