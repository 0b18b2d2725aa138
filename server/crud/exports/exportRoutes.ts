import { Readable } from 'node:stream'
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
import { wholeField } from '../../../src/schema/importColumns'
import { toDecimal } from '../../../src/schema/minorUnits'
import type { ApiRecord } from '../../audit/change'
import type { Transaction } from '../../db/database'
import type { Caller } from '../../http/identity/caller'
import { inLine } from '../../http/inLine'
import { defineRoute, type Route, type RouteRequest } from '../../http/route'
import { noteAction } from '../audit/noteAction'
import { withOwnSets } from '../cascade'
import { column, recordColumns, toRecord } from '../columns'
import { defineList } from '../defineList'
import type { ResourceHooks } from '../hooks'
import { importedFields, keysOf } from '../imports/columns'
import { scopeOver } from '../imports/references'
import { accessTo, scopesTo } from '../routes'
import { all, asSeen, isOneOf, type Scope, scopeConditions } from '../scope'

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

const naming = memoize((resource: AnyResource): string[] =>
  keysOf(resource).flatMap(([name = '', ...more]) =>
    more.length === 0 && fieldOf(resource, name)?.unique ? name : [],
  ),
)

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

const exportedFields = (resource: AnyResource, caller: Caller): ReadonlyMap<string, AnyField> =>
  new Map(
    [...importedFields(resource, caller.role)].filter(([name]) => {
      if (wholeField(resource, name) !== null) return false
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

const exportRoute = (resource: AnyResource, hooks: ResourceHooks): Route => {
  const list = defineList(resource, {
    scope: ({ caller, services }: Request) =>
      asSeen(scopeOver(resource, { caller, resources: services.resources, hooks })),
    hooks,
  })
  return defineRoute({
    method: 'GET',
    path: `/exports/${resource.name}`,
    access: accessTo(resource, 'list'),
    scopes: scopesTo(resource, 'list'),
    tag: 'Imports',
    operationId: `export${resource.name.charAt(0).toUpperCase()}${resource.name.slice(1)}File`,
    summary: `All ${inSentence(resource.label[1])} as a file that can be imported`,
    description:
      'Whole, whatever its length, with the filters of the list: field names as headings, instants in UTC, references by key. Text that a spreadsheet could take for a formula begins with an apostrophe. The export is an entry of the audit log.',
    query: list.tabs.query,
    answer: { status: 200, description: 'The file', contentType: 'text/csv', schema: { type: 'string' } },
    handler: async request => {
      const { caller, query, services, write, read, mayGoOn } = request as Request
      const now = services.now()
      const fields = exportedFields(resource, caller)
      const scope = asSeen(scopeOver(resource, { caller, resources: services.resources, hooks }))
      const inFile = hooks.exported ?? (record => record)
      const conditions = list.has(request as Request, query as Record<string, unknown>)
      await write(async unit => {
        const { rows } = await sql<{ count: number }>`
          select count(*)::int as count from ${sql.table(resource.name)} where ${conditions}`.execute(unit.db)
        noteAction(unit, {
          ...{ action: 'exported', resource, record: null },
          changes: { count: { from: null, to: rows[0]?.count ?? 0 } },
        })
      })
      const pageAfter = (last: string) =>
        read(async db => {
          const { rows } = await sql<Record<string, unknown>>`
            select ${sql.join(recordColumns(scope.resource, scope.hooks))} from ${sql.table(resource.name)}
            where ${conditions} and ${column(resource, 'id')} > ${last} order by ${column(resource, 'id')} limit ${batch}`.execute(
            db,
          )
          const found = rows.map(row => inFile(toRecord(resource, row) as ApiRecord, { caller, now }))
          const records = await withOwnSets(db, scope, found)
          const isLast = rows.length < batch
          return { text: csvRows(await rowsOf(db, scope, fields, records)), next: isLast ? null : records.at(-1)?.id }
        })
      const inTurn = (last: string) => inLine('export', caller, () => pageAfter(last))
      // A failure before the answer begins is answered as a problem.
      const first = await inTurn('00000000-0000-0000-0000-000000000000')
      const texts = async function* () {
        yield Buffer.from(`\ufeff${csvRows([[...fields.keys()]])}`)
        for (let page = first; ; page = await inTurn(page.next)) {
          yield Buffer.from(page.text)
          if (!page.next) return
          if (!(await mayGoOn())) throw new Error('The rights of who reads have changed.')
        }
      }
      return new Response(Readable.toWeb(Readable.from(texts())) as ReadableStream, {
        headers: {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': `attachment; filename="${resource.name}.csv"`,
        },
      })
    },
  })
}

export const exportRoutes = (
  resources: readonly AnyResource[],
  hooks: Readonly<Record<string, ResourceHooks>>,
): Route[] =>
  resources
    .filter(each => each.import && each.scope === 'tenant')
    .map(each => exportRoute(each, hooks[each.name] ?? {}))
