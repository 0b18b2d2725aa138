import type { AnyResource, Fields, KindOptions } from '../../../src/schema'
import { Problem } from '../problem'
import type { Change, UnitOfWork } from '../unitOfWork'
import { type ApiRecord, entityTag } from './apiRecord'
import type { Scope } from './scope'

/**
 * Refuses to overwrite what somebody else changed meanwhile.
 * @param ifMatch the header: entity tags separated by commas, or `*`; without it the last one to save wins
 * @throws Problem `stale`
 */
export const requireVersion = (record: ApiRecord, ifMatch: string | null): void => {
  if (ifMatch === null || ifMatch.trim() === '*') return
  const tags = ifMatch.split(',').map(tag => tag.trim().replace(/^W\//, ''))
  if (tags.includes(entityTag(record))) return
  throw new Problem('stale', `This was changed at ${record.updatedAt}, after you opened it.`, {
    headers: { ETag: entityTag(record) },
    extensions: { version: record.version, updatedAt: record.updatedAt },
  })
}

/** `3 channels`, `1 channel` */
const amountOf = (count: number, { label: [one, many] }: AnyResource): string =>
  `${count} ${(count === 1 ? one : many).toLowerCase()}`

/** Records that others refer to, by the counts that the declaration shows. */
const refuseUsed = (resource: AnyResource, record: ApiRecord): Problem | null => {
  const counts = Object.entries(resource.fields as Fields).flatMap(([name, field]) => {
    const count = Number(record[name])
    return field.kind === 'count' && count > 0 ? [{ name, count, options: field.options as KindOptions['count'] }] : []
  })
  if (counts.length === 0) return null
  const users = counts.map(({ count, options }) => amountOf(count, options.of() as AnyResource))
  return new Problem('in_use', `Still used by ${users.join(', ')}.`, {
    extensions: { usedBy: Object.fromEntries(counts.map(({ name, count }) => [name, count])) },
  })
}

/** Which of these changes of existing records must not be, by id. */
export const refusals = async (
  unit: UnitOfWork,
  { resource, behaviour }: Scope,
  changes: readonly Change[],
): Promise<Map<string, Problem>> => {
  const refused = new Map((await behaviour.refuse?.(unit, changes)) ?? [])
  for (const { before, after } of changes) {
    const problem = before && !after && refuseUsed(resource, before)
    if (before && problem) refused.set(before.id, problem)
  }
  return refused
}
