import { toRow } from '../../../../server/db/rows'
import type { Route } from '../../../../server/http/route'
import {
  type AnyField,
  type AnyResource,
  defaultsOf,
  type FieldKind,
  type Fields,
  isRequired,
  pathParamNames,
} from '../../../../src/schema'
import type { TestApi } from './fixture'

let count = 0
const letters = (): string => Array.from(String(++count), digit => 'abcdefghij'[Number(digit)]).join('')

/** A value of each kind that is fine, and that no other record has. */
const values: { [K in Exclude<FieldKind, 'reference' | 'count'>]: (field: Extract<AnyField, { kind: K }>) => unknown } =
  {
    text: () => `Sample ${letters()}`,
    longText: () => `Sample ${letters()}`,
    email: () => `sample-${letters()}@example.com`,
    phone: () => '+4930123456',
    url: () => 'https://example.com/',
    slug: () => `sample-${letters()}`,
    color: () => '#1A73E8',
    choice: ({ options }) => options.values.at(-1),
    flag: () => true,
    integer: ({ options }) => options.min,
    minutes: ({ options }) => options.min,
    weekday: () => 7,
    money: () => ({ amount: 1250, currency: 'EUR' }),
    currency: () => 'EUR',
    timezone: () => 'Europe/Berlin',
    locale: () => 'en',
    localDate: () => '2026-03-02',
    localTime: () => '09:30',
    instant: () => '2026-03-02T09:30:00Z',
    tags: () => ['a', 'b'],
  }

/** What a create call for a record in this tenant needs at least. */
export const draftOf = async (
  api: TestApi,
  resource: AnyResource,
  tenantId: string,
): Promise<Record<string, unknown>> => {
  const parents = pathParamNames(resource.api)
  const draft: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(resource.fields as Fields)) {
    const isNeeded = isRequired(resource, name, { ...defaultsOf(resource), ...draft }) || field.kind === 'slug'
    if (!field.writable || parents.includes(name) || !isNeeded || field.kind === 'count') continue
    draft[name] =
      field.kind === 'reference'
        ? await recordIn(api, field.options.to() as AnyResource, tenantId)
        : (values[field.kind] as (field: AnyField) => unknown)(field)
  }
  return draft
}

/** The id of a new record; of a tenant's resource in this tenant. */
export const recordIn = async (api: TestApi, resource: AnyResource, tenantId: string): Promise<string> => {
  const parents: Record<string, string> = {}
  for (const name of pathParamNames(resource.api)) {
    const field = (resource.fields as Fields)[name]
    if (name === 'tenantId') parents[name] = tenantId
    else if (field?.kind === 'reference')
      parents[name] = await recordIn(api, field.options.to() as AnyResource, tenantId)
  }
  const draft = { ...(await draftOf(api, resource, tenantId)), ...parents }
  const isOfTenant = resource.scope === 'tenant'
  const row = { ...toRow(resource, draft), ...(isOfTenant && { tenantId }) }
  const actor = isOfTenant ? ({ as: 'tenant', tenantId } as const) : ({ as: 'platform' } as const)
  const { id } = await api.database.run(actor, db =>
    db.insertInto(resource.name).values(row).returning('id').executeTakeFirstOrThrow(),
  )
  return id
}

/** The resource whose records a route is about, if it is a generated one. */
export const resourceOf = (route: Route, resources: readonly AnyResource[]): AnyResource | undefined =>
  resources.find(({ api }) => route.path === api || route.path === `${api}/{id}`)
