import type { Database } from '../../../../server/db/database'
import { linksOf } from '../../../../server/db/links'
import { toRow } from '../../../../server/db/rows'
import type { Route } from '../../../../server/http/route'
import {
  type AnyField,
  type AnyResource,
  defaultsOf,
  type FieldKind,
  type Fields,
  isRequired,
  isShown,
  pathParamNames,
} from '../../../../src/schema'
import { bookingDraft, bookingIn } from './bookingSamples'

let count = 0
const letters = (): string => Array.from(String(++count), digit => 'abcdefghij'[Number(digit)]).join('')

/** A value of each kind that is fine, and that no other record has. */
const values: {
  [K in Exclude<FieldKind, 'reference' | 'references' | 'typed' | 'count'>]: (
    field: Extract<AnyField, { kind: K }>,
  ) => unknown
} = {
  text: ({ options: { max = 120 } }) => `Sample ${letters()}`.slice(-max),
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
  weekdays: () => [1, 7],
  weeklyHours: () => [{ dayOfWeek: 1, startTime: '09:00', endTime: '17:00' }],
  dateOverrides: () => [],
  group: () => null,
  items: () => [],
  money: () => ({ amount: 1250, currency: 'EUR' }),
  currency: () => 'EUR',
  timezone: () => 'Europe/Berlin',
  locale: () => 'en',
  localDate: () => '2026-03-02',
  localTime: () => '09:30',
  // Each is later than the one before: an end comes after its start.
  instant: () => new Date(Date.UTC(2026, 2, 2) + ++count * 60_000).toISOString(),
  tags: () => ['a', 'b'],
}

/** Where records are made; a test's API is one. */
interface Place {
  database: Database
}

/** An object for a choice with one of these types. */
const typedSample = (
  { options: { by, types } }: Extract<AnyField, { kind: 'typed' }>,
  draft: Record<string, unknown>,
) => {
  const required = Object.entries(types[String(draft[by])]?.fields ?? {}).filter(
    ([, { presence }]) => presence === 'required',
  )
  return Object.fromEntries(
    required.map(([name, field]) => [
      name,
      (values[field.kind as keyof typeof values] as (field: AnyField) => unknown)(field),
    ]),
  )
}

const sampleOf = async (
  place: Place,
  field: AnyField,
  tenantId: string,
  draft: Record<string, unknown>,
): Promise<unknown> => {
  switch (field.kind) {
    case 'reference':
      return recordIn(place, field.options.to() as AnyResource, tenantId)
    case 'references':
      return [await recordIn(place, field.options.to() as AnyResource, tenantId)]
    case 'typed':
      return typedSample(field, draft)
    case 'count':
      return undefined
    default:
      return (values[field.kind] as (field: AnyField) => unknown)(field)
  }
}

/** What a create call for a record in this tenant needs at least. */
export const draftOf = async (
  place: Place,
  resource: AnyResource,
  tenantId: string,
): Promise<Record<string, unknown>> => {
  if (resource.name === 'bookings') return bookingDraft(place, tenantId)
  const parents = pathParamNames(resource.api)
  const draft: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(resource.fields as Fields)) {
    const isUnique = field.kind === 'slug' || resource.uniqueTogether?.some(group => group.includes(name))
    const isNeeded = isUnique || isRequired(resource, name, { ...defaultsOf(resource), ...draft })
    // An e-mail address is not always asked for, but some way to reach somebody may be.
    if (!field.writable || parents.includes(name) || !(isNeeded || field.kind === 'email')) continue
    draft[name] = await sampleOf(place, field, tenantId, draft)
  }
  return draft
}

/** The id of a new record; of a tenant's resource in this tenant, with one row in each of its links. */
export const recordIn = async (place: Place, resource: AnyResource, tenantId: string): Promise<string> => {
  if (resource.name === 'bookings') return bookingIn(place, tenantId)
  const parents: Record<string, string> = {}
  for (const name of pathParamNames(resource.api)) {
    const field = (resource.fields as Fields)[name]
    if (name === 'tenantId') parents[name] = tenantId
    else if (field?.kind === 'reference')
      parents[name] = await recordIn(place, field.options.to() as AnyResource, tenantId)
  }
  const draft: Record<string, unknown> = { ...(await draftOf(place, resource, tenantId)), ...parents }
  // What the API itself fills in.
  for (const [name, field] of Object.entries(resource.fields as Fields)) {
    if (field.writable || field.computed || field.presence !== 'required' || draft[name] !== undefined) continue
    draft[name] = await sampleOf(place, field, tenantId, draft)
  }
  const isOfTenant = resource.scope === 'tenant'
  const row = { ...toRow(resource, draft), ...(isOfTenant && { tenantId }) }
  const links = linksOf(resource).filter(({ name }) => isShown(resource, name, { ...defaultsOf(resource), ...draft }))
  const targets: string[] = []
  for (const { target } of links) targets.push(await recordIn(place, target, tenantId))
  const actor = isOfTenant ? ({ as: 'tenant', tenantId } as const) : ({ as: 'platform' } as const)
  return place.database.run(actor, async db => {
    const { id } = await db.insertInto(resource.name).values(row).returning('id').executeTakeFirstOrThrow()
    for (const [index, { table, rank }] of links.entries()) {
      await db
        .insertInto(table)
        .values({ tenantId, ownerId: id, targetId: targets[index], [rank]: 0 })
        .execute()
    }
    return id
  })
}

/** A record's own address in the paths of its resource: its id, and those of its parents. */
export const paramsOf = async (
  place: Place,
  resource: AnyResource,
  tenantId: string,
  id: string,
): Promise<Record<string, string>> => {
  const names = pathParamNames(resource.api)
  if (names.length === 0) return { id }
  const row = await place.database.run({ as: 'tenant', tenantId }, db =>
    db.selectFrom(resource.name).select(names).where('id', '=', id).executeTakeFirstOrThrow(),
  )
  return { ...(row as Record<string, string>), id }
}

/** The resource whose records a route is about, if it is a generated one. */
export const resourceOf = (route: Route, resources: readonly AnyResource[]): AnyResource | undefined =>
  resources.find(({ api }) => route.path === api || route.path === `${api}/{id}`)

/** The resource with a record that a route's path names, also when the route is about something of that record. */
export const ownerOf = (route: Route, resources: readonly AnyResource[]): AnyResource | undefined =>
  resourceOf(route, resources) ??
  resources.find(({ api }) => route.path.startsWith(`${api}/{id}/`) || route.path === `${api}/usage`)
