import { sql } from 'kysely'
import type { Transaction } from '../../db/database'
import { lastActorName } from '../audit/lastActorName'
import { lockRule } from '../behaviours/lockRule'
import { invalid, Problem } from '../problem'
import type { JsonSchema } from '../queryParams'
import type { Change, UnitOfWork } from '../unitOfWork'
import { type ApiRecord, entityTag } from './apiRecord'
import type { Inquiry } from './behaviour'
import { findGoingAlong } from './goesAlong'
import { all, type Scope, scopeConditions } from './scope'
import { type Usage, usageOf, usageSchema, usedRecords } from './usage'

/**
 * Refuses to overwrite what somebody else changed meanwhile, and says who that was as far as the audit log knows.
 * @param ifMatch the header: entity tags separated by commas, or `*`; without it the last one to save wins
 * @throws Problem `stale`
 */
export const requireVersion = async (
  db: Transaction,
  { resource }: Scope,
  record: ApiRecord,
  ifMatch: string | null,
): Promise<void> => {
  if (ifMatch === null || ifMatch.trim() === '*') return
  const tags = ifMatch.split(',').map(tag => tag.trim().replace(/^W\//, ''))
  if (tags.includes(entityTag(record))) return
  const updatedBy = await lastActorName(db, resource, record)
  const who = updatedBy ? ` by ${updatedBy}` : ''
  throw new Problem('stale', `This was changed${who} at ${record.updatedAt}, after you opened it.`, {
    headers: { ETag: entityTag(record) },
    extensions: { version: record.version, updatedAt: record.updatedAt, ...(updatedBy && { updatedBy }) },
  })
}

/**
 * Refuses one record more than the declaration allows in a tenant, or under one parent.
 * @throws Problem `validation`
 */
export const requireRoom = async ({ db }: UnitOfWork, scope: Scope): Promise<void> => {
  const { resource, caller } = scope
  if (resource.limit === undefined) return
  await lockRule(db, `how many ${resource.name} ${caller.tenant?.id ?? ''}`)
  const conditions = all(scopeConditions(scope))
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(resource.name)} where ${conditions}`.execute(db)
  if ((rows[0]?.count ?? 0) < resource.limit) return
  throw new Problem('validation', `There can be at most ${resource.limit} ${resource.label[1].toLowerCase()} here.`)
}

/** Which of these changes of existing records must not be, by id. */
export const refusals = async (
  unit: UnitOfWork,
  scope: Scope,
  changes: readonly Change[],
): Promise<Map<string, Problem>> => {
  const { behaviour } = scope
  const deleted = changes.flatMap(({ before, after }) => (before && !after ? [before.id] : []))
  const refused = new Map([
    ...(await usedRecords(unit.db, scope, deleted)),
    ...((await behaviour.refuse?.(unit, changes)) ?? []),
  ])
  for (const { before, after } of changes) {
    if (!before || !after || refused.has(before.id)) continue
    const errors = (await behaviour.check?.(unit, { before, after })) ?? {}
    if (Object.keys(errors).length > 0) refused.set(before.id, invalid(errors))
  }
  return refused
}

/** Why a record could not be deleted now, and what would be deleted with it. */
export interface Deletability {
  usedBy: Usage[]
  /** Another reason, in a sentence. */
  refusal: string | null
  /** What would be deleted with it. */
  goesAlong: { resource: string; count: number }[]
}

const goingAlongSchema: JsonSchema = {
  type: 'object',
  properties: { resource: { type: 'string' }, count: { type: 'integer' } },
  required: ['resource', 'count'],
}

export const deletabilityMembers: Record<string, JsonSchema> = {
  usedBy: { type: 'array', items: usageSchema, description: 'What refers to it: as long as anything does, it stays' },
  refusal: { anyOf: [{ type: 'string' }, { type: 'null' }], description: 'Another reason why it has to stay' },
  goesAlong: {
    type: 'array',
    items: goingAlongSchema,
    description: 'What lives inside it, and would be deleted with it',
  },
}

/** Asks what would keep a record from being deleted. */
export const deletabilityOf = async (inquiry: Inquiry, scope: Scope, record: ApiRecord): Promise<Deletability> => {
  const change = { resource: scope.resource, before: record, after: null }
  const refused = await scope.behaviour.refuse?.(inquiry, [change])
  return {
    usedBy: await usageOf(inquiry.db, scope, record.id),
    refusal: refused?.get(record.id)?.message ?? null,
    goesAlong: (await findGoingAlong(inquiry.db, scope, [record.id]))
      .filter(({ records }) => records.length > 0)
      .map(({ resource, records }) => ({ resource: resource.name, count: records.length })),
  }
}
