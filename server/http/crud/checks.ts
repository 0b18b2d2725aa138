import { sql } from 'kysely'
import type { Message } from '../../../src/schema'
import type { Transaction } from '../../db/database'
import { lastActorName } from '../audit/lastActorName'
import { lockRule } from '../behaviours/lockRule'
import { uuidSchema } from '../openapi/fieldSchema'
import { objectOf } from '../openapi/objectOf'
import { messageSchema } from '../openapi/schemas'
import { invalid, Problem } from '../problem'
import type { JsonSchema } from '../queryParams'
import type { Change, UnitOfWork } from '../unitOfWork'
import { type ApiRecord, entityTag } from './apiRecord'
import type { Inquiry } from './behaviour'
import { findGoingAlong } from './goesAlong'
import { all, type Scope, scopeConditions } from './scope'
import { type Usage, usageSchema, usagesOf, usedRecords } from './usage'

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
  throw new Problem('validation', `There can be at most ${resource.limit} ${resource.label[1].toLowerCase()} here.`, {
    message: { key: 'refusal.limit', args: { max: resource.limit } },
  })
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

/** Why a record could not be deleted now. */
export interface Hindrance {
  usedBy: Usage[]
  /** Another reason, in an English sentence. */
  refusal: string | null
  /** The same as a key and arguments. */
  refusalMessage: Message | null
}

interface GoesAlong {
  resource: string
  count: number
}

/** Why a record could not be deleted now, and what would be deleted with it. */
export interface Deletability extends Hindrance {
  goesAlong: GoesAlong[]
}

/** The same of several records at once. */
export interface ManyDeletability {
  /** Those that have to stay. */
  kept: (Hindrance & { id: string })[]
  /** What would be deleted with the others. */
  goesAlong: GoesAlong[]
}

const hindranceMembers: Record<string, JsonSchema> = {
  usedBy: { type: 'array', items: usageSchema, description: 'What refers to it: as long as anything does, it stays' },
  refusal: { anyOf: [{ type: 'string' }, { type: 'null' }], description: 'Another reason why it has to stay' },
  refusalMessage: {
    anyOf: [messageSchema, { type: 'null' }],
    description: '`refusal` as a key and arguments, to be translated',
  },
}

const goesAlong: JsonSchema = {
  type: 'array',
  items: objectOf({ resource: { type: 'string' }, count: { type: 'integer' } }),
  description: 'What lives inside, and would be deleted as well',
}

export const deletabilityMembers: Record<string, JsonSchema> = { ...hindranceMembers, goesAlong }

export const manyDeletabilitySchema: JsonSchema = objectOf({
  kept: {
    type: 'array',
    items: objectOf({ id: uuidSchema, ...hindranceMembers }),
    description: 'Those that have to stay',
  },
  goesAlong,
})

const isHindered = ({ usedBy, refusal }: Hindrance): boolean => usedBy.length > 0 || refusal !== null

const findHindrances = async (
  inquiry: Inquiry,
  scope: Scope,
  records: readonly ApiRecord[],
): Promise<Map<string, Hindrance>> => {
  const { resource, behaviour } = scope
  const refused = await behaviour.refuse?.(
    inquiry,
    records.map(before => ({ resource, before, after: null })),
  )
  const usages = await usagesOf(
    inquiry.db,
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

const countGoingAlong = async ({ db }: Inquiry, scope: Scope, ids: readonly string[]): Promise<GoesAlong[]> =>
  (await findGoingAlong(db, scope, ids))
    .filter(({ records }) => records.length > 0)
    .map(({ resource, records }) => ({ resource: resource.name, count: records.length }))

/** Asks what would keep a record from being deleted. */
export const deletabilityOf = async (inquiry: Inquiry, scope: Scope, record: ApiRecord): Promise<Deletability> => {
  const hindrance = (await findHindrances(inquiry, scope, [record])).get(record.id)
  return {
    usedBy: [],
    refusal: null,
    refusalMessage: null,
    ...hindrance,
    goesAlong: await countGoingAlong(inquiry, scope, [record.id]),
  }
}

/** Asks the same of several at once. */
export const manyDeletabilityOf = async (
  inquiry: Inquiry,
  scope: Scope,
  records: readonly ApiRecord[],
): Promise<ManyDeletability> => {
  const kept: ManyDeletability['kept'] = []
  let leaving = records
  let hindered: ManyDeletability['kept']
  do {
    // Whom one that stays refers to has to stay as well.
    const found = await findHindrances(inquiry, scope, leaving)
    hindered = Array.from(found, ([id, hindrance]) => ({ id, ...hindrance })).filter(isHindered)
    kept.push(...hindered)
    const staying = new Set(hindered.map(({ id }) => id))
    leaving = leaving.filter(({ id }) => !staying.has(id))
  } while (hindered.length > 0 && leaving.length > 0)
  const ids = leaving.map(({ id }) => id)
  return { kept, goesAlong: await countGoingAlong(inquiry, scope, ids) }
}
