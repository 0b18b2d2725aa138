import { sql } from 'kysely'
import {
  type AnyField,
  type AnyResource,
  fieldOf,
  inSentence,
  isEmpty,
  type Money,
  mayRead,
  memoize,
} from '../../../src/schema'
import { type CsvCell, csvRows } from '../../../src/schema/csvText'
import { toDecimal } from '../../../src/schema/minorUnits'
import type { ApiRecord } from '../../audit/change'
import type { Transaction } from '../../db/database'
import type { Caller } from '../../http/identity/caller'
import { inExportLine } from '../../http/oneAtATime'
import { defineRoute, type Route, type RouteRequest } from '../../http/route'
import { noteAction } from '../audit/noteAction'
import { column, recordColumns, toRecord } from '../columns'
import type { ResourceHooks } from '../hooks'
import { listConditions, listQueryParams, summedParams } from '../list'
import { accessTo, scopesTo } from '../routes'
import { all, asSeen, isOneOf, type Scope, scopeConditions } from '../scope'
import { importedFields, keysOf } from './columns'
import { scopeOver } from './references'

/** Records per statement. */
const batch = 500

const joined = (values: readonly unknown[]): string =>
  values.map(value => String(value).replaceAll(';', '\\;')).join('; ')

const cellOf = ({ kind }: AnyField, value: unknown, nameOf: (id: string) => string): CsvCell => {
  if (isEmpty(value)) return ''
  if (kind === 'money') return `${toDecimal(value as Money)} ${(value as Money).currency}`
  if (kind === 'reference') return nameOf(String(value))
  if (kind === 'references') return joined((value as string[]).map(nameOf))
  if (Array.isArray(value) && value.every(one => typeof one !== 'object')) return joined(value)
  return typeof value === 'object' ? JSON.stringify(value) : typeof value === 'number' ? value : String(value)
}

/** Fields whose value names exactly one record. */
const naming = memoize((resource: AnyResource): string[] =>
  keysOf(resource).flatMap(([name = '', ...more]) =>
    more.length === 0 && fieldOf(resource, name)?.unique ? name : [],
  ),
)

/** How cells name these records: by a unique value, else by id. */
const namesOf = async (
  db: Transaction,
  target: AnyResource,
  ids: readonly string[],
  of: { caller: Caller; resources: readonly AnyResource[] },
): Promise<Map<string, string>> => {
  const mayName = hasScope(of.caller, target.apiScopes?.read)
  const names = naming(target).filter(name => mayName && mayRead(target, name, of.caller.role))
  if (names.length === 0 || ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string | null }>`
    select id, coalesce(${sql.join(names.map(name => column(target, name)))}) as name from ${sql.table(target.name)}
    where ${all([...scopeConditions(scopeOver(target, of)), isOneOf(target, 'id', ids)])}`.execute(db)
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name]])))
}

const rowsOf = async (
  db: Transaction,
  scope: Scope,
  fields: ReadonlyMap<string, AnyField>,
  records: readonly ApiRecord[],
): Promise<CsvCell[][]> => {
  const named = new Map<string, Map<string, string>>()
  for (const [name, field] of fields) {
    if (field.kind !== 'reference' && field.kind !== 'references') continue
    const ids = new Set(records.flatMap(record => (record[name] ?? []) as string | string[]))
    named.set(name, await namesOf(db, field.options.to() as AnyResource, [...ids], scope))
  }
  return records.map(record =>
    Array.from(fields, ([name, field]) => cellOf(field, record[name], id => named.get(name)?.get(id) ?? id)),
  )
}

const hasScope = ({ key }: Caller, scopes: readonly string[] | undefined): boolean =>
  key === null || (scopes ?? []).some(scope => key.scopes.has(scope))

/** Without what the caller's key may not read. */
const exportedFields = (resource: AnyResource, caller: Caller): ReadonlyMap<string, AnyField> =>
  new Map(
    [...importedFields(resource, caller.role)].filter(([name]) => {
      const scope = resource.apiScopes?.members?.[name]
      return scope === undefined || hasScope(caller, [scope])
    }),
  )

type Request = RouteRequest<
  unknown,
  { who: 'member'; role: 'viewer'; tenant: { header: 'X-Tenant-ID' } },
  object,
  undefined
>

const exportRoute = (resource: AnyResource, hooks: ResourceHooks): Route =>
  defineRoute({
    method: 'GET',
    path: `/exports/${resource.name}`,
    access: accessTo(resource, 'list'),
    scopes: scopesTo(resource, 'list'),
    tag: 'Imports',
    operationId: `export${resource.name.charAt(0).toUpperCase()}${resource.name.slice(1)}File`,
    summary: `All ${inSentence(resource.label[1])} as a file that can be imported`,
    description:
      'With the filters of the list: field names as headings, instants in UTC, references by key. Text that a spreadsheet could take for a formula begins with an apostrophe. The export is an entry of the audit log.',
    query: summedParams(listQueryParams(resource, hooks)),
    answer: { status: 200, description: 'The file', contentType: 'text/csv', schema: { type: 'string' } },
    handler: request => {
      const { caller, query, services, write } = request as unknown as Request
      return inExportLine({ caller }, () =>
        write(async unit => {
          const { db } = unit
          const fields = exportedFields(resource, caller)
          const scope = asSeen(scopeOver(resource, { caller, resources: services.resources, hooks }))
          const inFile = hooks.exported ?? (record => record)
          const conditions = [...scopeConditions(scope), ...listConditions(scope, query as Record<string, unknown>)]
          const parts = [Buffer.from(`\ufeff${csvRows([[...fields.keys()]])}`)]
          let last = '00000000-0000-0000-0000-000000000000'
          let count = 0
          for (let left = true; left; ) {
            const { rows } = await sql<Record<string, unknown>>`
              select ${sql.join(recordColumns(scope.resource, scope.hooks))} from ${sql.table(resource.name)}
              where ${all(conditions)} and ${column(resource, 'id')} > ${last} order by ${column(resource, 'id')} limit ${batch}`.execute(
              db,
            )
            const records = rows.map(row => inFile(toRecord(resource, row) as ApiRecord, unit))
            parts.push(Buffer.from(csvRows(await rowsOf(db, scope, fields, records))))
            last = records.at(-1)?.id ?? last
            count += records.length
            left = records.length === batch
          }
          noteAction(unit, {
            ...{ action: 'exported', resource, record: null },
            changes: { count: { from: null, to: count } },
          })
          return new Response(new Blob(parts), {
            headers: {
              'Content-Type': 'text/csv; charset=utf-8',
              'Content-Disposition': `attachment; filename="${resource.name}.csv"`,
            },
          })
        }),
      )
    },
  })

/** Every resource that takes files also gives them. */
export const exportRoutes = (
  resources: readonly AnyResource[],
  hooks: Readonly<Record<string, ResourceHooks>>,
): Route[] =>
  resources
    .filter(each => each.import && each.scope === 'tenant')
    .map(each => exportRoute(each, hooks[each.name] ?? {}))
