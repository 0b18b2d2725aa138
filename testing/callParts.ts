import { tableName } from '../server/db/tables'
import { type AnyResource, snakeCase } from '../src/schema'
import type { TestApi } from './api'
import type { Call, Schema } from './openApiCalls'

/** The resource that a name in a path or body refers to, such as `resourceIds`, or `{id}` below `/channels`. */
export const resourceNamed = (
  name: string,
  { path }: Call,
  resources: readonly AnyResource[],
): AnyResource | undefined => {
  const stem = name.replace(/Ids?$/, '').toLowerCase()
  const singular = (resource: AnyResource) => resource.name.toLowerCase().replace(/s$/, '')
  const byName = resources
    .filter(resource => stem.endsWith(singular(resource)) || (stem !== '' && singular(resource).endsWith(stem)))
    .toSorted((a, b) => Number(singular(b) === stem) - Number(singular(a) === stem))
  const byPath = resources.filter(({ api: own }) => path === own || path.startsWith(`${own}/`))
  return byName[0] ?? byPath.toSorted((a, b) => b.api.length - a.api.length)[0]
}

export const tenantParam = ({ operation }: Call): string | undefined => {
  const access = operation['x-access']
  return access.who === 'member' ? access.tenant?.param : undefined
}

/** Skips the triggers, since no call creates an audit entry. */
const auditEntryOf = async ({ owner }: TestApi, tenantId: string): Promise<string> => {
  const id = crypto.randomUUID()
  await owner.query(`begin; set local session_replication_role = replica;
    insert into audit_entries (id, tenant_id, actor_type, action, entity_type, changes)
    values ('${id}', '${tenantId}', 'system', 'updated', 'memberships', '{}'); commit`)
  return id
}

/** Unchecked. Skips the triggers, since no declared resource creates an import. */
export const importIn = async ({ owner, services }: TestApi, tenantId: string): Promise<string> => {
  const { rows } = await owner.query<{ id: string }>('select id from imports where tenant_id = $1 limit 1', [tenantId])
  if (rows[0]) return rows[0].id
  const id = crypto.randomUUID()
  await owner.query(`begin; set local session_replication_role = replica;
    insert into imports (tenant_id, id, resource, file_name, encoding, delimiter, time_zone, columns, row_count)
    values ('${tenantId}', '${id}', '${services.resources[0]?.name}', 'sample.csv', 'utf-8', ',', 'UTC', '[]', 1); commit`)
  return id
}

export const paramsOf = async (
  api: TestApi,
  call: Call,
  recordOf: (resource: AnyResource) => Promise<string>,
  tenant: { id: string; slug: string },
): Promise<Record<string, string>> => {
  const names = Array.from(call.path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
  const last = names.filter(name => name !== tenantParam(call)).at(-1)
  const params: Record<string, string> = { tenantId: tenant.id, slug: tenant.slug, file: 'none' }
  const own = tenantParam(call)
  if (own) params[own] = tenant.id
  if (call.path.startsWith('/audit-log/{id}')) params.id = await auditEntryOf(api, tenant.id)
  if (call.path.startsWith('/imports/{id}')) params.id = await importIn(api, tenant.id)
  const resource = last && !(last in params) ? resourceNamed(last, call, api.services.resources) : undefined
  if (last && resource) {
    const id = resource.scope === 'tenant' ? await recordOf(resource) : tenant.id
    const { rows } = await api.owner.query(`select * from ${tableName(resource)} where id = $1`, [id])
    for (const name of names) params[name] ??= name === last ? id : rows[0][snakeCase(name)]
  }
  return params
}

export const querySchema = ({ operation }: Call): Schema => {
  const parameters = operation.parameters.filter(parameter => parameter.in === 'query')
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  }
}
