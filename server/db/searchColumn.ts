import { type AnyResource, fieldOf, indexedNames, memoize, type Role, roles } from '../../src/schema'
import { columnsOf } from './columns'
import type { ColumnModel } from './tables'

/**
 * The searched fields in sections by the role that may read them, lowest first; a role reads its own section and those
 * before it.
 */
export const searchSections = memoize((resource: AnyResource): { role: Role | undefined; names: string[] }[] => {
  const names = indexedNames(resource)
  return [undefined, ...roles].flatMap(role => {
    const those = names.filter(name => fieldOf(resource, name)?.readRole === role)
    return those.length > 0 ? [{ role, names: those }] : []
  })
})

/** The folded text in which records are looked up; `|` ends a section. */
export const searchColumn = (resource: AnyResource): Record<string, ColumnModel> => {
  const sections = searchSections(resource).map(({ names }) =>
    names
      .flatMap(name => {
        const field = fieldOf(resource, name)
        return field ? columnsOf(name, field).map(column => `search_line(${column.name})`) : []
      })
      .join(' || '),
  )
  if (sections.length === 0) return {}
  return { search_text: { type: 'text', isNullable: true, default: null, generated: sections.join(" || '|' || ") } }
}

/** Without one, all records are read: `limit` keeps them few. */
export const searchIndex = (resource: AnyResource): string[] =>
  searchSections(resource).length > 0 && resource.limit === undefined
    ? ["using gin (tenant_id, search_text gin_trgm_ops) with (gin_pending_list_limit='256')"]
    : []

/**
 * Trigram operators are not leakproof, so row-level security keeps them from indexes. One function reads without it.
 */
export const searchPolicy = (resource: AnyResource): { policy: string; grant: string } | null =>
  searchSections(resource).length > 0
    ? { policy: 'for select to slotwise_search using (true)', grant: 'select (tenant_id, id, search_text)' }
    : null
