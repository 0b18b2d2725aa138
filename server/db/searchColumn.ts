import { type AnyResource, type Fields, fieldOf, indexedNames, memoize, type Role, roles } from '../../src/schema'
import { columnsOf } from './columns'
import type { ColumnModel } from './tables'

/** Fields in sections by reading role, lowest first. A role reads its own section and those before it. */
export const searchSections = memoize((resource: AnyResource): { role: Role | undefined; names: string[] }[] => {
  const names = indexedNames(resource)
  return [undefined, ...roles].flatMap(role => {
    const those = names.filter(name => fieldOf(resource, name)?.readRole === role)
    return those.length > 0 ? [{ role, names: those }] : []
  })
})

/** The folded text that searches read; `|` ends a section. */
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

export const searchIndex = (resource: AnyResource): string[] =>
  searchSections(resource).length > 0 && resource.limit === undefined
    ? ["using gin (tenant_id, search_text gin_trgm_ops) with (gin_pending_list_limit='256')"]
    : []

export const lookedUpNames = memoize((resource: AnyResource): readonly string[] => {
  if (!resource.import || resource.scope !== 'tenant') return []
  const unique = Object.entries(resource.fields as Fields).flatMap(([name, field]) => (field.unique ? name : []))
  const names = new Set([...resource.import.keys.flatMap(key => (key.length === 1 ? key : [])), ...unique])
  return [...names].filter(name => ['text', 'email', 'slug', 'phone'].includes(fieldOf(resource, name)?.kind ?? ''))
})

/**
 * Neither `lower` nor trigram operators are leakproof, so row-level security keeps them from indexes.
 * `search_candidates` and `records_named` read without it.
 */
export const searchPolicy = (resource: AnyResource): { policy: string; grant: string } | null => {
  const lookedUp = lookedUpNames(resource).flatMap(name => {
    const field = fieldOf(resource, name)
    return field ? columnsOf(name, field).map(column => column.name) : []
  })
  const columns = [...(searchSections(resource).length > 0 ? ['search_text'] : []), ...lookedUp]
  return columns.length > 0
    ? {
        policy: 'for select to slotwise_search using (true)',
        grant: `select (${['tenant_id', 'id', ...columns].join(', ')})`,
      }
    : null
}
