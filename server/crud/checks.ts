import { sql } from 'kysely'
import type { Deletability, DeleteBlockers, ManyDeletability } from '../../src/contract'
import type { ApiRecord, Change } from '../audit/change'
import type { Transaction } from '../db/database'
import { entityTag, versionTagsIn } from '../http/answer'
import { invalid, Problem } from '../http/problem'
import type { UnitOfWork } from '../http/unitOfWork'
import { lastActorName } from './audit/lastActorName'
import { findCascade } from './cascade'
import { misfits } from './fitting'
import type { HookContext } from './hooks'
import { lockInvariant } from './lockInvariant'
import { refusedByRule } from './rows'
import { all, type Scope, scopeConditions } from './scope'
import { usagesOf, usedRecords } from './usage'

/**
 * Refuses to overwrite a newer change.
 * @param ifMatch entity tags or versions separated by commas, or `*`
 * @throws Problem `stale`, naming the author if known
 */
export const requireVersion = async (
  db: Transaction,
  { resource }: Scope,
  record: ApiRecord,
  ifMatch: string | null,
): Promise<void> => {
  const tags = versionTagsIn(ifMatch)
  if (tags === null || tags.includes(entityTag(record))) return
  const updatedBy = await lastActorName(db, resource, record)
  const who = updatedBy ? ` by ${updatedBy}` : ''
  throw new Problem('stale', `This was changed${who} at ${record.updatedAt}, after you opened it.`, {
    headers: { ETag: entityTag(record) },
    extensions: { version: record.version, updatedAt: record.updatedAt, ...(updatedBy && { updatedBy }) },
  })
}

/** @throws Problem `validation` above the resource's limit */
export const requireRoom = async ({ db }: UnitOfWork, scope: Scope, more = 1): Promise<void> => {
  const { resource, caller } = scope
  if (resource.limit === undefined) return
  await lockInvariant(db, `how many ${resource.name} ${caller.tenant?.id ?? ''}`)
  const conditions = all(scopeConditions(scope))
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(resource.name)} where ${conditions}`.execute(db)
  if ((rows[0]?.count ?? 0) + more <= resource.limit) return
  throw new Problem('validation', `There can be at most ${resource.limit} ${resource.label[1].toLowerCase()} here.`, {
    message: { key: 'refusal.limit', args: { max: resource.limit } },
  })
}

export const refusals = async (
  unit: UnitOfWork,
  scope: Scope,
  changes: readonly Change[],
): Promise<Map<string, Problem>> => {
  const { hooks } = scope
  const deleted = changes.flatMap(({ before, after }) => (before && !after ? [before.id] : []))
  const changed = changes.flatMap(({ before }) => before?.id ?? [])
  const refused = new Map([
    ...(await refusedByRule(unit.db, scope, changed)),
    ...(deleted.length > 0 ? await usedRecords(unit.db, scope, deleted) : []),
    ...((await hooks.refuse?.(unit, changes)) ?? []),
  ])
  for (const { before, after } of changes) {
    if (!before || !after || refused.has(before.id)) continue
    const errors = {
      ...(await misfits(unit.db, scope, before, after)),
      ...(await hooks.check?.(unit, { before, after })),
    }
    if (Object.keys(errors).length > 0) refused.set(before.id, invalid(errors))
  }
  return refused
}

const isBlocked = ({ usedBy, refusal }: DeleteBlockers): boolean => usedBy.length > 0 || refusal !== null

const findDeleteBlockers = async (
  context: HookContext,
  scope: Scope,
  records: readonly ApiRecord[],
): Promise<Map<string, DeleteBlockers>> => {
  const { resource, hooks } = scope
  const refused = await hooks.refuse?.(
    context,
    records.map(before => ({ resource, before, after: null })),
  )
  const usages = await usagesOf(
    context.db,
    scope,
    records.map(({ id }) => id),
  )
  return new Map(
    records.map(({ id }) => {
      const refusal = refused?.get(id)
      const refusalMessage = refusal?.options.message ?? null
      return [id, { usedBy: usages.get(id) ?? [], refusal: refusal?.message ?? null, refusalMessage }]
    }),
  )
}

const countCascade = async (
  { db }: HookContext,
  scope: Scope,
  ids: readonly string[],
): Promise<Deletability['cascade']> =>
  (await findCascade(db, scope, ids))
    .filter(({ records }) => records.length > 0)
    .map(({ resource, records }) => ({ resource: resource.name, count: records.length }))

/** The obstacles to deleting a record, and the number of nested records deleted with it, by resource. */
export const deletabilityOf = async (context: HookContext, scope: Scope, record: ApiRecord): Promise<Deletability> => {
  const blockers = (await findDeleteBlockers(context, scope, [record])).get(record.id)
  return {
    usedBy: [],
    refusal: null,
    refusalMessage: null,
    ...blockers,
    cascade: await countCascade(context, scope, [record.id]),
  }
}

export const manyDeletabilityOf = async (
  context: HookContext,
  scope: Scope,
  records: readonly ApiRecord[],
): Promise<ManyDeletability> => {
  const kept: ManyDeletability['kept'] = []
  let leaving = records
  let blocked: ManyDeletability['kept']
  do {
    // A kept record also keeps the records that it refers to.
    const found = await findDeleteBlockers(context, scope, leaving)
    blocked = Array.from(found, ([id, blockers]) => ({ id, ...blockers })).filter(isBlocked)
    kept.push(...blocked)
    const staying = new Set(blocked.map(({ id }) => id))
    leaving = leaving.filter(({ id }) => !staying.has(id))
  } while (blocked.length > 0 && leaving.length > 0)
  const ids = leaving.map(({ id }) => id)
  return { kept, cascade: await countCascade(context, scope, ids) }
}
