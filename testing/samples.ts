import { fileValue } from '../server/crud/files/withFiles'
import type { Database } from '../server/db/database'
import { linksOf } from '../server/db/links'
import { toRow } from '../server/db/rows'
import { anyTable } from '../server/db/sql'
import { onlyId } from '../server/db/tables'
import { insertUpload } from '../server/files/storedFiles'
import type { Route } from '../server/http/route'
import {
  type AnyField,
  type AnyNoOverlap,
  type AnyResource,
  applies,
  defaultsOf,
  type Fields,
  fileTypes,
  isRequired,
  isSaid,
  kindOf,
  type Money,
  pathParamNames,
  takenTypes,
} from '../src/schema'
import { isWithin, sidesOf } from '../src/schema/bounds'
import { DAY } from '../src/time/instant'

let count = 0

/** A value of the field that is fine, and that no other record has where there are others; undefined where it takes other records. */
const sampleValue = (field: AnyField): unknown => kindOf(field).sample?.(field.options, ++count)
/** Where records are made; a test's API is one. */
export interface Place {
  database: Database
}

/** What generated tests cannot work out from a declaration: how a record of an entity is made. */
export interface OwnSample {
  /** Values of a draft in place of those that a kind's sample gives. */
  values?: Readonly<Record<string, unknown>>
  /** The body of a create call that succeeds. */
  draft?: (place: Place, tenantId: string) => Promise<Record<string, unknown>>
  /** Inserts a record, and gives its id. */
  record?: (place: Place, tenantId: string) => Promise<string>
}

/** By the name of the entity. */
export type OwnSamples = Readonly<Record<string, OwnSample>>

/** A view of any product's list, which everybody sees. */
const viewIn: OwnSample['record'] = ({ database }, tenantId) =>
  database.run({ as: 'tenant', tenantId }, async db => {
    const values = { tenantId, name: `View ${++count}`, resource: 'savedViews', visibility: 'shared' } as const
    return (await anyTable(db).insertInto('savedViews').values(values).returning('id').executeTakeFirstOrThrow()).id
  })

/** Of the machine's records, and those that a product adds. */
const ownSamples = new Map<string, OwnSample>([['savedViews', { values: { resource: 'savedViews' }, record: viewIn }]])

/** Makes the samples of entities in another way, in all generated tests of the file. */
export const addSamples = (samples: OwnSamples): void => {
  for (const [name, sample] of Object.entries(samples)) ownSamples.set(name, sample)
}

/** An object for a choice with one of these types. */
const typedSample = (
  { options: { by, types } }: Extract<AnyField, { kind: 'typed' }>,
  draft: Record<string, unknown>,
) => {
  const required = Object.entries(types[String(draft[by])]?.fields ?? {}).filter(
    ([, { presence }]) => presence === 'required',
  )
  return Object.fromEntries(required.map(([name, field]) => [name, sampleValue(field)]))
}

const smallest = { size: 70, width: 1, height: 1, name: 'sample' }

/** A value of a field that holds files: of a file of this tenant, or above tenants, which is there afterwards. */
export const fileIn = async ({ database }: Place, field: AnyField, tenantId: string | null) => {
  const type = fileTypes[takenTypes(field)[0] ?? 'pdf']
  const upload = { ...smallest, type, id: crypto.randomUUID(), bytes: Buffer.from('bytes'), hash: Buffer.from('hash') }
  await database.run(tenantId ? { as: 'tenant', tenantId } : { as: 'platform' }, db =>
    insertUpload(db, tenantId, upload, { userId: crypto.randomUUID(), isInBucket: false }),
  )
  return fileValue(field, tenantId, upload.id, upload)
}

export const sampleOf = async (
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
    case 'image':
    case 'file':
      return fileIn(place, field, tenantId)
    default:
      return sampleValue(field)
  }
}

let spans = 0

/** A day that no other sample has, and that comes after theirs. */
export const spanSample = (fields: Fields, { from, until }: Pick<AnyNoOverlap, 'from' | 'until'>) => {
  const day = (number: number) => new Date(Date.UTC(2030, 0, number)).toISOString()
  const ends = [day(++spans), day(spans + 1)]
  const [start, end] = fields[from]?.kind === 'instant' ? ends : ends.map(end => end.slice(0, 10))
  return { [from]: start, [until]: end }
}

const stepped = (value: unknown, side: string): unknown => {
  const step = side === 'after' ? 1 : side === 'before' ? -1 : 0
  if (typeof value === 'number') return value + step
  if (typeof value === 'object') return { ...(value as Money), amount: (value as Money).amount + step }
  const text = String(value)
  if (/^-?[\d.]+$/.test(text)) return String(Number(text) + step)
  const moved = new Date(Date.parse(text) + step * DAY).toISOString()
  return text.length > 10 ? moved : moved.slice(0, 10)
}

/** Moves sample values to where bounds by other fields or by the clock allow them. */
const fitBounds = (resource: AnyResource, draft: Record<string, unknown>): void => {
  const now = new Date().toISOString()
  for (const { name, side, limit } of sidesOf(resource)) {
    const kind = (resource.fields as Fields)[name]?.kind
    if (!kind || draft[name] === undefined) continue
    const isClock = isSaid(limit) && (limit.says === 'now' || limit.says === 'today')
    const bound = isClock ? (limit.says === 'now' ? now : now.slice(0, 10)) : draft[limit as string]
    if (bound !== undefined && !isWithin(kind, side, draft[name], bound)) draft[name] = stepped(bound, side)
  }
}

/** What a create call for a record in this tenant needs at least. */
export const draftOf = async (
  place: Place,
  resource: AnyResource,
  tenantId: string,
): Promise<Record<string, unknown>> => {
  const own = ownSamples.get(resource.name)?.draft
  if (own) return own(place, tenantId)
  const parents = pathParamNames(resource.api)
  const draft: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(resource.fields as Fields)) {
    const isUnique = field.kind === 'slug' || resource.uniqueTogether?.some(group => group.includes(name))
    const isNeeded = isUnique || isRequired(resource, name, { ...defaultsOf(resource), ...draft }, 'owner')
    // Files are given though nobody asks for them, so that they are tried with every resource that has some.
    const isFile = resource.scope === 'tenant' && (field.kind === 'image' || field.kind === 'file')
    // An e-mail address is not always asked for, but some way to reach somebody may be.
    if (!field.writable || parents.includes(name) || !(isNeeded || isFile || field.kind === 'email')) continue
    draft[name] = await sampleOf(place, field, tenantId, draft)
  }
  fitBounds(resource, draft)
  for (const { from, until } of (resource.noOverlap ?? []) as readonly AnyNoOverlap[])
    Object.assign(draft, spanSample(resource.fields, { from, until }))
  return { ...draft, ...ownSamples.get(resource.name)?.values }
}

/** The id of a singleton's one record, which is there afterwards. */
const singletonIn = async ({ database }: Place, resource: AnyResource, tenantId: string): Promise<string> => {
  const isOfTenant = resource.scope === 'tenant'
  const id = isOfTenant ? tenantId : onlyId
  const row = { ...toRow(resource, defaultsOf(resource)), id, ...(isOfTenant && { tenantId }) }
  const actor = isOfTenant ? ({ as: 'tenant', tenantId } as const) : ({ as: 'platform' } as const)
  await database.run(actor, db =>
    anyTable(db)
      .insertInto(resource.name)
      .values(row)
      .onConflict(conflict => conflict.doNothing())
      .execute(),
  )
  return id
}

/** The id of a new record; of a tenant's resource in this tenant, with one row in each of its links. */
export const recordIn = async (place: Place, resource: AnyResource, tenantId: string): Promise<string> => {
  const own = ownSamples.get(resource.name)?.record
  if (own) return own(place, tenantId)
  if (resource.kind === 'singleton') return singletonIn(place, resource, tenantId)
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
    const isFilled = field.starts ? field.presence !== 'optional' : !field.writable && field.presence === 'required'
    if (field.computed || !isFilled || draft[name] !== undefined) continue
    draft[name] = await sampleOf(place, field, tenantId, draft)
  }
  const isOfTenant = resource.scope === 'tenant'
  const row = { ...toRow(resource, draft), ...(isOfTenant && { tenantId }) }
  const links = linksOf(resource).filter(({ name }) => applies(resource, name, { ...defaultsOf(resource), ...draft }))
  const targets: string[] = []
  for (const { target } of links) targets.push(await recordIn(place, target, tenantId))
  const actor = isOfTenant ? ({ as: 'tenant', tenantId } as const) : ({ as: 'platform' } as const)
  return place.database.run(actor, async db => {
    const { id } = await anyTable(db).insertInto(resource.name).values(row).returning('id').executeTakeFirstOrThrow()
    for (const [index, { table, rank }] of links.entries()) {
      await anyTable(db)
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
    anyTable(db).selectFrom(resource.name).select(names).where('id', '=', id).executeTakeFirstOrThrow(),
  )
  return { ...(row as Record<string, string>), id }
}

/** The resource whose records a route is about, if it is a generated one. */
export const resourceOf = (route: Route, resources: readonly AnyResource[]): AnyResource | undefined =>
  resources.find(({ api, across }) => [api, `${api}/{id}`, across?.api].includes(route.path))

/** The resource with a record that a route's path names, also when the route is about something of that record. */
export const ownerOf = (route: Route, resources: readonly AnyResource[]): AnyResource | undefined =>
  resourceOf(route, resources) ??
  resources.find(
    ({ api }) =>
      route.path.startsWith(`${api}/{id}/`) || [`${api}/usage`, `${api}/tabs`, `${api}/sums`].includes(route.path),
  )
