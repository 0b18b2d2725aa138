import { type AnyNoOverlap, type AnyResource, allFields, type Fields, snakeCase } from '../../src/schema'
import { bareName, columnsOf } from './columns'
import { fileTies } from './fileTies'
import { linksOf } from './links'
import { linkNames, orderName, overlapName, tableName, uniqueName } from './tables'

export interface GuardedFields {
  resource: AnyResource
  fields: readonly string[]
  kind: 'unique' | 'reference' | 'check' | 'overlap'
}

/** By the constraint's name in database errors (23505, 23503, 23514). */
export const guardedFields = (resources: readonly AnyResource[]): ReadonlyMap<string, GuardedFields> => {
  const guarded = new Map<string, GuardedFields>()
  for (const resource of resources) {
    const table = tableName(resource)
    for (const names of resource.uniqueTogether ?? []) {
      const fields = names.filter(name => name !== 'tenantId')
      guarded.set(uniqueName(resource, fields), { resource, fields, kind: 'unique' })
    }
    for (const each of (resource.noOverlap ?? []) as readonly AnyNoOverlap[]) {
      const fields = [...each.same, each.from, each.until]
      guarded.set(overlapName(resource, each), { resource, fields, kind: 'overlap' })
      guarded.set(orderName(resource, each), { resource, fields, kind: 'check' })
    }
    for (const [name, field] of Object.entries(resource.fields as Fields))
      if (field.unique) guarded.set(uniqueName(resource, [name]), { resource, fields: [name], kind: 'unique' })
    for (const [name, field] of Object.entries(allFields(resource))) {
      if (field.kind === 'reference' && !field.computed)
        guarded.set(`${table}_${snakeCase(name)}_fkey`, { resource, fields: [name], kind: 'reference' })
      for (const column of [snakeCase(name), ...columnsOf(name, field).map(({ name: each }) => bareName(each))])
        guarded.set(`${table}_${column}_check`, { resource, fields: [name], kind: 'check' })
    }
    for (const { field, column } of fileTies(resource))
      guarded.set(`${table}_${column}_fkey`, { resource, fields: [field], kind: 'reference' })
    for (const link of linksOf(resource)) {
      const { ownerKey, targetKey, rankCheck } = linkNames(link)
      const fields = [link.name]
      for (const key of [ownerKey, targetKey]) guarded.set(key, { resource, fields, kind: 'reference' })
      guarded.set(rankCheck, { resource, fields, kind: 'check' })
    }
  }
  return guarded
}
