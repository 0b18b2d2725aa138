import { partName, rangeNames } from '../filterNames'
import { snakeCase } from '../naming'
import { type AnyResource, filterFieldsOf } from '../resource'

const sqlWords = new Set(
  `all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column
  concurrently constraint create cross current_catalog current_date current_role current_schema current_time current_timestamp
  current_user default deferrable desc distinct do else end except false fetch for foreign freeze from full grant group having ilike
  in initially inner intersect into is isnull join lateral leading left like limit localtime localtimestamp natural not notnull null
  offset on only or order outer overlaps placing primary references returning right select session_user similar some symmetric
  system_user table tablesample then to trailing true union unique user using variadic verbose when where window with`.split(
    /\s+/,
  ),
)

/** Columns that PostgreSQL or the machine's search adds. */
const tableColumns = new Set(['cmax', 'cmin', 'ctid', 'search_text', 'tableoid', 'xmax', 'xmin'])

export const isSqlWord = (name: string): boolean => sqlWords.has(snakeCase(name))

export const isTableColumn = (name: string): boolean => tableColumns.has(snakeCase(name))

const machineTables = new Set(
  `api_key_secrets audit_entries file_removals files idempotency_keys import_mappings import_pieces import_rows imports
  migration_lock migrations platform_files request_counts saved_view_defaults set_ups told trash trash_files webhook_states`.split(
    /\s+/,
  ),
)

/** The machine's calls without a resource. */
const apiSegments = new Set([
  'archive',
  'audit-log',
  'docs',
  'exports',
  'files',
  'imports',
  'openapi.json',
  'search',
  'setup',
  'uploads',
])

const pages = new Set([
  ...['/login', '/signup', '/confirm', '/forgot-password', '/new-password', '/superadmin', '/settings'],
  ...['/settings/members', '/settings/invitations', '/settings/audit-log', '/settings/archive'],
])

const listParams = ['page', 'perPage', 'sort', 'order', 'q', 'ids', 'updatedSince', 'tab', 'calendarFrom', 'calendarTo']

/** Null if the name is free. */
export const reservedName = (name: string): string | null => {
  if (isSqlWord(name)) return `${name}: SQL keeps the word ${snakeCase(name)} for itself; choose another name.`
  return machineTables.has(snakeCase(name)) ? `${name}: the machine has a table of this name; choose another.` : null
}

const paramProblems = (resource: AnyResource): string[] => {
  const owners = new Map(listParams.map(param => [param, 'every list']))
  return filterFieldsOf(resource).flatMap(([name, { traits }]) => {
    const { from, to } = rangeNames(name)
    const ends = traits.filter === 'range' || traits.filter === 'span' || traits.filter === 'overlap' ? [from, to] : []
    return [name, ...ends, ...(traits.filterParts ?? []).map(part => partName(name, part))].flatMap(param => {
      const owner = owners.get(param)
      owners.set(param, owner ?? `the filter ${name}`)
      return owner
        ? [`${resource.name}.${name} cannot be a filter: ${owner} has the parameter ${param}; rename it.`]
        : []
    })
  })
}

export const reservedProblems = (resource: AnyResource): string[] => {
  const { name, api, screens } = resource
  const reserved = resource.partOf ? null : reservedName(name)
  const [, segment = ''] = api.split('/')
  return [
    ...(reserved ? [reserved] : []),
    ...(apiSegments.has(segment) ? [`${name}: the API has /${segment} already; choose another path.`] : []),
    ...(screens && pages.has(screens.base)
      ? [`${name}: the page ${screens.base} is there already; choose another.`]
      : []),
    ...paramProblems(resource),
  ]
}
